/** Reads and writes the rows of roll-outs, and the outcomes of the payments that used either version. */
import type { ROLLOUT_STATES } from '@feira/schemas/procedures/connections';
import type { Statement } from '../../plugins/database.ts';

export type RolloutState = (typeof ROLLOUT_STATES)[number];
/** UNHEALTHY_NODE also stands beside PREPARING: a node cannot load the version. */
export type RolloutReason = 'PERSON' | 'ERROR_RATE' | 'UNRECOGNISED_STATUS' | 'UNHEALTHY_NODE';

export interface RolloutRow {
  id: string;
  connectionId: string;
  connectionName: string;
  provider: string;
  fromVersion: string;
  toVersion: string;
  share: number;
  state: RolloutState;
  reason: string | null;
  startedBy: string;
  createdAt: Date;
  canaryAt: Date | null;
  endedAt: Date | null;
}

const COLUMNS = `r.id, r.connection_id, c.name AS connection_name, c.provider, r.from_version, r.to_version, r.share, r.state,
  r.reason, r.started_by_name AS started_by, r.created_at, r.canary_at, r.ended_at`;
const FROM = `connection_rollout r JOIN provider_connection c ON c.platform_id = r.platform_id AND c.id = r.connection_id`;

/** Selects the newest roll-outs of each connection, the open one first. */
export const selectRollouts = (
  platformId: string,
  connectionIds: readonly string[],
  most: number,
): Statement<RolloutRow> => ({
  text: `SELECT ${COLUMNS} FROM unnest($2::uuid[]) AS wanted(id) CROSS JOIN LATERAL (
      SELECT * FROM connection_rollout WHERE platform_id = $1 AND connection_id = wanted.id
      ORDER BY ended_at IS NULL DESC, created_at DESC, id DESC LIMIT $3) AS r
    JOIN provider_connection c ON c.platform_id = r.platform_id AND c.id = r.connection_id
    ORDER BY r.ended_at IS NULL DESC, r.created_at DESC, r.id DESC`,
  values: [platformId, connectionIds, most],
});

export const selectOpen = (platformId: string, connectionId: string): Statement<RolloutRow> => ({
  text: `SELECT ${COLUMNS} FROM ${FROM} WHERE r.platform_id = $1 AND r.connection_id = $2 AND r.ended_at IS NULL`,
  values: [platformId, connectionId],
});

/** Reads all platforms as the jobs role. */
export const OPEN_ROLLOUTS = 'connection_rollout WHERE ended_at IS NULL';

export const selectAllOpen = (limit: number): Statement<{ platformId: string; id: string; connectionId: string }> => ({
  text: `SELECT platform_id, id, connection_id FROM ${OPEN_ROLLOUTS}
    ORDER BY created_at, id LIMIT $1`,
  values: [limit],
});

/** Selects the versions that a connection has used or is switching to, newest first. */
export const selectVersions = (platformId: string, connectionId: string): Statement<{ version: string }> => ({
  text: `SELECT version FROM (
      SELECT unnest(ARRAY[to_version, from_version]) AS version, created_at FROM connection_rollout
      WHERE platform_id = $1 AND connection_id = $2) AS gone
    GROUP BY version ORDER BY max(created_at) DESC LIMIT 20`,
  values: [platformId, connectionId],
});

/** Returns no row when the connection has an open roll-out already. */
export const insertRollout = (
  platformId: string,
  rollout: {
    id: string;
    connectionId: string;
    fromVersion: string;
    toVersion: string;
    share: number;
    startedBy: string;
  },
): Statement => ({
  text: `INSERT INTO connection_rollout (platform_id, id, connection_id, from_version, to_version, share, started_by_name)
    SELECT $1, $2, $3, $4, $5, $6, $7 FROM provider_connection c
    WHERE c.platform_id = $1 AND c.id = $3 AND c.version = $4
    ON CONFLICT (platform_id, connection_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
  values: [
    platformId,
    rollout.id,
    rollout.connectionId,
    rollout.fromVersion,
    rollout.toVersion,
    rollout.share,
    rollout.startedBy,
  ],
});

/** Returns no row when the roll-out has left the state meanwhile, so that only one of several nodes moves it. */
export const moveRollout = (
  platformId: string,
  id: string,
  move: { from: readonly RolloutState[]; to: RolloutState; reason: RolloutReason | null },
): Statement => ({
  text: `UPDATE connection_rollout SET state = $4, reason = $5,
      canary_at = CASE WHEN $4 = 'CANARY' THEN now() ELSE canary_at END,
      ended_at = CASE WHEN $4 IN ('PROMOTED', 'ROLLED_BACK') THEN now() END
    WHERE platform_id = $1 AND id = $2 AND state = ANY($3) AND ended_at IS NULL RETURNING id`,
  values: [platformId, id, move.from, move.to, move.reason],
});

/** Stores why a roll-out does not proceed. Does nothing when the same reason is stored already. */
export const explainRollout = (platformId: string, id: string, reason: RolloutReason | null): Statement => ({
  text: `UPDATE connection_rollout SET reason = $3
    WHERE platform_id = $1 AND id = $2 AND state = 'PREPARING' AND reason IS DISTINCT FROM $3`,
  values: [platformId, id, reason],
});

export const changeShare = (platformId: string, id: string, share: number): Statement => ({
  text: 'UPDATE connection_rollout SET share = $3 WHERE platform_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id',
  values: [platformId, id, share],
});

/** Selects the rollout that brought a connection the version that it has; none where a package or a person set it in another way. */
export const selectPromoted = (platformId: string, connectionId: string): Statement<RolloutRow> => ({
  text: `SELECT ${COLUMNS} FROM ${FROM} WHERE r.platform_id = $1 AND r.connection_id = $2 AND r.state = 'PROMOTED' AND r.to_version = c.version
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
  values: [platformId, connectionId],
});

