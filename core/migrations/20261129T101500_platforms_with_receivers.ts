import type { Knex } from 'knex';

/** Lets the role of jobs see which platforms report events to systems of sellers or to ad networks: those of others cost no job. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    GRANT SELECT (platform_id) ON seller_webhook, pixel_token TO feira_jobs;
    CREATE POLICY every_platform ON seller_webhook TO feira_jobs USING (true) WITH CHECK (true);
    CREATE POLICY every_platform ON pixel_token TO feira_jobs USING (true) WITH CHECK (true);
  `);
}
