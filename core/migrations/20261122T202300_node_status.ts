import type { Knex } from 'knex';

/** What the masters' status page shows of nodes, and of the alerts that they logged. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE node
      ADD COLUMN version text,
      -- By how many ms the clock of its machine is ahead of the database's.
      ADD COLUMN clock_ahead_ms integer;

    -- The alerts of all nodes, counted by the hour. Grows by a few rows an hour; system.housekeeping deletes them after a week.
    CREATE TABLE alert_hour (
      alert text NOT NULL,
      hour timestamptz NOT NULL,
      count integer NOT NULL,
      last_at timestamptz NOT NULL,
      PRIMARY KEY (alert, hour)
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON alert_hour TO feira_jobs;

    CREATE POLICY every_platform ON connection_circuit TO feira_jobs USING (true) WITH CHECK (true);
    GRANT SELECT ON connection_circuit TO feira_jobs;
  `);
}
