import type { Knex } from 'knex';

/** A dispute's outcome is decided in one step and carried out in others: what a killed process left is found and finished. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE dispute NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE dispute
      ADD COLUMN note text NOT NULL DEFAULT '',
      -- The event that told of it, or that decided it: told twice, an event opens and decides nothing more.
      ADD COLUMN opening_event uuid,
      ADD COLUMN closing_event uuid,
      -- When the seller was told that the time to answer is over.
      ADD COLUMN expired_at timestamptz,
      -- When its provider was last asked what became of it.
      ADD COLUMN checked_at timestamptz,
      -- When the outcome was carried out: the payment recorded, what was kept aside released.
      ADD COLUMN settled_at timestamptz;
    UPDATE dispute SET settled_at = coalesce(closed_at, now()) WHERE state IN ('WON', 'LOST', 'ACCEPTED');
    ALTER TABLE dispute FORCE ROW LEVEL SECURITY;
    CREATE UNIQUE INDEX dispute_opening_event ON dispute (opening_event, platform_id) WHERE opening_event IS NOT NULL;
    CREATE INDEX dispute_unsettled ON dispute (closed_at) WHERE state IN ('WON', 'LOST', 'ACCEPTED') AND settled_at IS NULL;
    CREATE INDEX dispute_follow ON dispute (checked_at NULLS FIRST, id) WHERE kind = 'CHARGEBACK' AND state IN ('OPEN', 'ANSWERED');
    DROP INDEX dispute_due;
    CREATE INDEX dispute_due ON dispute (due_at) WHERE state = 'OPEN' AND expired_at IS NULL;
    -- A list shows those that wait for an answer first, by the time left, and then the rest.
    CREATE INDEX dispute_waiting_page ON dispute (platform_id, due_at, id) WHERE state = 'OPEN';
    CREATE INDEX dispute_other_page ON dispute (platform_id, opened_at DESC, id DESC) WHERE state <> 'OPEN';
    CREATE INDEX ledger_hold_dispute ON ledger_hold (dispute_id) WHERE dispute_id IS NOT NULL;
  `);
}
