import type { Knex } from 'knex';

/**
 * Lets searches find letters that are written as a letter and an accent of its own, as some keyboards and files have them. What was stored so is
 * folded anew when its row changes, and sales by their sweep. Nodes of the version before search as they did.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(translate(normalize(value, NFC),
        'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnAAAAAEEEEIIIIOOOOOUUUUCN'));
    INSERT INTO sale_search_due (platform_id, sale_id) SELECT platform_id, id FROM sale WHERE buyer_name IS NOT NFC NORMALIZED`);
}
