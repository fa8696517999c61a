import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'ALTER TABLE offer ADD CONSTRAINT offer_price_kept_days CHECK (price_kept_days BETWEEN 0 AND 90) NOT VALID',
  );
}
