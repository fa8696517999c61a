import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds people by their CPF or CNPJ, see people/search.ts. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'person_document', 'ON person (document, platform_id) WHERE document IS NOT NULL');
