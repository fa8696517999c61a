import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Tells whether an offer was ever bought. */
export const up = (knex: Knex): Promise<void> => buildIndex(knex, 'sale_offer', 'ON sale (offer_id)');
