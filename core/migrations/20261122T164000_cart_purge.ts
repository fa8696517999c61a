import type { Knex } from 'knex';

/** A cart is purged 30 days after its last change, by carts.purge. It grows with visitors and offers: each visitor has one cart of an offer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE POLICY every_platform ON abandoned_cart TO feira_jobs USING (true) WITH CHECK (true);
    GRANT SELECT (updated_at), DELETE ON abandoned_cart TO feira_jobs;
    COMMENT ON TABLE abandoned_cart IS 'One for each visitor and offer; deleted 30 days after its last change';`);
}
