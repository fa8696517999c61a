import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the few people whose name or e-mail contains a text, see people/search.ts. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'person_grams', 'ON person USING gin ((text_grams(search_text, 2) || text_grams(search_text, 3)))');
