import type { Knex } from 'knex';

/** How a dispute ended is evidence of the payment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment_evidence NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE payment_evidence DROP CONSTRAINT payment_evidence_source_check,
      ADD CONSTRAINT payment_evidence_source_check CHECK (source IN ('answer', 'webhook', 'query', 'refund', 'clock', 'dispute'));
    ALTER TABLE payment_evidence FORCE ROW LEVEL SECURITY;
  `);
}
