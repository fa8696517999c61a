import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Tells which events of payments concern a subscription. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(knex, 'subscription_sale_payment', 'ON subscription_sale (payment_id)');
