import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the calls under way of a node that is gone. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'withdrawal_open', `ON withdrawal (node_id) WHERE state = 'SENDING'`);
  await buildIndex(knex, 'refund_open', `ON refund (node_id) WHERE state = 'SENDING'`);
  await buildIndex(knex, 'receiver_open', `ON receiver (node_id) WHERE state = 'REQUESTED'`);
}
