import type { Knex } from 'knex';

/** Notes the customers who ordered before they were kept. Purchases go on meanwhile. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    INSERT INTO customer (platform_id, seller_id, email, created_at)
    SELECT platform_id, seller_id, buyer_email_lower, min(created_at) FROM (
      SELECT platform_id, seller_id, buyer_email_lower, created_at FROM sale
      UNION ALL SELECT platform_id, seller_id, buyer_email_lower, created_at FROM subscription
    ) AS ordered
    WHERE buyer_email_lower NOT LIKE '%@erased.invalid'
    GROUP BY platform_id, seller_id, buyer_email_lower ORDER BY 3, 2
    ON CONFLICT (email, seller_id, platform_id) DO NOTHING`);
}
