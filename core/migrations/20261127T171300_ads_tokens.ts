import type { Knex } from 'knex';

/** Lets pixels of Google Ads have a token: the key of a service account. Nodes of the version before write no such rows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`ALTER TABLE pixel_token
    DROP CONSTRAINT pixel_token_network_check,
    ADD CONSTRAINT pixel_token_network CHECK (network IN ('facebook', 'tiktok', 'kwai', 'googleAnalytics', 'googleAds')) NOT VALID`);
}
