import type { Knex } from 'knex';

/** Says when the ledgers were audited and the database was dumped last, for the masters' status page and the metrics. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE upkeep_run (
      kind text PRIMARY KEY CHECK (kind IN ('LEDGER_AUDIT', 'DUMP')),
      ended_at timestamptz NOT NULL DEFAULT now(),
      -- The facts that did not hold; of a dump always 0.
      problems integer NOT NULL DEFAULT 0 CHECK (problems >= 0)
    );
    COMMENT ON TABLE upkeep_run IS 'The last run of each kind; the next one takes its place';
    GRANT SELECT, INSERT, UPDATE ON upkeep_run TO feira_jobs;

    -- The role that dumps the database may read everything and write nothing else than this.
    CREATE FUNCTION record_dump() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      INSERT INTO public.upkeep_run (kind) VALUES ('DUMP') ON CONFLICT (kind) DO UPDATE SET ended_at = now()
    $$;
    REVOKE EXECUTE ON FUNCTION record_dump() FROM PUBLIC;
  `);
}
