import type { Knex } from 'knex';

/** Lets offers charge by months of the calendar. Nodes of the version before write no period: that of their subscriptions stands in the terms. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD COLUMN period text NOT NULL DEFAULT 'DAYS';
    ALTER TABLE subscription ADD COLUMN period text;
  `);
}
