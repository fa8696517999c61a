import type { Knex } from 'knex';

/** Lets session.purge delete in batches, which it names by their keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    GRANT SELECT (id, platform_id, impersonator_session_id) ON session TO feira_jobs;
    GRANT SELECT (id, platform_id) ON one_time_token TO feira_jobs;
    GRANT SELECT (key, platform_id) ON sign_in_attempt TO feira_jobs;
  `);
}
