import type { Knex } from 'knex';
import { enableTenancy } from './tenancy.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The inbox: one raw event a row, and its own queue, so that taking one in costs one insert.
    CREATE TABLE webhook (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      connection_id uuid NOT NULL,
      headers jsonb NOT NULL,
      query jsonb NOT NULL,
      body bytea NOT NULL,
      state text NOT NULL DEFAULT 'RECEIVED' CHECK (state IN ('RECEIVED', 'PROCESSED', 'IGNORED', 'PARKED')),
      reason text,
      payment_id uuid,
      attempts smallint NOT NULL DEFAULT 0,
      next_attempt_at timestamptz DEFAULT now(),
      received_at timestamptz NOT NULL DEFAULT now(),
      processed_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, connection_id) REFERENCES provider_connection (platform_id, id),
      CHECK (state <> 'PARKED' OR reason IS NOT NULL)
    );
    CREATE INDEX webhook_due ON webhook (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

    -- Facts for the rest of the world, written in the transaction that made them true.
    CREATE TABLE outbox (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      type text NOT NULL,
      payment_id uuid NOT NULL,
      payload jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      published_at timestamptz,
      PRIMARY KEY (platform_id, id),
      FOREIGN KEY (platform_id, payment_id) REFERENCES payment (platform_id, id)
    );
    CREATE INDEX outbox_unpublished ON outbox (created_at) WHERE published_at IS NULL;
    CREATE INDEX outbox_payment ON outbox (payment_id);

    -- Nodes keep offers and connections in memory; a change of any row tells all of them at commit.
    CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('feira_cache', coalesce(NEW.platform_id, OLD.platform_id)::text);
        RETURN NULL;
      END $$;
  `);
  for (const table of [
    'platform',
    'platform_key',
    'person',
    'product',
    'offer',
    'order_bump',
    'delivery_option',
    'provider_connection',
    'provider_credential',
  ]) {
    await knex.raw(
      `CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION announce_change()`,
    );
  }
  await enableTenancy(knex, 'webhook', {
    app: 'SELECT, INSERT, UPDATE',
    jobs: 'SELECT, UPDATE (attempts, next_attempt_at)',
  });
  await enableTenancy(knex, 'outbox', { app: 'SELECT, INSERT', jobs: 'SELECT, UPDATE (published_at)' });
}
