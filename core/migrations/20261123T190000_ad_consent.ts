import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the consents of buyers to be reported to advertising networks. Nodes of the version before ask for none and report nothing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE ad_consent (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      -- The browser as networks know it: clientId, ip and userAgent.
      context jsonb NOT NULL,
      given_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (sale_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    CREATE INDEX ad_consent_age ON ad_consent (given_at);
    ${tenancy('ad_consent', { app: 'SELECT, INSERT, DELETE', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE ad_consent IS 'One for each sale whose buyer agreed to be reported to advertising networks'`);
}
