import type { Knex } from 'knex';

/** Lets sellers name the sites that show their checkouts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE person ADD COLUMN embed_origins text[] NOT NULL DEFAULT '{}';
    COMMENT ON COLUMN person.embed_origins IS 'The origins whose pages may frame the checkouts of this seller';
    GRANT UPDATE (embed_origins) ON person TO feira_privacy;
  `);
}
