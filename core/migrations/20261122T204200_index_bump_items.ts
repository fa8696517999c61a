import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Tells whether an offer was ever bought as an order bump. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'sale_item_bump', 'ON sale_item (offer_id) WHERE order_bump_id IS NOT NULL');
