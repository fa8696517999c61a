import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the purchases of a test. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(
    knex,
    'sale_checkout_test',
    'ON sale (checkout_test_id, checkout_version_id) WHERE checkout_test_id IS NOT NULL',
  );
