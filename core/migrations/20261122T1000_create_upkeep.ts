import type { Knex } from 'knex';

/** Creates functions that run with the rights of the database's owner: a running node calls them and owns nothing itself. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Analyses tables in which as many rows were written as the planner knows of, and returns their names. Autovacuum does the
    -- same, but late and slowly, and a shop's first day is over soon. A table that somebody else analyses now is passed over.
    CREATE FUNCTION analyze_grown_tables() RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
      DECLARE grown regclass;
      BEGIN
        FOR grown IN
          SELECT c.oid FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
          WHERE s.schemaname IN ('public', 'pgboss') AND s.n_mod_since_analyze > greatest(c.reltuples, 200) ORDER BY 1
        LOOP
          EXECUTE format('ANALYZE (SKIP_LOCKED) %s', grown);
          RETURN NEXT grown::text;
        END LOOP;
      END $$;
    REVOKE EXECUTE ON FUNCTION analyze_grown_tables() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION analyze_grown_tables() TO feira_jobs;
  `);
}
