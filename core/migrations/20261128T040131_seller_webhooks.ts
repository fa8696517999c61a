import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Creates the webhooks of sellers, and the queue of what is sent to them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with sellers who connect a system, up to twenty each. Its seller deletes it.
    CREATE TABLE seller_webhook (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      seller_id uuid NOT NULL,
      name text NOT NULL,
      url text NOT NULL,
      events text[] NOT NULL,
      -- Empty for all products of the seller.
      product_ids uuid[] NOT NULL DEFAULT '{}',
      is_enabled boolean NOT NULL DEFAULT true,
      off_reason text CHECK (off_reason IN ('SELLER', 'GONE', 'FAILING')),
      -- The first failure since something arrived; null while what is sent arrives.
      failing_since timestamptz,
      key_version integer NOT NULL,
      sealed bytea NOT NULL,
      -- The secret before, which signs as well until then.
      old_key_version integer,
      old_sealed bytea,
      old_until timestamptz,
      version integer NOT NULL DEFAULT 1,
      changed_in jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      CHECK (is_enabled = (off_reason IS NULL)),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX seller_webhook_seller ON seller_webhook (seller_id, platform_id);
    ${tenancy('seller_webhook', { app: 'SELECT, INSERT, UPDATE, DELETE' })}
    COMMENT ON TABLE seller_webhook IS 'One for each address of a system to which a seller has events sent';

    -- Grows with the events of sellers who have webhooks. sellerWebhooks.purge deletes it after 30 days.
    CREATE TABLE seller_webhook_delivery (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      seller_webhook_id uuid NOT NULL,
      event text NOT NULL,
      -- The payment or the cart of the event; the delivery itself for a test. The buyer's data stays there.
      source_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('PAYMENT', 'CART', 'TEST')),
      sale_id uuid,
      happened_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempted_at timestamptz,
      problem text,
      answer_status smallint,
      -- The beginning of the receiver's words.
      answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (seller_webhook_id, event, source_id, platform_id),
      FOREIGN KEY (seller_webhook_id, platform_id) REFERENCES seller_webhook (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX seller_webhook_delivery_due ON seller_webhook_delivery (due_at) WHERE state = 'WAITING';
    CREATE INDEX seller_webhook_delivery_page ON seller_webhook_delivery (seller_webhook_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX seller_webhook_delivery_age ON seller_webhook_delivery (created_at);
    ${tenancy('seller_webhook_delivery', {
      app: 'SELECT, INSERT, UPDATE (state, attempts, due_at, attempted_at, problem, answer_status, answer)',
      jobs: 'SELECT, UPDATE (due_at), DELETE',
    })}
    COMMENT ON TABLE seller_webhook_delivery IS 'One for each event and webhook of a seller to which it is sent'`);
}
