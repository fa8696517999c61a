import type { Knex } from 'knex';
import { tenancy } from './tenancy.ts';

/**
 * Creates the cards that providers store and can delete. Nodes of the version before store cards without a row, which stay at the provider
 * as they did.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE stored_card (
      platform_id uuid NOT NULL,
      id uuid NOT NULL,
      connection_id uuid NOT NULL,
      -- The provider's id of the card; worth nothing without the key of the platform's account.
      card_id text NOT NULL,
      -- The provider's id of the receiver in whose account the card is.
      receiver_id text,
      -- The purchases that name it, and when the last of them did.
      payment_ids uuid[] NOT NULL DEFAULT '{}',
      used_at timestamptz,
      -- From then on no purchase may use it.
      deleting_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      check_at timestamptz NOT NULL,
      PRIMARY KEY (id, platform_id),
      FOREIGN KEY (connection_id, platform_id) REFERENCES provider_connection (id, platform_id) ON DELETE CASCADE
    );
    CREATE INDEX stored_card_due ON stored_card (check_at);
    CREATE INDEX stored_card_connection ON stored_card (connection_id, platform_id);
    ${tenancy('stored_card', { app: 'SELECT, INSERT, UPDATE, DELETE', jobs: 'SELECT, UPDATE (check_at)' })}
    COMMENT ON TABLE stored_card IS 'One for each card that a provider stores; deleted with the card at the provider'`);
}
