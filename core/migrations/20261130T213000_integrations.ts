import type { Knex } from 'knex';
import { CURRENT_PLATFORM, tenancy } from './tenancy.ts';

/** Creates the connections of sellers and platforms to other systems, and the queue of what is sent there. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Grows with sellers who connect a system, up to thirty each. Its owner deletes it.
    CREATE TABLE integration_connection (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      -- Null for the platform's own, which hears of the sales of all sellers.
      seller_id uuid,
      -- The folder of its manifest, and the version of it with which it was saved last.
      integration text NOT NULL,
      integration_version text NOT NULL,
      name text NOT NULL,
      settings jsonb NOT NULL DEFAULT '{}',
      events text[] NOT NULL,
      -- Empty for all products.
      product_ids uuid[] NOT NULL DEFAULT '{}',
      is_enabled boolean NOT NULL DEFAULT true,
      off_reason text CHECK (off_reason IN ('OWNER', 'GONE', 'FAILING')),
      -- The first failure since something arrived; null while what is sent arrives.
      failing_since timestamptz,
      -- The secrets of the form as JSON, and the time at which each was given.
      key_version integer NOT NULL,
      sealed bytea NOT NULL,
      secrets jsonb NOT NULL DEFAULT '{}',
      version integer NOT NULL DEFAULT 1,
      changed_in jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      CHECK (is_enabled = (off_reason IS NULL)),
      FOREIGN KEY (seller_id, platform_id) REFERENCES person (id, platform_id)
    );
    CREATE INDEX integration_connection_seller ON integration_connection (seller_id, platform_id);
    ${tenancy('integration_connection', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT (platform_id)' })}
    COMMENT ON TABLE integration_connection IS 'One for each account of a seller or a platform at another system that hears of sales';

    -- Grows with the events of connected sellers and platforms. integrations.purge deletes it after 30 days.
    CREATE TABLE integration_delivery (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      connection_id uuid NOT NULL,
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
      -- The reason that the other side gave, without secrets and personal data.
      answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (id, platform_id),
      UNIQUE (connection_id, event, source_id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES integration_connection (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX integration_delivery_due ON integration_delivery (due_at) WHERE state = 'WAITING';
    CREATE INDEX integration_delivery_page ON integration_delivery (connection_id, platform_id, created_at DESC, id DESC);
    CREATE INDEX integration_delivery_age ON integration_delivery (created_at);
    ${tenancy('integration_delivery', {
      app: 'SELECT, INSERT, UPDATE (state, attempts, due_at, attempted_at, problem, answer_status, answer)',
      jobs: 'SELECT, UPDATE (due_at), DELETE',
    })}
    ${['integration_connection', 'integration_delivery']
      .map(
        (table) => `CREATE POLICY erasing ON ${table} TO feira_privacy
      USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
    GRANT SELECT ON ${table} TO feira_privacy;`,
      )
      .join('\n')}
    GRANT DELETE ON integration_connection TO feira_privacy;
    GRANT UPDATE (answer, problem) ON integration_delivery TO feira_privacy;
    COMMENT ON TABLE integration_delivery IS 'One for each event and connection to which it is sent'`);
}
