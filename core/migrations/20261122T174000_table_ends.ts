import type { Knex } from 'knex';

/** Lets system.housekeeping delete published events of the outbox, and audit events that are more than a year old; see docs/tables.md. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    GRANT DELETE ON outbox TO feira_jobs;
    GRANT SELECT (platform_id, id) ON abandoned_cart TO feira_jobs;

    -- Nothing deletes them: sales refer to them.
    REVOKE DELETE ON product, offer, order_bump, delivery_option FROM feira_app;

    -- Whatever the settings say, younger events can be deleted by nobody but the database's owner.
    CREATE POLICY old_events ON audit_event TO feira_jobs USING (created_at < now() - interval '365 days');
    GRANT SELECT (platform_id, id, created_at), DELETE ON audit_event TO feira_jobs;`);
}
