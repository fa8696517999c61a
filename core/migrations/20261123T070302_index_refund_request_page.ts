import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Lists the requests of a whole platform (ofWholePlatform). */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(
    knex,
    'refund_request_page',
    `ON refund_request (platform_id, created_at DESC, id DESC) WHERE created_at > '-infinity'`,
  );
