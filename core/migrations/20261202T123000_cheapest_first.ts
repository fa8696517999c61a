import type { Knex } from 'knex';

/** Lets routes with the same number be ordered by cost. Nodes of the version before share them by weight, and write routes that do so. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment_route ADD COLUMN is_cheapest_first boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN payment_route.is_cheapest_first IS
      'Where all routes of a number say so, the cheapest one that approves at least as well comes first, in place of a draw by weight';
  `);
}
