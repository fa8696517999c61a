/**
 * Reads the facts of the masters' status page. Each statement reads a small table, or a bounded number of rows by an index. Runs as the
 * role of jobs.
 */
import type { getStatus } from '@feira/schemas/procedures/system';
import { JOB_SCHEMA } from '../../job-schema.ts';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';

/** The caller's platform and those that it operates. */
const PLATFORMS = 'SELECT platform_id, name FROM platform WHERE platform_id = $1 OR operator_id = $1';
const MOST_ROWS = 200;
const MOST_CALLS = 200;

export const selectIsOperated = (platformId: string): Statement<{ isOperated: boolean }> => ({
  text: 'SELECT operator_id IS NOT NULL AS is_operated FROM platform WHERE platform_id = $1',
  values: [platformId],
});

export interface NodeRow {
  id: string;
  name: string;
  version: string | null;
  startedAt: Date;
  seenAt: Date;
  isLive: boolean;
  clockAheadMs: number | null;
}

export const selectNodes = (liveSeconds: number): Statement<NodeRow> => ({
  text: `SELECT id, name, version, started_at, seen_at, clock_ahead_ms,
      seen_at > now() - make_interval(secs => $1) AS is_live
    FROM node ORDER BY is_live DESC, started_at, id LIMIT ${MOST_ROWS}`,
  values: [liveSeconds],
});

/** The job engine counts its queues itself, every few minutes. */
export const SELECT_FAILED_JOBS: Statement<{ queue: string; failed: number; countedAt: Date | null }> = {
  text: `SELECT name AS queue, failed_count AS failed, monitor_on AS counted_at FROM ${JOB_SCHEMA}.queue
    WHERE failed_count > 0 ORDER BY failed_count DESC, name LIMIT ${MOST_ROWS}`,
  values: [],
};

interface AlertCount extends Record<'alert', string> {
  count: number;
}

export const SELECT_ALERTS: Statement<AlertCount & { lastAt: Date }> = {
  text: `SELECT alert, sum(count)::int AS count, max(last_at) AS last_at FROM alert_hour
    WHERE hour > now() - interval '24 hours' GROUP BY alert ORDER BY count DESC, alert LIMIT ${MOST_ROWS}`,
  values: [],
};

/** Adds what a node has counted since it was asked last. */
export const countAlerts = (counts: readonly AlertCount[]): Statement => ({
  text: `INSERT INTO alert_hour (alert, hour, count, last_at)
    SELECT n.alert, date_trunc('hour', now()), n.count, now() FROM jsonb_to_recordset($1::jsonb) AS n(alert text, count integer)
    ON CONFLICT (alert, hour) DO UPDATE SET count = alert_hour.count + excluded.count, last_at = excluded.last_at`,
  values: [JSON.stringify(counts)],
});

interface ConnectionRow extends RowOf<typeof getStatus, 'connections'> {}

export const selectConnectionHealth = (platformId: string): Statement<ConnectionRow> => ({
  text: `
    SELECT c.platform_id, owner.name AS platform_name, c.id AS connection_id, c.name, c.provider, k.open_until AS rests_until,
      left(k.reason, 40) AS reason, made.*
    FROM (${PLATFORMS}) owner
    JOIN provider_connection c ON c.platform_id = owner.platform_id AND c.status = 'ENABLED'
    LEFT JOIN connection_circuit k ON k.platform_id = c.platform_id AND k.connection_id = c.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS calls,
        (count(*) FILTER (WHERE a.state IN ('NOT_SENT', 'REFUSED', 'UNKNOWN', 'PARKED')))::int AS failed,
        (count(*) FILTER (WHERE p.status IN ('APPROVED', 'REFUNDED', 'CHARGEBACK')))::int AS approved
      FROM (
        SELECT state, payment_id FROM payment_attempt
        WHERE connection_id = c.id AND platform_id = c.platform_id AND created_at > now() - interval '24 hours'
        ORDER BY created_at DESC, id DESC LIMIT ${MOST_CALLS}
      ) a JOIN payment p ON p.id = a.payment_id AND p.platform_id = c.platform_id
    ) made
    ORDER BY k.open_until IS NULL, owner.name, c.name, c.id LIMIT ${MOST_ROWS}`,
  values: [platformId],
});

interface RunRow extends RowOf<typeof getStatus, 'reconciliations'> {}

export const selectLastRuns = (platformId: string): Statement<RunRow> => ({
  text: `
    SELECT owner.platform_id, owner.name AS platform_name, run.*
    FROM (${PLATFORMS}) owner
    CROSS JOIN LATERAL (
      SELECT to_char(day, 'YYYY-MM-DD') AS day, finished_at, found, unanswered FROM reconciliation
      WHERE platform_id = owner.platform_id AND started_at > '-infinity' ORDER BY started_at DESC, id DESC LIMIT 1
    ) run
    ORDER BY owner.name, owner.platform_id LIMIT ${MOST_ROWS}`,
  values: [platformId],
});
