import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Lets a webhook that wants its events in order find what waits before a delivery. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'seller_webhook_delivery_waiting',
    `ON seller_webhook_delivery (seller_webhook_id, subject_id, happened_at) WHERE state = 'WAITING'`,
  );
}
