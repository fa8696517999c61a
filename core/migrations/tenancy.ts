/** Shared by migrations: the two roles of a running node, and row security for one table. Not a migration itself. */
import type { Knex } from 'knex';

/**
 * feira_app: what requests run as; owns nothing, sees one platform at a time. feira_jobs: what sweeps that cross platforms
 * run as; may read and claim work, nothing else. Both are reached by SET ROLE from the login role.
 */
export async function createRoles(knex: Knex): Promise<void> {
  await knex.raw(`
    DO $$
    DECLARE role_name text;
    BEGIN
      FOREACH role_name IN ARRAY ARRAY['feira_app', 'feira_jobs'] LOOP
        BEGIN
          EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', role_name);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END;
        EXECUTE format('GRANT %I TO %I', role_name, current_user);
        EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role_name);
      END LOOP;
    END $$;
  `);
}

interface Grants {
  /** Privileges of feira_app on rows of the platform set for the transaction. */
  app: string;
  /** Privileges of feira_jobs on rows of every platform. */
  jobs?: string;
}

/** Without a platform set, feira_app sees no row: after a commit the setting is '' on a pooled connection, hence nullif. */
export async function enableTenancy(knex: Knex, table: string, grants: Grants): Promise<void> {
  await knex.raw(`
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY one_platform ON ${table} TO feira_app
      USING (platform_id = nullif(current_setting('app.platform_id', true), '')::uuid)
      WITH CHECK (platform_id = nullif(current_setting('app.platform_id', true), '')::uuid);
    GRANT ${grants.app} ON ${table} TO feira_app;
  `);
  if (grants.jobs) {
    await knex.raw(`
      CREATE POLICY every_platform ON ${table} TO feira_jobs USING (true) WITH CHECK (true);
      GRANT ${grants.jobs} ON ${table} TO feira_jobs;
    `);
  }
}
