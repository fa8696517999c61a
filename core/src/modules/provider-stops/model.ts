/** Reads and writes the stops of providers. Row security shows a platform its own stops and those of its operator. */
import type { listStops } from '@feira/schemas/procedures/provider-stops';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

export const STOPS: List<RowOf<typeof listStops, 'stops'>, object> = {
  isFresh: true,
  sql: () => ({
    columns: 's.id, s.provider, s.version, s.reason, s.stopped_at, s.stopped_by, s.lifted_at, s.lifted_by',
    from: 'provider_stop s',
    where: ['s.platform_id = $1'],
    order: newestFirst('s', 's.stopped_at'),
  }),
};

export interface UseRow {
  provider: string;
  version: string;
  connections: number;
}

/** Counts the enabled connections of one platform by version; a roll-out uses two. */
export const selectUses = (platformId: string): Statement<UseRow> => ({
  text: `
    SELECT provider, version, count(*) AS connections FROM (
      SELECT c.provider, c.version FROM provider_connection c WHERE c.platform_id = $1 AND c.status = 'ENABLED'
      UNION ALL
      SELECT c.provider, r.to_version FROM provider_connection c
      JOIN connection_rollout r ON r.platform_id = c.platform_id AND r.connection_id = c.id AND r.ended_at IS NULL
      WHERE c.platform_id = $1 AND c.status = 'ENABLED' AND r.to_version <> c.version
    ) AS used GROUP BY provider, version`,
  values: [platformId],
});

export const selectOpenStops = (platformId: string): Statement<{ provider: string; version: string | null }> => ({
  text: 'SELECT provider, version FROM provider_stop WHERE platform_id = $1 AND lifted_at IS NULL',
  values: [platformId],
});

export interface NewStop {
  id: string;
  provider: string;
  version: string | null;
  reason: string;
  by: string;
}

/** Inserts nothing where the same is stopped already. */
export const insertStop = (platformId: string, stop: NewStop): Statement<{ id: string }> => ({
  text: `INSERT INTO provider_stop (platform_id, id, provider, version, reason, stopped_by) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING RETURNING id`,
  values: [platformId, stop.id, stop.provider, stop.version, stop.reason, stop.by],
});

export const endStop = (
  platformId: string,
  id: string,
  by: string,
): Statement<{ provider: string; version: string | null }> => ({
  text: `UPDATE provider_stop SET lifted_at = clock_timestamp(), lifted_by = $3
    WHERE platform_id = $1 AND id = $2 AND lifted_at IS NULL RETURNING provider, version`,
  values: [platformId, id, by],
});
