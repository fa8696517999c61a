import type { Knex } from 'knex';

/**
 * Databases that this platform came to run on, and until when nothing was sent from each. A database that was restored has lost what
 * happened since: it must not send that a second time. Nodes of the version before know no hold and send on.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Restoring makes another database, or another timeline of the same server. A server that does not tell either is known by the rest.
    CREATE FUNCTION database_identity() RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      server text := '';
      timeline text := '';
    BEGIN
      BEGIN
        SELECT system_identifier INTO server FROM pg_control_system();
        timeline := left(pg_walfile_name(pg_current_wal_lsn()), 8);
      EXCEPTION WHEN OTHERS THEN NULL;
      END;
      RETURN format('%s:%s:%s', server, timeline, (SELECT oid FROM pg_database WHERE datname = current_database()));
    END $$;

    CREATE TABLE outgoing_hold (
      began_at timestamptz PRIMARY KEY DEFAULT clock_timestamp(),
      -- FIRST: the database was new. RESTORED: a node found rows of another database. SETTING: HOLD_OUTGOING.
      cause text NOT NULL CHECK (cause IN ('FIRST', 'RESTORED', 'SETTING')),
      database_identity text NOT NULL DEFAULT database_identity(),
      released_at timestamptz,
      released_by text
    );
    COMMENT ON TABLE outgoing_hold IS 'One for each restore and each use of HOLD_OUTGOING; kept, because it says when nothing was sent';
    CREATE UNIQUE INDEX outgoing_hold_database ON outgoing_hold (database_identity) WHERE cause <> 'SETTING';
    CREATE UNIQUE INDEX outgoing_hold_setting ON outgoing_hold (cause) WHERE cause = 'SETTING' AND released_at IS NULL;
    GRANT SELECT, INSERT, UPDATE (released_at, released_by) ON outgoing_hold TO feira_jobs;

    -- Returns the hold that is open, if any. It begins one where the database is another than before, or where the caller wants one, and
    -- makes due what may have been sent already.
    CREATE FUNCTION read_outgoing_hold(is_wanted boolean) RETURNS SETOF outgoing_hold LANGUAGE plpgsql AS $$
    DECLARE
      begun integer;
    BEGIN
      WITH wanted AS (
        SELECT CASE WHEN EXISTS (SELECT 1 FROM outgoing_hold) THEN 'RESTORED' ELSE 'FIRST' END AS cause
        WHERE NOT EXISTS (SELECT 1 FROM outgoing_hold WHERE database_identity = database_identity())
        UNION ALL SELECT 'SETTING' WHERE is_wanted AND NOT EXISTS (SELECT 1 FROM outgoing_hold WHERE released_at IS NULL)
      ), made AS (
        INSERT INTO outgoing_hold (cause, released_at) SELECT cause, CASE cause WHEN 'FIRST' THEN now() END FROM wanted
        ON CONFLICT DO NOTHING RETURNING released_at
      )
      SELECT count(*) INTO begun FROM made WHERE released_at IS NULL;
      IF begun > 0 THEN
        UPDATE withdrawal SET next_check_at = now() WHERE state IN ('WAITING', 'APPROVED');
        UPDATE refund SET next_check_at = now() WHERE state = 'REQUESTED';
      END IF;
      RETURN QUERY SELECT * FROM outgoing_hold WHERE released_at IS NULL ORDER BY began_at DESC LIMIT 1;
    END $$;
  `);
}
