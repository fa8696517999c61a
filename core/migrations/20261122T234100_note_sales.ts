import type { Knex } from 'knex';

/** Notes the sales that were made before their terms were kept, the newest first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    INSERT INTO sale_search_due (platform_id, sale_id) SELECT platform_id, id FROM sale ORDER BY created_at DESC, id DESC`);
}
