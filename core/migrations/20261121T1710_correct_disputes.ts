import type { Knex } from 'knex';

/** An outcome that was entered by mistake is put right by another: numbered, because the same one may be given twice. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE dispute ADD COLUMN corrections integer NOT NULL DEFAULT 0 CHECK (corrections >= 0)');
}
