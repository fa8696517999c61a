import type { Knex } from 'knex';
import { announceChanges } from './tenancy.ts';

/** Nodes remember with an offer whether it takes a coupon. Uses write no row of `coupon`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(announceChanges('coupon'));
}
