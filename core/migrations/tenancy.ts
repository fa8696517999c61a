/** Defines SQL that the migrations share: the two roles of a running node, row security, and news of changes. It is no migration itself. */

/** The platform that a transaction is set to; null where none is: after a commit the setting is '' on a pooled connection. */
export const CURRENT_PLATFORM = `nullif(current_setting('app.platform_id', true), '')::uuid`;

/**
 * feira_app: what requests run as; owns nothing, sees one platform at a time. feira_jobs: what sweeps that cross platforms
 * run as; may read and claim work, nothing else. Both are reached by SET ROLE from the login role.
 */
export const CREATE_ROLES = `
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
  END $$;`;

interface Grants {
  /** Privileges of feira_app on rows of the platform set for the transaction. */
  app: string;
  /** Privileges of feira_jobs on rows of every platform. */
  jobs?: string;
}

/** Row security and grants of one table. Without a platform set, feira_app sees no row. */
export const tenancy = (table: string, { app, jobs }: Grants) => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY one_platform ON ${table} TO feira_app
    USING (platform_id = ${CURRENT_PLATFORM}) WITH CHECK (platform_id = ${CURRENT_PLATFORM});
  GRANT ${app} ON ${table} TO feira_app;
  ${
    jobs
      ? `CREATE POLICY every_platform ON ${table} TO feira_jobs USING (true) WITH CHECK (true);
  GRANT ${jobs} ON ${table} TO feira_jobs;`
      : ''
  }`;

/** Nodes keep rows of this table in memory: a change of any row tells all of them at commit. */
export const announceChanges = (table: string) =>
  `CREATE TRIGGER announce_change AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION announce_change();`;
