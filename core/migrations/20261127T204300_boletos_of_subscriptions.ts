import type { Knex } from 'knex';

/** Lets sellers offer subscriptions by boleto: each period has a boleto of its own. Nodes of the version before go on without. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE offer DROP CONSTRAINT offer_check1');
}
