import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the calls that wait for a person. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'payment_attempt_parked', `ON payment_attempt (created_at DESC, id DESC) WHERE state = 'PARKED'`);
