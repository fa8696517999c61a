import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Lists the requests in one state, those that wait above all. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'refund_request_state', `ON refund_request (state, platform_id, created_at DESC, id DESC)`);
