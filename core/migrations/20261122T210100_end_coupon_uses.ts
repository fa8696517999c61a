import type { Knex } from 'knex';

const ENDED = (row: string) => `(${row}.status IN ('REJECTED', 'CANCELED') AND NOT ${row}.is_provisional)`;

/** Gives the use of a coupon back when its payment ends unpaid, and takes it again when that payment is paid all the same. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION end_coupon_use() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE coupon_use SET is_ended = ${ENDED('NEW')} WHERE platform_id = NEW.platform_id AND sale_id = NEW.sale_id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER end_coupon_use AFTER UPDATE OF status, is_provisional ON payment FOR EACH ROW
      WHEN (${ENDED('OLD')} IS DISTINCT FROM ${ENDED('NEW')}) EXECUTE FUNCTION end_coupon_use();
  `);
}
