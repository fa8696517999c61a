import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds people by their whole phone, see people/search.ts. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'person_phone', 'ON person (phone, platform_id) WHERE phone IS NOT NULL');
