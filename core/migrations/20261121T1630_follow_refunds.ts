/** Refunds are followed until they end, found by their seller, and asked for by buyers through a mailed link. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE refund NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE sale NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE payment NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE refund
      -- Whose sale it takes back: lists of one seller are found by it.
      ADD COLUMN seller_id uuid,
      -- A request whose job gave up is sent again then: nothing of it has left.
      ADD COLUMN next_check_at timestamptz NOT NULL DEFAULT now() + interval '1 hour',
      ADD COLUMN checks integer NOT NULL DEFAULT 0,
      -- Whoever said how it ended where no provider did.
      ADD COLUMN settled_by uuid,
      -- When people were told how it ended.
      ADD COLUMN told_at timestamptz;
    UPDATE refund r SET seller_id = s.seller_id FROM payment p JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
      WHERE p.platform_id = r.platform_id AND p.id = r.payment_id;
    ALTER TABLE payment FORCE ROW LEVEL SECURITY;
    ALTER TABLE sale FORCE ROW LEVEL SECURITY;
    ALTER TABLE refund FORCE ROW LEVEL SECURITY;
    DROP INDEX refund_open;
    CREATE INDEX refund_due ON refund (next_check_at) WHERE state IN ('REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN');
    CREATE INDEX refund_seller ON refund (seller_id, created_at DESC, id DESC) WHERE cause = 'WANTED';
    CREATE INDEX refund_state ON refund (state, platform_id, created_at DESC, id DESC);
    GRANT UPDATE (next_check_at, checks) ON refund TO feira_jobs;

    ALTER TABLE refund_request NO FORCE ROW LEVEL SECURITY;
    -- SELLER: the provider cannot give this payment back, the seller pays it by themselves.
    ALTER TABLE refund_request ADD COLUMN paid_by text NOT NULL DEFAULT 'PROVIDER' CHECK (paid_by IN ('PROVIDER', 'SELLER'));
    ALTER TABLE refund_request FORCE ROW LEVEL SECURITY;
    -- Whoever was granted one does not ask again, however often they press.
    DROP INDEX refund_request_open;
    CREATE UNIQUE INDEX refund_request_open ON refund_request (payment_id, platform_id) WHERE state IN ('WAITING', 'GRANTED');
    CREATE INDEX refund_request_payment ON refund_request (payment_id, created_at DESC);
    GRANT UPDATE (decide_by) ON refund_request TO feira_jobs;

    ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_purpose_check,
      ADD CHECK (purpose IN ('REGISTER', 'INVITE', 'RECOVER', 'MAGIC_LINK', 'CHANGE_EMAIL', 'REFUND'));
  `);
}
