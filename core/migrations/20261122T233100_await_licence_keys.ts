import type { Knex } from 'knex';

/**
 * Notes in the transaction of an approval which licence keys the sale waits for. Handing them out is left to a transaction of its own, so
 * that no payment ever waits for keys.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION await_licence_keys() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM await_licence_keys(NEW.platform_id, NEW.sale_id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER await_licence_keys AFTER UPDATE OF status ON payment FOR EACH ROW
      WHEN (NEW.status = 'APPROVED' AND OLD.status <> 'APPROVED') EXECUTE FUNCTION await_licence_keys();
  `);
}
