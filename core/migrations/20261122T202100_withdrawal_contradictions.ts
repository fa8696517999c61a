import type { Knex } from 'knex';

/** A provider may report the opposite of how a withdrawal ended: it waits for people then, who book what happened by the provider's word. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE withdrawal
      -- How the withdrawal ended as the provider reports it; null where nothing is contradicted.
      ADD COLUMN contradicted_as text CHECK (contradicted_as IN ('PAID', 'FAILED')),
      -- How often its end was corrected: each correction is a posting of its own.
      ADD COLUMN corrections integer NOT NULL DEFAULT 0
  `);
}
