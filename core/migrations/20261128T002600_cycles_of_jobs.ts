import type { Knex } from 'knex';

/** Lets the outbox, which publishes the events of every platform, see which of them have paid their cycle already. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE POLICY every_platform ON subscription_cycle TO feira_jobs USING (true) WITH CHECK (true);
    GRANT SELECT ON subscription_cycle TO feira_jobs`);
}
