import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE co_production VALIDATE CONSTRAINT co_production_party');
}
