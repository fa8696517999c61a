import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the carts that carts.purge deletes. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'abandoned_cart_age', 'ON abandoned_cart (updated_at)');
