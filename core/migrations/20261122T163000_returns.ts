import type { Knex } from 'knex';

/** Refunds that go back by themselves are told apart by what had arrived, so that a second surplus of the same sum is another one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE refund ADD COLUMN arrived_amount bigint CHECK (arrived_amount > 0);
    COMMENT ON COLUMN refund.arrived_amount IS
      'Of a refund that goes back by itself: the cents that had arrived in its charge when it was ordered.';
    DROP INDEX refund_once;
    ALTER TABLE payment_evidence ADD COLUMN movement_amounts bigint[];
    COMMENT ON COLUMN payment_evidence.movement_amounts IS
      'Cents of each of movement_ids, in their order; null where the provider tells only the running total.';
  `);
}
