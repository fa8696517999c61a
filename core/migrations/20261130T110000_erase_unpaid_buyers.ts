import type { Knex } from 'knex';

/** Lets the data of buyers who never paid be erased. What was bought, when, and for how much stays. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE payment ADD COLUMN buyer_erased_at timestamptz;
    COMMENT ON COLUMN payment.buyer_erased_at IS 'When the name, e-mail, document, phone and address of its buyer, who never paid, were erased';
    GRANT UPDATE (buyer_name, buyer_email, buyer_document, buyer_phone, address, referer, utm_query) ON sale TO feira_app;
  `);
}
