import type { Knex } from 'knex';

/** Remembers which fields of coupons and deliverables changed when. Nodes of the version before change rows without saying so. */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['coupon', 'deliverable']) {
    await knex.raw(`ALTER TABLE ${table} ADD COLUMN changed_in jsonb NOT NULL DEFAULT '{}'`);
  }
}
