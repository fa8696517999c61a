import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the invitations of a person, and those that contracts.purge deletes. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'co_production_email', 'ON co_production (email, created_at DESC) WHERE person_id IS NULL');
