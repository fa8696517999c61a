import type { Knex } from 'knex';

/** Webhooks come by GET as well, at addresses with an end of their own, and several events in one request. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE webhook
      ADD COLUMN method text NOT NULL DEFAULT 'POST',
      -- The end of the address after the token.
      ADD COLUMN path text NOT NULL DEFAULT '',
      -- Of one event of several: the request that brought it and holds its body, and its place there.
      ADD COLUMN batch_id uuid,
      ADD COLUMN part smallint
  `);
}
