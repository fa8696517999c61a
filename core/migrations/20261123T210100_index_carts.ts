import type { Knex } from 'knex';
import { buildIndex } from './concurrently.ts';

export const config = { transaction: false };

/** Finds the carts of a seller's list, those that are due, the one of a resume link, those of a buyer and of a sale, and those to erase. */
export async function up(knex: Knex): Promise<void> {
  const table = 'ON abandoned_cart';
  await buildIndex(
    knex,
    'abandoned_cart_seller',
    `${table} (seller_id, platform_id, abandoned_at DESC, id DESC) WHERE abandoned_at IS NOT NULL`,
  );
  await buildIndex(knex, 'abandoned_cart_due', `${table} (due_at) WHERE due_at IS NOT NULL`);
  await buildIndex(knex, 'abandoned_cart_resume', `${table} (resume_token, platform_id)`, 'UNIQUE');
  await buildIndex(knex, 'abandoned_cart_buyer', `${table} (email_lower, platform_id)`);
  await buildIndex(knex, 'abandoned_cart_sale', `${table} (recovered_by, platform_id) WHERE recovered_by IS NOT NULL`);
  await buildIndex(knex, 'abandoned_cart_purge', `${table} (purge_at) WHERE erased_at IS NULL`);
}
