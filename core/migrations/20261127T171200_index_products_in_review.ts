import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** The inbox of each administrator counts the products that wait for a review. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'product_in_review', "ON product (status, platform_id) WHERE status = 'IN_REVIEW'");
}
