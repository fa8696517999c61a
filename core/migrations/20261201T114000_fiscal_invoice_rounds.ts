import type { Knex } from 'knex';

/** Counts how often an invoice was asked for anew after a refusal: some systems keep a refused invoice under its reference. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE fiscal_invoice ADD COLUMN round smallint NOT NULL DEFAULT 1');
}
