import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/** Keeps events for a while, so that they can be listed, streamed and sent again, and lets a platform have webhooks of its own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with everything that other systems may hear of. events.purge deletes it after 30 days.
    CREATE TABLE event (
      platform_id uuid NOT NULL,
      -- Follows from what happened, so that a repeat is the same row.
      id uuid NOT NULL,
      type text NOT NULL,
      -- Null where it concerns the platform alone.
      seller_id uuid,
      -- The sale, subscription, cart, payout, receiver, product or person.
      subject_id uuid NOT NULL,
      -- The payment of a sale. The buyer's data stays there.
      payment_id uuid,
      product_ids uuid[] NOT NULL DEFAULT '{}',
      -- What the event holds, where that names nobody.
      data jsonb,
      happened_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id)
    );
    CREATE INDEX event_page ON event (platform_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
    CREATE INDEX event_seller ON event (seller_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX event_subject ON event (subject_id, platform_id, created_at DESC);
    CREATE INDEX event_age ON event (created_at);
    ${tenancy('event', { app: 'SELECT, INSERT', jobs: 'SELECT, DELETE' })}
    COMMENT ON TABLE event IS 'One for each thing that happened of which other systems may hear';

    ALTER TABLE seller_webhook
      -- Null for a webhook of the platform.
      ALTER COLUMN seller_id DROP NOT NULL,
      -- The only sellers of whom a webhook of the platform hears; all where empty.
      ADD COLUMN seller_ids uuid[] NOT NULL DEFAULT '{}',
      -- What happens to one thing is sent in the order in which it happened.
      ADD COLUMN is_ordered boolean NOT NULL DEFAULT false;

    ALTER TABLE seller_webhook_delivery
      ADD COLUMN subject_id uuid,
      -- As its webhook was when it was queued.
      ADD COLUMN is_ordered boolean NOT NULL DEFAULT false,
      DROP CONSTRAINT seller_webhook_delivery_kind_check,
      ADD CONSTRAINT seller_webhook_delivery_kind_check CHECK (kind IN ('EVENT', 'PAYMENT', 'CART', 'TEST')) NOT VALID`);
}
