import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the tables that compare providers, payments and ledger. They grow daily with each platform and by differences; rows are kept for good. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One comparison of a day.
    CREATE TABLE reconciliation (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      day date NOT NULL,
      compared integer NOT NULL DEFAULT 0,
      found integer NOT NULL DEFAULT 0,
      -- What no provider could be asked about: nothing is known of it, so nothing is said of it.
      unanswered integer NOT NULL DEFAULT 0,
      started_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      PRIMARY KEY (id, platform_id)
    );
    CREATE INDEX reconciliation_page ON reconciliation (platform_id, started_at DESC, id DESC) WHERE started_at > '-infinity';
    ${tenancy('reconciliation', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}

    CREATE TABLE reconciliation_case (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      reconciliation_id uuid NOT NULL,
      -- The comparison that saw the difference last; those that one did not see any more have vanished.
      last_seen_in uuid,
      -- MISSING: the provider has it and the ledger has not. EXTRA: the ledger has it and the provider has not.
      kind text NOT NULL CHECK (kind IN ('MISSING', 'EXTRA', 'AMOUNT')),
      -- What was compared: a payment's money, a refund, a withdrawal.
      subject text NOT NULL CHECK (subject IN ('PAYMENT', 'REFUND', 'WITHDRAWAL')),
      connection_id uuid,
      payment_id uuid,
      withdrawal_id uuid,
      transaction_id text,
      currency text,
      -- Cents.
      provider_amount bigint,
      ledger_amount bigint,
      -- Names what was found: found again on another day it is the same case.
      source text NOT NULL,
      state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'RESOLVED', 'VANISHED')),
      note text NOT NULL DEFAULT '',
      resolved_by uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      closed_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (reconciliation_id, platform_id) REFERENCES reconciliation (id, platform_id),
      FOREIGN KEY (last_seen_in, platform_id) REFERENCES reconciliation (id, platform_id)
    );
    CREATE UNIQUE INDEX reconciliation_case_once ON reconciliation_case (source, platform_id) WHERE state = 'OPEN';
    -- A difference that somebody has explained is not reported again as long as it stays the same.
    CREATE INDEX reconciliation_case_resolved ON reconciliation_case (source, platform_id) WHERE state = 'RESOLVED';
    CREATE INDEX reconciliation_case_last_seen ON reconciliation_case (last_seen_in, platform_id) WHERE last_seen_in IS NOT NULL;
    CREATE INDEX reconciliation_case_page ON reconciliation_case (state, platform_id, created_at DESC, id DESC);
    ${tenancy('reconciliation_case', { app: 'SELECT, INSERT, UPDATE' })}
  `);
}
