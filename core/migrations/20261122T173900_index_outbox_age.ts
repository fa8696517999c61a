import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the published events that system.housekeeping deletes. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'outbox_published', 'ON outbox (published_at) WHERE published_at IS NOT NULL');
