import type { Knex } from 'knex';

/** Asks buyers for what a seller wants to know besides. Nodes of the version before ask nothing more. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE offer ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '[]';
    COMMENT ON COLUMN offer.custom_fields IS 'The fields that the checkout asks for besides its own';
    ALTER TABLE sale ADD COLUMN custom_fields jsonb;
    COMMENT ON COLUMN sale.custom_fields IS 'The labels of the offer''s own fields with what the buyer has typed';
    GRANT UPDATE (custom_fields) ON sale TO feira_app, feira_privacy;
  `);
}
