import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Lets an event find the webhooks of its platform. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'seller_webhook_own', 'ON seller_webhook (platform_id) WHERE seller_id IS NULL');
}