/** Writes a rollout that is over at once: the way back to the version before. */
export const insertReturn = (
  platformId: string,
  { id, rollout, startedBy }: { id: string; rollout: RolloutRow; startedBy: string },
): Statement => ({
  text: `INSERT INTO connection_rollout (platform_id, id, connection_id, from_version, to_version, share, started_by_name, state, reason, canary_at,
      ended_at)
    VALUES ($1, $2, $3, $4, $5, 100, $6, 'PROMOTED', 'PERSON', now(), now())`,
  values: [platformId, id, rollout.connectionId, rollout.fromVersion, rollout.toVersion, startedBy],
});

/** Returns no row when the connection has switched to yet another version. */
export const switchVersion = (platformId: string, rollout: RolloutRow): Statement => ({
  text: 'UPDATE provider_connection SET version = $3 WHERE platform_id = $1 AND id = $2 AND version = $4 RETURNING id',
  values: [platformId, rollout.connectionId, rollout.toVersion, rollout.fromVersion],
});

export interface Outcomes {
  attempts: number;
  approved: number;
  refused: number;
  failed: number;
  unknown: number;
  unrecognised: number;
}

/** At most this many of the newest attempts are counted for each version. */
const MOST_COUNTED = 5_000;

/**
 * Counts the outcomes of each version's attempts since the canary began. Open attempts are left out, because slow ones would count as
 * successes. An attempt without an answer counts as lost even if the charge was found later.
 */
export const selectOutcomes = (platformId: string, rollout: RolloutRow): Statement<Outcomes & { version: string }> => ({
  text: `SELECT a.provider_version AS version, count(*)::int AS attempts,
      (count(*) FILTER (WHERE e.is_approved))::int AS approved,
      (count(*) FILTER (WHERE a.state = 'ANSWERED' AND e.is_refused AND NOT e.is_approved))::int AS refused,
      (count(*) FILTER (WHERE a.state IN ('NOT_SENT', 'REFUSED')))::int AS failed,
      (count(*) FILTER (WHERE a.state IN ('UNKNOWN', 'PARKED') OR (a.state = 'ANSWERED' AND NOT e.is_answered)))::int AS unknown,
      (count(*) FILTER (WHERE e.is_unrecognised))::int AS unrecognised
    FROM unnest($3::text[]) AS wanted(version) CROSS JOIN LATERAL (
      SELECT * FROM payment_attempt
      WHERE platform_id = $1 AND connection_id = $2 AND provider_version = wanted.version AND state <> 'CREATED'
        AND created_at >= $4 AND created_at <= coalesce($5, 'infinity'::timestamptz)
      ORDER BY created_at DESC LIMIT ${MOST_COUNTED}) AS a
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_or(status = 'APPROVED' AND is_recognised), false) AS is_approved,
        coalesce(bool_or(status = 'REJECTED' AND is_recognised), false) AS is_refused,
        coalesce(bool_or(source = 'answer'), false) AS is_answered, coalesce(bool_or(NOT is_recognised), false) AS is_unrecognised
      FROM payment_evidence
      WHERE platform_id = a.platform_id AND payment_id = a.payment_id AND attempt_id = a.id) AS e
    GROUP BY a.provider_version`,
  values: [
    platformId,
    rollout.connectionId,
    [rollout.fromVersion, rollout.toVersion],
    rollout.canaryAt,
    rollout.endedAt,
  ],
});
