import type { Knex } from 'knex';

/** Validates when connections issue invoices, without a lock that others wait for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE integration_connection VALIDATE CONSTRAINT integration_connection_invoice_when');
}
