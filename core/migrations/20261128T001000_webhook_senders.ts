import type { Knex } from 'knex';

/** Keeps the address that an event came from where its provider publishes it. Nodes of the version before leave it empty. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE webhook
    -- Null where the provider publishes no addresses, or the event came from another: nobody else's address is kept.
    ADD COLUMN sender_address inet`);
}
