import type { Knex } from 'knex';

/** Notes the sales with physical items that were made before there were lists of shipments, the newest first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    INSERT INTO shipment_listing_due (platform_id, sale_id)
    SELECT s.platform_id, s.id FROM sale s
    WHERE EXISTS (SELECT FROM sale_item i WHERE i.platform_id = s.platform_id AND i.sale_id = s.id AND i.is_tangible)
      AND EXISTS (SELECT FROM payment p WHERE p.platform_id = s.platform_id AND p.sale_id = s.id AND p.approved_at IS NOT NULL)
    ORDER BY s.created_at DESC, s.id DESC`);
}
