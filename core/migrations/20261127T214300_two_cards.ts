import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment
      -- Whether what two cards hold is captured or let go. Null before it is decided, and for payments without holds. Written once.
      ADD COLUMN hold_decision text,
      ADD CONSTRAINT payment_hold_decision CHECK (hold_decision IN ('CAPTURE', 'VOID')) NOT VALID;
    ALTER TABLE payment_attempt
      -- It holds its amount on one of two cards, and charges nothing by itself. Null for all others.
      ADD COLUMN is_hold boolean,
      ADD COLUMN card_brand text,
      ADD COLUMN card_last_digits text;
    ALTER TABLE payment_evidence
      -- Cents that are held on the card and not charged.
      ADD COLUMN held_amount bigint
  `);
}
