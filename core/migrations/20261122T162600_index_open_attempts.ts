import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the calls under way of a node that is gone. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'payment_attempt_open', `ON payment_attempt (node_id) WHERE state = 'CREATED'`);
