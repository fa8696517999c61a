import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the tables of refunds, of buyers' requests for them, and of disputes. They grow with a small share of the payments; rows are kept for good. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE refund (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      payment_id uuid NOT NULL,
      attempt_id uuid NOT NULL,
      -- The seller of the refunded sale: a seller's list of refunds is found by it.
      seller_id uuid,
      amount bigint NOT NULL CHECK (amount > 0),
      -- EXCESS: paid twice or too much. UNDERPAID: paid too little to deliver. Both go back by themselves, once for one sum.
      -- WANTED: a seller, an admin or the buyer (by law) authorised it.
      cause text NOT NULL CHECK (cause IN ('EXCESS', 'UNDERPAID', 'WANTED')),
      state text NOT NULL DEFAULT 'REQUESTED'
        CHECK (state IN ('REQUESTED', 'SENDING', 'PENDING', 'DONE', 'REFUSED', 'UNKNOWN')),
      provider_refund_id text,
      reason text,
      -- Null for those that go back by themselves.
      authorised_as text CHECK (authorised_as IN ('seller', 'admin', 'buyer')),
      authorised_by uuid,
      note text,
      -- When the refund is sent next, or its provider is asked next how it ended.
      next_check_at timestamptz NOT NULL DEFAULT now(),
      checks integer NOT NULL DEFAULT 0,
      -- The person who said how it ended because no provider did.
      settled_by uuid,
      -- When people were notified how it ended.
      notified_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id),
      FOREIGN KEY (attempt_id, platform_id) REFERENCES payment_attempt (id, platform_id),
      CHECK ((cause = 'WANTED') = (authorised_as IS NOT NULL))
    );
    -- One automatic refund for one sum and cause: repeated evidence asks for nothing new.
    CREATE UNIQUE INDEX refund_once ON refund (payment_id, attempt_id, cause, amount, platform_id) WHERE cause <> 'WANTED';
    CREATE INDEX refund_payment ON refund (payment_id, created_at);
    CREATE INDEX refund_due ON refund (next_check_at) WHERE state IN ('REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN');
    CREATE INDEX refund_seller ON refund (seller_id, created_at DESC, id DESC) WHERE cause = 'WANTED';
    CREATE INDEX refund_state ON refund (state, platform_id, created_at DESC, id DESC);
    CREATE INDEX refund_page ON refund (platform_id, created_at DESC, id DESC) WHERE cause = 'WANTED';
    ${tenancy('refund', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (next_check_at, checks)' })}

    -- A buyer's request to be refunded. Within the seven days of the law it is granted automatically.
    CREATE TABLE refund_request (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      -- The buyer gets it at once, as proof that they asked, and when.
      protocol text NOT NULL,
      payment_id uuid NOT NULL,
      seller_id uuid NOT NULL,
      reason text NOT NULL CHECK (reason IN ('REGRET', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'DUPLICATE', 'OTHER')),
      note text NOT NULL DEFAULT '',
      -- LAW: within seven days. GUARANTEE: within the product's guarantee. LATE: the seller decides.
      ground text NOT NULL CHECK (ground IN ('LAW', 'GUARANTEE', 'LATE')),
      state text NOT NULL CHECK (state IN ('WAITING', 'GRANTED', 'DECLINED')),
      -- SELLER: the provider cannot give this payment back, the seller pays it by themselves.
      paid_by text NOT NULL DEFAULT 'PROVIDER' CHECK (paid_by IN ('PROVIDER', 'SELLER')),
      refund_id uuid,
      -- Undecided by then it is granted (GUARANTEE) or declined (LATE).
      decide_by timestamptz,
      decided_by uuid,
      answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      decided_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id),
      FOREIGN KEY (refund_id, platform_id) REFERENCES refund (id, platform_id)
    );
    CREATE UNIQUE INDEX refund_request_protocol ON refund_request (protocol, platform_id);
    -- A payment has at most one request that waits or is granted, however often its buyer asks.
    CREATE UNIQUE INDEX refund_request_open ON refund_request (payment_id, platform_id) WHERE state IN ('WAITING', 'GRANTED');
    CREATE INDEX refund_request_payment ON refund_request (payment_id, created_at DESC);
    CREATE INDEX refund_request_seller ON refund_request (seller_id, created_at DESC, id DESC);
    CREATE INDEX refund_request_due ON refund_request (decide_by) WHERE state = 'WAITING';
    ${tenancy('refund_request', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT, UPDATE (decide_by)' })}

    -- CHARGEBACK: the cardholder's bank took the money back. MED: a bank asks for a PIX to be given back as fraud.
    -- An outcome is decided in one step and carried out in others: what a killed process left is found and finished.
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
      note text NOT NULL DEFAULT '',
      -- The event that told of it, or that decided it: told twice, an event opens and decides nothing more.
      opening_event uuid,
      closing_event uuid,
      -- An outcome that was entered by mistake is put right by another: numbered, because the same one may be given twice.
      corrections integer NOT NULL DEFAULT 0 CHECK (corrections >= 0),
      -- Until when evidence counts.
      due_at timestamptz NOT NULL,
      opened_at timestamptz NOT NULL DEFAULT now(),
      answered_at timestamptz,
      -- When the seller was told that the time to answer is over.
      expired_at timestamptz,
      -- When its provider was last asked what became of it.
      checked_at timestamptz,
      closed_at timestamptz,
      closed_by uuid,
      -- When the outcome was carried out: the payment recorded, what was kept aside released.
      settled_at timestamptz,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (payment_id, platform_id) REFERENCES payment (id, platform_id)
    );
    CREATE UNIQUE INDEX dispute_open ON dispute (payment_id, platform_id) WHERE state IN ('OPEN', 'ANSWERED');
    CREATE UNIQUE INDEX dispute_opening_event ON dispute (opening_event, platform_id) WHERE opening_event IS NOT NULL;
    CREATE INDEX dispute_payment ON dispute (payment_id, opened_at);
    CREATE INDEX dispute_seller ON dispute (seller_id, opened_at DESC, id DESC);
    CREATE INDEX dispute_page ON dispute (state, platform_id, opened_at DESC, id DESC);
    -- A list shows those that wait for an answer first, by the time left, and then the rest.
    CREATE INDEX dispute_waiting_page ON dispute (platform_id, due_at, id) WHERE state = 'OPEN';
    CREATE INDEX dispute_other_page ON dispute (platform_id, opened_at DESC, id DESC) WHERE state <> 'OPEN';
    CREATE INDEX dispute_due ON dispute (due_at) WHERE state = 'OPEN' AND expired_at IS NULL;
    CREATE INDEX dispute_follow ON dispute (checked_at NULLS FIRST, id) WHERE kind = 'CHARGEBACK' AND state IN ('OPEN', 'ANSWERED');
    CREATE INDEX dispute_unsettled ON dispute (closed_at) WHERE state IN ('WON', 'LOST', 'ACCEPTED') AND settled_at IS NULL;
    ${tenancy('dispute', { app: 'SELECT, INSERT, UPDATE', jobs: 'SELECT' })}

    -- Evidence of sellers, a few files for each dispute; deleted by whoever uploaded it, until it is sent in.
    CREATE TABLE dispute_file (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      dispute_id uuid NOT NULL,
      name text NOT NULL,
      media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
      content bytea NOT NULL CHECK (octet_length(content) <= 5242880),
      added_by uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (dispute_id, platform_id) REFERENCES dispute (id, platform_id)
    );
    CREATE INDEX dispute_file_dispute ON dispute_file (dispute_id, created_at);
    ${tenancy('dispute_file', { app: 'SELECT, INSERT, DELETE' })}
  `);
}
