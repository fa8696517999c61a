import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Files with everything that a seller has. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with the exports that sellers ask for, at most five a day each. full-exports.purge deletes it a day after it was ready.
    CREATE TABLE full_export (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      locale text NOT NULL CHECK (locale IN ('pt-BR', 'en')),
      state text NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'MAKING', 'READY')),
      -- How often a node began to write it: parts of an earlier attempt are not written any more.
      attempt integer NOT NULL DEFAULT 0,
      bytes bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      ready_at timestamptz,
      expires_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX full_export_page ON full_export (seller_id, created_at DESC, id DESC);
    CREATE INDEX full_export_age ON full_export (created_at);
    COMMENT ON TABLE full_export IS 'Files with everything that a seller has, for a day';
    ${tenancy('full_export', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}

    CREATE TABLE full_export_part (
      platform_id uuid NOT NULL,
      export_id uuid NOT NULL,
      number integer NOT NULL CHECK (number >= 0),
      content bytea NOT NULL,
      PRIMARY KEY (export_id, number, platform_id),
      FOREIGN KEY (export_id, platform_id) REFERENCES full_export (id, platform_id) ON DELETE CASCADE
    );
    COMMENT ON TABLE full_export_part IS 'The bytes of full exports';
    ${tenancy('full_export_part', { app: 'SELECT, INSERT, DELETE' })}

    ${['full_export', 'full_export_part']
      .map(
        (table) => `CREATE POLICY erasing ON ${table} TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT ON ${table} TO feira_privacy;`,
      )
      .join('\n')}
    GRANT DELETE ON full_export_part TO feira_privacy;
  `);
}
