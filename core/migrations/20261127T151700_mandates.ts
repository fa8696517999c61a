import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates mandates (PIX Automático) and what is known of their charges. Nodes of the version before make none and charge none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE mandate (
      platform_id uuid NOT NULL,
      -- Our reference at the provider.
      id uuid NOT NULL,
      -- The purchase with which the buyer agrees, and the attempt whose code asks for the agreement.
      sale_id uuid NOT NULL,
      payment_id uuid NOT NULL,
      attempt_id uuid NOT NULL,
      transaction_id text NOT NULL,
      connection_id uuid NOT NULL,
      provider text NOT NULL,
      provider_version text NOT NULL,
      journey smallint NOT NULL CHECK (journey BETWEEN 1 AND 4),
      recurrence_days smallint NOT NULL,
      retries text NOT NULL CHECK (retries IN ('NONE', '3R_7D')),
      -- Cents of every charge, or of the largest one.
      amount bigint CHECK (amount > 0),
      max_amount bigint CHECK (max_amount > 0),
      first_charge_date date NOT NULL,
      end_date date,
      description text NOT NULL,
      -- REQUESTED: durable, the call may be under way. UNKNOWN: asked, the answer was lost. REFUSED: it was surely never made.
      state text NOT NULL DEFAULT 'REQUESTED' CHECK (state IN ('REQUESTED', 'ANSWERED', 'UNKNOWN', 'REFUSED')),
      -- Follows from mandate_evidence.
      status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE', 'REJECTED', 'EXPIRED', 'CANCELED')),
      -- The provider's own id.
      mandate_id text,
      pix_code text,
      memo jsonb,
      ended_by text CHECK (ended_by IN ('BUYER', 'BUYER_BANK', 'PLATFORM', 'PROVIDER')),
      reason text,
      -- The platform wants it to end; null where nobody asked for that.
      cancel_asked_at timestamptz,
      sent_at timestamptz NOT NULL DEFAULT now(),
      misses smallint NOT NULL DEFAULT 0,
      checks integer NOT NULL DEFAULT 0,
      node_id uuid NOT NULL,
      next_check_at timestamptz,
      version integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      CHECK ((amount IS NULL) <> (max_amount IS NULL)),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id),
      FOREIGN KEY (sale_id, platform_id) REFERENCES sale (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id),
      -- One code asks for one agreement, however often it is tried.
      CONSTRAINT mandate_once UNIQUE (attempt_id, platform_id)
    );
    CREATE INDEX mandate_payment ON mandate (payment_id, created_at);
    CREATE INDEX mandate_sale ON mandate (sale_id, created_at);
    CREATE INDEX mandate_provider_id ON mandate (mandate_id, connection_id) WHERE mandate_id IS NOT NULL;
    CREATE INDEX mandate_due ON mandate (next_check_at) WHERE next_check_at IS NOT NULL;
    CREATE INDEX mandate_called ON mandate (node_id) WHERE state = 'REQUESTED';
    ${tenancy('mandate', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (next_check_at)' })}

    CREATE TABLE mandate_evidence (
      platform_id uuid NOT NULL,
      mandate_row_id uuid NOT NULL,
      -- Digest of its content: the same fact has the same key.
      key text NOT NULL,
      source text NOT NULL CHECK (source IN ('answer', 'webhook', 'query')),
      provider_status text NOT NULL,
      status text NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'REJECTED', 'EXPIRED', 'CANCELED')),
      is_recognised boolean NOT NULL,
      ended_by text,
      reason text,
      occurred_at timestamptz NOT NULL,
      recorded_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (mandate_row_id, key, platform_id),
      FOREIGN KEY (mandate_row_id, platform_id) REFERENCES mandate (id, platform_id)
    );
    ${tenancy('mandate_evidence', { app: 'SELECT, INSERT' })}

    CREATE TABLE mandate_charge (
      platform_id uuid NOT NULL,
      -- The attempt of the payment that is charged under the mandate.
      id uuid NOT NULL,
      mandate_row_id uuid NOT NULL,
      payment_id uuid NOT NULL,
      connection_id uuid NOT NULL,
      due_date date NOT NULL,
      -- The day of the retry that was asked for last, and why the provider took none.
      retry_date date,
      retry_refusal text,
      cancel_asked_at timestamptz,
      next_check_at timestamptz,
      checks integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (id, platform_id) REFERENCES payment_attempt (id, platform_id),
      FOREIGN KEY (mandate_row_id, platform_id) REFERENCES mandate (id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id)
    );
    CREATE INDEX mandate_charge_payment ON mandate_charge (payment_id);
    CREATE INDEX mandate_charge_mandate ON mandate_charge (mandate_row_id, due_date);
    CREATE INDEX mandate_charge_due ON mandate_charge (next_check_at) WHERE next_check_at IS NOT NULL;
    ${tenancy('mandate_charge', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (next_check_at)' })}

    ALTER TABLE payment_attempt
      -- The provider's id of the mandate under which it is charged. Null for charges that a buyer pays, and for those of earlier versions.
      ADD COLUMN mandate_id text;

    COMMENT ON TABLE mandate IS 'One for each agreement that a purchase asked its buyer for; grows with purchases of subscriptions by PIX, kept with the sale';
    COMMENT ON TABLE mandate_evidence IS 'What was ever said about a mandate: a handful of rows for each, kept';
    COMMENT ON TABLE mandate_charge IS 'One for each cycle that a mandate is charged for, kept with its payment'`);
}
