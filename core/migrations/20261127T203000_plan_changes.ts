import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE subscription_sale
      -- schemas/src/subscription.ts PlanOrder: the plan that the sale switches to once it is paid. Null for every other sale.
      ADD COLUMN plan jsonb`);
}
