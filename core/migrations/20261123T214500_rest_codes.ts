import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment_attempt
      -- The cents that its charge asks for: the price, or what was missing of it. Null for calls of earlier versions: the price.
      ADD COLUMN amount bigint,
      -- Until when its code can be paid. Null for the first attempt of a payment until another one follows: the payment's own time.
      ADD COLUMN expires_at timestamptz;
    ALTER TABLE dispute
      -- The attempt whose charge the bank asks back, where the case is about one of several that paid for the sale.
      ADD COLUMN attempt_id uuid
  `);
}
