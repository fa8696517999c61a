import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

/** Who gets what of a sale, and the ways money leaves again: withdrawals, anticipations, refunds, disputes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
    -- Days in which the buyer may give it back; the law's seven at least.
    ALTER TABLE product ADD COLUMN guarantee_days smallint NOT NULL DEFAULT 7 CHECK (guarantee_days IN (7, 14, 21, 30)),
      -- How many days after a visit through an affiliate's link a sale still counts as theirs.
      ADD COLUMN affiliate_window_days smallint NOT NULL DEFAULT 60 CHECK (affiliate_window_days BETWEEN 1 AND 365);
    ALTER TABLE product FORCE ROW LEVEL SECURITY;

    -- What a sale's money is split into, decided when it was bought: later changes of rules do not touch it.
    ALTER TABLE payment NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE payment ADD COLUMN terms jsonb,
      -- Cents of the price that go back to the buyer or have: refunds that were granted and not refused by the provider.
      ADD COLUMN returning_amount bigint NOT NULL DEFAULT 0 CHECK (returning_amount BETWEEN 0 AND amount);
    ALTER TABLE payment FORCE ROW LEVEL SECURITY;
    COMMENT ON COLUMN payment.terms IS 'core/src/modules/payments/terms.ts Terms; null for payments made before there was a ledger';

    -- What the provider keeps of a charge, as the owner of the connection agreed with it. Shape: schemas/src/procedures/fees.ts
    ALTER TABLE provider_connection NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE provider_connection ADD COLUMN costs jsonb NOT NULL DEFAULT '{}';
    ALTER TABLE provider_connection FORCE ROW LEVEL SECURITY;

    -- What was agreed with one person instead of the platform's rules. Shapes: schemas/src/procedures/fees.ts
    CREATE TABLE person_terms (
      platform_id uuid NOT NULL,
      person_id uuid NOT NULL,
      fees jsonb NOT NULL DEFAULT '{}',
      release jsonb NOT NULL DEFAULT '{}',
      -- Of a manager: the share of each sale's price, out of the platform's fee.
      manager_basis_points integer CHECK (manager_basis_points BETWEEN 0 AND 10000),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, person_id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id)
    );

    CREATE TABLE affiliation (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- Of what the platform's fee leaves.
      basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 9000),
      status text NOT NULL DEFAULT 'REQUESTED' CHECK (status IN ('REQUESTED', 'ACTIVE', 'REFUSED', 'ENDED')),
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, product_id) REFERENCES product (platform_id, id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id)
    );
    CREATE UNIQUE INDEX affiliation_once ON affiliation (product_id, person_id, platform_id) WHERE status IN ('REQUESTED', 'ACTIVE');
    CREATE INDEX affiliation_person ON affiliation (person_id, created_at DESC);

    -- A contract is never edited: a change ends it and begins another, so that old sales keep theirs.
    CREATE TABLE co_production (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      product_id uuid NOT NULL,
      person_id uuid NOT NULL,
      -- Of what the platform's fee and the affiliate leave.
      basis_points integer NOT NULL CHECK (basis_points BETWEEN 1 AND 9000),
      status text NOT NULL DEFAULT 'OFFERED' CHECK (status IN ('OFFERED', 'ACTIVE', 'REFUSED', 'ENDED')),
      -- The contract that this one replaces.
      replaces uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      starts_at timestamptz,
      ends_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, product_id) REFERENCES product (platform_id, id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id),
      CHECK (status <> 'ACTIVE' OR starts_at IS NOT NULL)
    );
    CREATE UNIQUE INDEX co_production_once ON co_production (product_id, person_id, platform_id) WHERE status = 'ACTIVE';
    CREATE INDEX co_production_product ON co_production (product_id, created_at);
    CREATE INDEX co_production_person ON co_production (person_id, created_at DESC);

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
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id),
      CHECK ((kind = 'PIX_KEY') = (pix_key IS NOT NULL AND pix_type IS NOT NULL)),
      CHECK ((kind = 'BANK_ACCOUNT') = (bank_code IS NOT NULL AND branch_number IS NOT NULL AND account_number IS NOT NULL
        AND account_digit IS NOT NULL AND account_type IS NOT NULL))
    );
    CREATE INDEX payout_destination_person ON payout_destination (person_id, created_at DESC) WHERE status <> 'REMOVED';
    CREATE INDEX payout_destination_status ON payout_destination (status, platform_id, created_at DESC, id DESC);

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
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id),
      FOREIGN KEY (platform_id, destination_id) REFERENCES payout_destination (platform_id, id)
    );
    CREATE UNIQUE INDEX receiver_once ON receiver (connection_id, person_id, platform_id) NULLS NOT DISTINCT WHERE status <> 'REJECTED';
    CREATE INDEX receiver_person ON receiver (person_id, created_at DESC) WHERE person_id IS NOT NULL;
    CREATE INDEX receiver_provider_id ON receiver (receiver_id, connection_id) WHERE receiver_id IS NOT NULL;
    CREATE INDEX receiver_due ON receiver (next_check_at) WHERE next_check_at IS NOT NULL;

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
      version integer NOT NULL DEFAULT 0,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id),
      FOREIGN KEY (platform_id, destination_id) REFERENCES payout_destination (platform_id, id),
      FOREIGN KEY (platform_id, receiver_id) REFERENCES receiver (platform_id, id),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id),
      CHECK (CASE method WHEN 'RECEIVER' THEN receiver_id ELSE destination_id END IS NOT NULL)
    );
    CREATE INDEX withdrawal_person ON withdrawal (person_id, created_at DESC, id DESC);
    CREATE INDEX withdrawal_page ON withdrawal (role, state, platform_id, created_at DESC, id DESC);
    CREATE INDEX withdrawal_due ON withdrawal (next_check_at) WHERE next_check_at IS NOT NULL;
    CREATE INDEX withdrawal_provider_id ON withdrawal (provider_withdraw_id, connection_id) WHERE provider_withdraw_id IS NOT NULL;

    CREATE TABLE anticipation (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      person_id uuid NOT NULL,
      currency text NOT NULL CHECK (currency IN ('BRL', 'EUR', 'USD')),
      -- Cents: what is paid out before its time, and what that costs.
      amount bigint NOT NULL CHECK (amount > 0),
      fee bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
      fee_basis_points_per_day integer NOT NULL,
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'PAID', 'REFUSED', 'CANCELED')),
      decided_by uuid,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now(),
      closed_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, person_id) REFERENCES person (platform_id, id)
    );
    CREATE INDEX anticipation_person ON anticipation (person_id, created_at DESC, id DESC);
    CREATE INDEX anticipation_page ON anticipation (state, platform_id, created_at DESC, id DESC);

    ALTER TABLE refund NO FORCE ROW LEVEL SECURITY;
    -- WANTED: somebody granted it. EXCESS and UNDERPAID go back by themselves, once for one sum.
    ALTER TABLE refund DROP CONSTRAINT refund_cause_check, ADD CHECK (cause IN ('EXCESS', 'UNDERPAID', 'WANTED')),
      DROP CONSTRAINT refund_platform_id_payment_id_attempt_id_cause_amount_key,
      -- Null for those that go back by themselves.
      ADD COLUMN granted_as text CHECK (granted_as IN ('seller', 'admin', 'buyer')),
      ADD COLUMN granted_by uuid,
      ADD COLUMN note text,
      ADD CHECK ((cause = 'WANTED') = (granted_as IS NOT NULL));
    ALTER TABLE refund FORCE ROW LEVEL SECURITY;
    CREATE UNIQUE INDEX refund_once ON refund (payment_id, attempt_id, cause, amount, platform_id) WHERE cause <> 'WANTED';
    CREATE INDEX refund_payment ON refund (payment_id, created_at);
    CREATE INDEX refund_page ON refund (platform_id, created_at DESC, id DESC) WHERE cause = 'WANTED';

    -- A buyer's wish to give back what they bought. Within the seven days of the law it is granted by itself.
    CREATE TABLE refund_request (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      -- Told to the buyer at once: proof that they asked, and when.
      protocol text NOT NULL,
      payment_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      reason text NOT NULL CHECK (reason IN ('REGRET', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DUPLICATE', 'OTHER')),
      note text NOT NULL DEFAULT '',
      -- LAW: within seven days. GUARANTEE: within the product's guarantee. LATE: the seller decides.
      basis text NOT NULL CHECK (basis IN ('LAW', 'GUARANTEE', 'LATE')),
      state text NOT NULL CHECK (state IN ('WAITING', 'GRANTED', 'DECLINED')),
      refund_id uuid,
      -- Undecided by then it is granted (GUARANTEE) or declined (LATE).
      decide_by timestamptz,
      decided_by uuid,
      answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, payment_id) REFERENCES payment (platform_id, id),
      FOREIGN KEY (platform_id, refund_id) REFERENCES refund (platform_id, id)
    );
    CREATE UNIQUE INDEX refund_request_protocol ON refund_request (protocol, platform_id);
    CREATE UNIQUE INDEX refund_request_open ON refund_request (payment_id, platform_id) WHERE state = 'WAITING';
    CREATE INDEX refund_request_seller ON refund_request (seller_id, created_at DESC, id DESC);
    CREATE INDEX refund_request_due ON refund_request (decide_by) WHERE state = 'WAITING';

    -- CHARGEBACK: the cardholder's bank took the money back. MED: a bank asks for a PIX to be given back as fraud.
    CREATE TABLE dispute (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      payment_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('CHARGEBACK', 'MED')),
      -- OPEN: the seller may answer. ANSWERED: evidence was sent in. WON, LOST, ACCEPTED (given up) are final.
      state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'ANSWERED', 'WON', 'LOST', 'ACCEPTED')),
      -- Cents in question, and cents really kept aside for it.
      amount bigint NOT NULL CHECK (amount > 0),
      held_amount bigint NOT NULL DEFAULT 0 CHECK (held_amount >= 0),
      currency text NOT NULL,
      reason text NOT NULL DEFAULT '',
      provider_reference text,
      defence text NOT NULL DEFAULT '',
      -- Until when evidence counts.
      due_at timestamptz NOT NULL,
      opened_at timestamptz NOT NULL DEFAULT now(),
      answered_at timestamptz,
      closed_at timestamptz,
      closed_by uuid,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, payment_id) REFERENCES payment (platform_id, id)
    );
    CREATE UNIQUE INDEX dispute_open ON dispute (payment_id, platform_id) WHERE state IN ('OPEN', 'ANSWERED');
    CREATE INDEX dispute_payment ON dispute (payment_id, opened_at);
    CREATE INDEX dispute_seller ON dispute (seller_id, opened_at DESC, id DESC);
    CREATE INDEX dispute_page ON dispute (state, platform_id, opened_at DESC, id DESC);
    CREATE INDEX dispute_due ON dispute (due_at) WHERE state = 'OPEN';

    CREATE TABLE dispute_file (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      dispute_id uuid NOT NULL,
      name text NOT NULL,
      media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
      content bytea NOT NULL CHECK (octet_length(content) <= 5242880),
      added_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, dispute_id) REFERENCES dispute (platform_id, id)
    );
    CREATE INDEX dispute_file_dispute ON dispute_file (dispute_id, created_at);

    -- One comparison of a day: what providers said, what payments say, what the ledger says.
    CREATE TABLE reconciliation (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      day date NOT NULL,
      compared integer NOT NULL DEFAULT 0,
      found integer NOT NULL DEFAULT 0,
      started_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      PRIMARY KEY (platform_id, id)
    );
    CREATE INDEX reconciliation_page ON reconciliation (platform_id, day DESC, started_at DESC);

    CREATE TABLE reconciliation_case (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      reconciliation_id uuid NOT NULL,
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
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, reconciliation_id) REFERENCES reconciliation (platform_id, id)
    );
    CREATE UNIQUE INDEX reconciliation_case_once ON reconciliation_case (source, platform_id) WHERE state = 'OPEN';
    CREATE INDEX reconciliation_case_page ON reconciliation_case (state, platform_id, created_at DESC, id DESC);

    -- An idempotency key may stand for other things than a payment.
    ALTER TABLE idempotency_key ALTER COLUMN payment_id DROP NOT NULL;
  `);
  const own = 'SELECT, INSERT, UPDATE';
  for (const table of ['person_terms', 'affiliation', 'co_production', 'payout_destination', 'anticipation']) {
    await enableTenancy(knex, table, { app: own });
  }
  for (const table of ['receiver', 'withdrawal']) {
    await enableTenancy(knex, table, { app: own, jobs: 'SELECT, UPDATE (next_check_at)' });
  }
  for (const table of ['refund_request', 'dispute', 'reconciliation']) {
    await enableTenancy(knex, table, { app: own, jobs: 'SELECT' });
  }
  // Nodes remember what sales are shared out by.
  for (const table of ['person_terms', 'affiliation', 'co_production']) {
    await knex.raw(
      `CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION announce_change()`,
    );
  }
  await enableTenancy(knex, 'dispute_file', { app: 'SELECT, INSERT, DELETE' });
  await enableTenancy(knex, 'reconciliation_case', { app: own });
}
