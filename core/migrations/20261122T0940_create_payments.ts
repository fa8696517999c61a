import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the tables of money that comes in. Each grows with every purchase; only idempotency keys are ever deleted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What was bought, by whom: one row for each purchase.
    CREATE TABLE sale (
      platform_id uuid NOT NULL REFERENCES platform,
      id uuid NOT NULL,
      offer_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      buyer_name text NOT NULL,
      buyer_email text NOT NULL,
      buyer_document text,
      buyer_phone text,
      address jsonb,
      -- Cents: items plus freight, before the interest of installments.
      total bigint NOT NULL CHECK (total > 0),
      freight bigint NOT NULL DEFAULT 0 CHECK (freight >= 0),
      currency text NOT NULL,
      delivery_option_id uuid,
      affiliate_id text,
      utm_query jsonb NOT NULL DEFAULT '{}',
      referer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- A buyer finds what they bought by their proven e-mail. A column of its own, because row security lets no index serve lower().
      buyer_email_lower text NOT NULL GENERATED ALWAYS AS (lower(buyer_email)) STORED,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (offer_id, platform_id) REFERENCES offer (id, platform_id),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    -- A seller's sales are paged by time, and by id within the same moment.
    CREATE INDEX sale_seller_page ON sale (seller_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX sale_buyer ON sale (buyer_email_lower, platform_id, created_at DESC, id DESC);
    ${tenancy('sale', { app: 'SELECT, INSERT' })}

    CREATE TABLE sale_item (
      platform_id uuid NOT NULL,
      sale_id uuid NOT NULL,
      position smallint NOT NULL,
      offer_id uuid NOT NULL,
      order_bump_id uuid,
      title text NOT NULL,
      unit_price bigint NOT NULL CHECK (unit_price > 0),
      quantity integer NOT NULL DEFAULT 1 CHECK (quantity > 0),
      is_tangible boolean NOT NULL,
      PRIMARY KEY (sale_id, position, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    ${tenancy('sale_item', { app: 'SELECT, INSERT' })}

    CREATE TABLE payment (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      -- 128 random bits: whoever knows it may see the payment page.
      public_id text NOT NULL,
      sale_id uuid NOT NULL,
      method text NOT NULL CHECK (method IN ('PIX', 'CREDIT_CARD', 'BILLET')),
      -- Cents charged, interest of installments included.
      amount bigint NOT NULL CHECK (amount > 0),
      currency text NOT NULL,
      installments smallint NOT NULL DEFAULT 1 CHECK (installments BETWEEN 1 AND 12),
      expires_at timestamptz NOT NULL,
      -- What the sale's money is split into, decided when it was bought: later changes of rules do not touch it.
      terms jsonb,

      -- Written by payments.record alone, from the evidence.
      status text NOT NULL DEFAULT 'PENDING'
        CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK')),
      is_provisional boolean NOT NULL DEFAULT false,
      settlement text NOT NULL DEFAULT 'NONE',
      paid_amount bigint NOT NULL DEFAULT 0 CHECK (paid_amount >= 0),
      refunded_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0),
      approved_at timestamptz,
      -- Counts evidence; a writer that saw an older count starts again.
      version integer NOT NULL DEFAULT 0,
      -- Cents of the price that go back to the buyer or have: refunds that were authorised and not refused by the provider.
      returning_amount bigint NOT NULL DEFAULT 0 CHECK (returning_amount BETWEEN 0 AND amount),

      -- What the buyer needs to pay.
      pix_code text,
      pix_qr_code text,
      billet_code text,
      billet_barcode text,
      billet_url text,
      card_brand text,
      card_last_digits text,

      -- The janitor's queue: when to ask the provider next, null when nothing is open.
      next_check_at timestamptz,
      checks integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (public_id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id)
    );
    COMMENT ON COLUMN payment.terms IS 'core/src/modules/payments/terms.ts Terms; null for payments made before there was a ledger';
    CREATE INDEX payment_sale ON payment (sale_id, platform_id);
    CREATE INDEX payment_due ON payment (next_check_at) WHERE next_check_at IS NOT NULL;
    ${tenancy('payment', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (next_check_at)' })}

    -- One call that may charge. Its id is the provider's idempotency key and our reference there.
    CREATE TABLE payment_attempt (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      payment_id uuid NOT NULL,
      connection_id uuid NOT NULL,
      provider text NOT NULL,
      provider_version text NOT NULL,
      -- The payment's, so that lists and sums by method need not read every payment.
      method text NOT NULL CHECK (method IN ('PIX', 'CREDIT_CARD', 'BILLET')),
      -- CREATED: durable, not answered yet. UNKNOWN: asked, the answer was lost. NOT_SENT: surely never happened.
      -- REFUSED: the provider rejected the request itself. PARKED: only a person can find out.
      state text NOT NULL DEFAULT 'CREATED'
        CHECK (state IN ('CREATED', 'ANSWERED', 'UNKNOWN', 'NOT_SENT', 'REFUSED', 'PARKED')),
      transaction_id text,
      reason text,
      -- Why this connection and this version, and which others were passed over.
      routing jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      answered_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id)
    );
    CREATE INDEX payment_attempt_payment ON payment_attempt (payment_id);
    CREATE INDEX payment_attempt_transaction ON payment_attempt (transaction_id, connection_id)
      WHERE transaction_id IS NOT NULL;
    -- Lists of one method or of all three, which are merged.
    CREATE INDEX payment_attempt_page ON payment_attempt (method, platform_id, created_at DESC, id DESC);
    CREATE INDEX payment_attempt_connection ON payment_attempt (connection_id, created_at DESC, id DESC);
    ${tenancy('payment_attempt', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}

    -- Everything that was ever said about a payment, from which its status follows.
    CREATE TABLE payment_evidence (
      platform_id uuid NOT NULL,
      payment_id uuid NOT NULL,
      -- Digest of what was said: the same fact heard twice is one row.
      key text NOT NULL,
      attempt_id uuid,
      source text NOT NULL CHECK (source IN ('answer', 'webhook', 'query', 'refund', 'clock', 'dispute')),
      provider_status text NOT NULL,
      status text NOT NULL,
      is_recognised boolean NOT NULL,
      transaction_id text,
      amount bigint,
      paid_amount bigint,
      refunded_amount bigint,
      movement_ids text[] NOT NULL DEFAULT '{}',
      reason text,
      webhook_id uuid,
      occurred_at timestamptz NOT NULL,
      recorded_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (payment_id, key, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id)
    );
    ${tenancy('payment_evidence', { app: 'SELECT, INSERT' })}

    -- Facts for the rest of the world, written in the transaction that made them true.
    CREATE TABLE outbox (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      type text NOT NULL,
      payment_id uuid NOT NULL,
      payload jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      published_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id)
    );
    CREATE INDEX outbox_unpublished ON outbox (created_at) WHERE published_at IS NULL;
    CREATE INDEX outbox_payment ON outbox (payment_id);
    ${tenancy('outbox', { app: 'SELECT, INSERT', jobs: 'SELECT, UPDATE (published_at)' })}

    -- The answer to a request that must not happen twice. system.housekeeping deletes it after a month.
    CREATE TABLE idempotency_key (
      platform_id uuid NOT NULL REFERENCES platform,
      procedure text NOT NULL,
      key text NOT NULL,
      request_hash bytea NOT NULL,
      -- Null where it stands for something else than a payment.
      payment_id uuid,
      -- Null while in flight.
      response_status smallint,
      response_body jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (procedure, key, platform_id)
    );
    CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
    ${tenancy('idempotency_key', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, DELETE' })}
  `);
}
