import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the tables of money that leaves: destinations, receivers, withdrawals and anticipations. They grow with people and their requests; rows are kept for good. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where a person's money may be sent. Never edited: another one is added and this one removed.
    CREATE TABLE payout_destination (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('PIX_KEY', 'BANK_ACCOUNT')),
      pix_type text CHECK (pix_type IN ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM')),
      pix_key text,
      bank_code text,
      branch_number text,
      branch_digit text,
      account_number text,
      account_digit text,
      account_type text CHECK (account_type IN ('CHECKING', 'SAVINGS')),
      -- Who the account belongs to: the person's own name and document at that time.
      holder_name text NOT NULL,
      holder_document text NOT NULL,
      -- WAITING: for a person to look at it. Usable from \`usable_at\` on, whoever typed it in.
      status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('WAITING', 'ACTIVE', 'REFUSED', 'REMOVED')),
      reason text,
      usable_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_by uuid,
      decided_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      CHECK ((kind = 'PIX_KEY') = (pix_key IS NOT NULL AND pix_type IS NOT NULL)),
      CHECK ((kind = 'BANK_ACCOUNT') = (bank_code IS NOT NULL AND branch_number IS NOT NULL AND account_number IS NOT NULL
        AND account_digit IS NOT NULL AND account_type IS NOT NULL))
    );
    CREATE INDEX payout_destination_person ON payout_destination (person_id, created_at DESC) WHERE status <> 'REMOVED';
    CREATE INDEX payout_destination_status ON payout_destination (status, platform_id, created_at DESC, id DESC);
    ${tenancy('payout_destination', { app: 'SELECT, INSERT, UPDATE' })}

    -- A person's account at a provider; of the platform itself where person_id is null.
    CREATE TABLE receiver (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      person_id uuid,
      connection_id uuid NOT NULL,
      -- receiverProvider and receiverId of the contract.
      provider text NOT NULL,
      receiver_id text,
      -- The host's opaque reference to a secret, see core/src/modules/connections.
      receiver_token text,
      status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE', 'REJECTED')),
      provider_status text,
      reason text,
      -- REQUESTED: durable, not asked yet. UNKNOWN: asked, the answer was lost.
      state text NOT NULL DEFAULT 'REQUESTED' CHECK (state IN ('REQUESTED', 'ANSWERED', 'REFUSED', 'UNKNOWN')),
      destination_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      next_check_at timestamptz,
      checks integer NOT NULL DEFAULT 0,
      documents_asked_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id),
      FOREIGN KEY (destination_id, platform_id) REFERENCES payout_destination (id, platform_id)
    );
    CREATE UNIQUE INDEX receiver_once ON receiver (connection_id, person_id, platform_id) NULLS NOT DISTINCT WHERE status <> 'REJECTED';
    CREATE INDEX receiver_person ON receiver (person_id, created_at DESC) WHERE person_id IS NOT NULL;
    CREATE INDEX receiver_provider_id ON receiver (receiver_id, connection_id) WHERE receiver_id IS NOT NULL;
    CREATE INDEX receiver_due ON receiver (next_check_at) WHERE next_check_at IS NOT NULL;
    CREATE INDEX receiver_page ON receiver (created_at DESC, id DESC, platform_id);
    ${tenancy('receiver', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (next_check_at)' })}

    -- What providers want to see of receivers. Files are passed on and never stored; only what became of them is.
    CREATE TABLE receiver_document (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      -- The row of receiver; document_id is the provider's own.
      receiver_row_id uuid NOT NULL,
      document_id text NOT NULL,
      kind text,
      title text NOT NULL,
      description text,
      status text NOT NULL CHECK (status IN ('WANTED', 'SENT', 'ACCEPTED', 'REFUSED')),
      provider_status text NOT NULL,
      reason text,
      takes_file boolean NOT NULL,
      has_link boolean NOT NULL,
      files integer NOT NULL DEFAULT 0,
      sent_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (receiver_row_id, platform_id) REFERENCES receiver (id, platform_id)
    );
    CREATE UNIQUE INDEX receiver_document_once ON receiver_document (receiver_row_id, document_id, platform_id);
    ${tenancy('receiver_document', { app: 'SELECT, INSERT, UPDATE, DELETE' })}

    -- Its id is the provider's idempotency key and our reference there.
    CREATE TABLE withdrawal (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- As whom: sellers' and managers' are looked at by different people.
      role text NOT NULL CHECK (role IN ('seller', 'manager')),
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      -- Cents that leave the balance; the person gets them without the fee.
      amount bigint NOT NULL CHECK (amount > 0),
      fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0 AND fee < amount),
      method text NOT NULL CHECK (method IN ('PIX', 'BANK_ACCOUNT', 'RECEIVER')),
      destination_id uuid,
      receiver_id uuid,
      -- WAITING: for approval. APPROVED: to be sent. SENDING: the call may be under way. SENT: taken by the provider. UNKNOWN:
      -- the answer was lost, its money stays reserved. The last four are final.
      state text NOT NULL DEFAULT 'WAITING'
        CHECK (state IN ('WAITING', 'APPROVED', 'SENDING', 'SENT', 'UNKNOWN', 'PAID', 'REJECTED', 'FAILED', 'CANCELED')),
      -- Who decided: null for the platform's own rule.
      approvals jsonb NOT NULL DEFAULT '[]',
      connection_id uuid,
      provider_version text,
      provider_withdraw_id text,
      provider_status text,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz,
      sent_at timestamptz,
      closed_at timestamptz,
      next_check_at timestamptz,
      checks integer NOT NULL DEFAULT 0,
      -- tries: how often it was about to be sent. misses: how often the provider, asked by our reference, knew nothing of it
      -- at a time when it had to.
      tries integer NOT NULL DEFAULT 0,
      misses integer NOT NULL DEFAULT 0,
      -- Large withdrawals whose answer was lost are settled by two people: the first one's word waits here for the second one's.
      settlement jsonb,
      version integer NOT NULL DEFAULT 0,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id),
      FOREIGN KEY (destination_id, platform_id) REFERENCES payout_destination (id, platform_id),
      FOREIGN KEY (receiver_id, platform_id) REFERENCES receiver (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id),
      CHECK (CASE method WHEN 'RECEIVER' THEN receiver_id ELSE destination_id END IS NOT NULL)
    );
    CREATE INDEX withdrawal_person ON withdrawal (person_id, created_at DESC, id DESC);
    CREATE INDEX withdrawal_page ON withdrawal (role, state, platform_id, created_at DESC, id DESC);
    CREATE INDEX withdrawal_newest ON withdrawal (role, platform_id, currency, created_at DESC, id DESC);
    CREATE INDEX withdrawal_paid ON withdrawal (role, platform_id, currency, closed_at DESC, id DESC) WHERE state = 'PAID';
    CREATE INDEX withdrawal_due ON withdrawal (next_check_at) WHERE next_check_at IS NOT NULL;
    CREATE INDEX withdrawal_provider_id ON withdrawal (provider_withdraw_id, connection_id) WHERE provider_withdraw_id IS NOT NULL;
    ${tenancy('withdrawal', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (next_check_at)' })}

    CREATE TABLE anticipation (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      -- Cents: what is paid out before its time, and what that costs.
      amount bigint NOT NULL CHECK (amount > 0),
      fee bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
      fee_basis_points_per_day integer NOT NULL,
      -- What it was made of when it was asked for: only as long as all of it is still there is it paid out.
      -- [{"holdId": "…", "amount": 100, "days": 30, "fee": 4}], cents and whole days.
      holds jsonb NOT NULL DEFAULT '[]',
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'PAID', 'REFUSED', 'CANCELED')),
      decided_by uuid,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now(),
      closed_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (person_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX anticipation_person ON anticipation (person_id, created_at DESC, id DESC);
    CREATE INDEX anticipation_page ON anticipation (state, platform_id, created_at DESC, id DESC);
    -- Those paid out are listed by when they were.
    CREATE INDEX anticipation_closed ON anticipation (state, platform_id, closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
    ${tenancy('anticipation', { app: 'SELECT, INSERT, UPDATE' })}
  `);
}
