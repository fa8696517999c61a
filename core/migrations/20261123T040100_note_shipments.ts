import type { Knex } from 'knex';

const MONEY = (row: string) => `(${row}.status, ${row}.is_provisional, ${row}.returning_amount >= ${row}.amount)`;

/** Notes the sales with physical items whose money came, or went back. A purchase that nobody paid yet is not noted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TRIGGER note_shipment_of_paid AFTER INSERT ON payment FOR EACH ROW
      WHEN (NEW.status = 'APPROVED') EXECUTE FUNCTION note_shipment();
    CREATE TRIGGER note_shipment_of_changed AFTER UPDATE OF status, is_provisional, returning_amount ON payment FOR EACH ROW
      WHEN (${MONEY('OLD')} IS DISTINCT FROM ${MONEY('NEW')}) EXECUTE FUNCTION note_shipment();
  `);
}
