/** Reads and writes rules, lists and refusals for the team's pages. */
import type { listEntries, listRefused, RiskKind, RiskRule } from '@feira/schemas/procedures/risk';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

/** The versions before that a page shows. */
const MOST_VERSIONS = 20;

export interface VersionRow {
  version: number;
  rules: RiskRule[];
  savedBy: string;
  savedAt: Date;
}

/** The newest version first; no row where none was ever saved. */
export const selectVersions = (platformId: string): Statement<VersionRow> => ({
  text: `SELECT version, rules, saved_by_name AS saved_by, saved_at FROM risk_rules WHERE platform_id = $1
    ORDER BY version DESC LIMIT ${MOST_VERSIONS + 1}`,
  values: [platformId],
});

/** Locks what the rules of a platform belong to until the transaction ends. */
export const lockPlatformName = (platformId: string): Statement<{ name: string }> => ({
  text: 'SELECT name FROM platform WHERE platform_id = $1 FOR NO KEY UPDATE',
  values: [platformId],
});

export const selectNewest = (platformId: string): Statement<Pick<VersionRow, 'version' | 'rules'>> => ({
  text: 'SELECT version, rules FROM risk_rules WHERE platform_id = $1 ORDER BY version DESC LIMIT 1',
  values: [platformId],
});

export const selectEntry = (
  platformId: string,
  { kind, subject }: { kind: RiskKind; subject: string },
): Statement<{ list: 'ALLOW' | 'BLOCK'; label: string; reason: string; endsAt: Date | null }> => ({
  text: `SELECT list, label, reason, ends_at FROM risk_entry
    WHERE platform_id = $1 AND kind = $2 AND subject = $3 AND coalesce(ends_at > now(), true)`,
  values: [platformId, kind, subject],
});

interface NewVersion {
  version: number;
  rules: readonly RiskRule[];
  savedBy: { id: string; name: string };
}

/** Writes nothing where the version before is not the newest, because somebody else has saved since. */
export const insertVersion = (platformId: string, { version, rules, savedBy }: NewVersion): Statement => ({
  text: `INSERT INTO risk_rules (platform_id, version, rules, saved_by, saved_by_name)
    SELECT $1, $2, $3, $4, $5 WHERE coalesce((SELECT max(version) FROM risk_rules WHERE platform_id = $1), 0) = $2::integer - 1
    ON CONFLICT DO NOTHING`,
  values: [platformId, version, JSON.stringify(rules), savedBy.id, savedBy.name],
});

export interface NewEntry {
  id: string;
  list: string;
  kind: string;
  subject: string;
  label: string;
  reason: string;
  addedBy: { id: string; name: string };
  endsAt: Date | null;
}

/** An entry of the same takes the place of the one before. */
export const upsertEntry = (platformId: string, entry: NewEntry): Statement => ({
  text: `INSERT INTO risk_entry (platform_id, id, list, kind, subject, label, reason, added_by, added_by_name, ends_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (subject, kind, platform_id) DO UPDATE SET list = excluded.list, label = excluded.label, reason = excluded.reason,
      added_by = excluded.added_by, added_by_name = excluded.added_by_name, created_at = now(), ends_at = excluded.ends_at`,
  values: [
    ...[platformId, entry.id, entry.list, entry.kind, entry.subject, entry.label, entry.reason],
    ...[entry.addedBy.id, entry.addedBy.name, entry.endsAt],
  ],
});

export const deleteEntry = (platformId: string, id: string): Statement<{ label: string }> => ({
  text: 'DELETE FROM risk_entry WHERE platform_id = $1 AND id = $2 RETURNING label',
  values: [platformId, id],
});

export const ENTRIES: List<RowOf<typeof listEntries>, FilterOf<typeof listEntries>> = {
  isFresh: true,
  sql: ({ list }, bind) => ({
    columns: `e.id, e.list, e.kind, e.label, e.reason, e.added_by_name AS added_by, e.created_at, e.ends_at,
      coalesce(e.ends_at <= now(), false) AS is_over`,
    from: 'risk_entry e',
    where: ['e.platform_id = $1', list && `e.list = ${bind(list)}`],
    order: newestFirst('e'),
  }),
};

export const REFUSED: List<RowOf<typeof listRefused>, FilterOf<typeof listRefused>> = {
  isFresh: true,
  sql: () => ({
    columns: 'r.id, r.created_at AS at, o.title, r.method, r.amount, r.currency, r.buyer, r.causes, r.signals, r.count',
    from: 'risk_refusal r JOIN offer o ON o.platform_id = r.platform_id AND o.id = r.offer_id',
    where: ['r.platform_id = $1'],
    order: newestFirst('r'),
  }),
};
