/** Reads and writes full exports and the parts of their files. */
import type { FullExportState } from '@feira/schemas/procedures/full-exports';
import type { Statement } from '../../plugins/database.ts';

export interface FullExport {
  platformId: string;
  id: string;
  sellerId: string;
  locale: 'pt-BR' | 'en';
  state: FullExportState;
  attempt: number;
  bytes: number | null;
  createdAt: Date;
  readyAt: Date | null;
  expiresAt: Date | null;
}

const COLUMNS =
  'x.platform_id, x.id, x.seller_id, x.locale, x.state, x.attempt, x.bytes, x.created_at, x.ready_at, x.expires_at';

/** Exports of one seller begin one after the other. */
export const lockExports = (sellerId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('full exports of ' || $1, 0))`,
  values: [sellerId],
});

export const countExports = (platformId: string, sellerId: string): Statement<{ today: number }> => ({
  text: `SELECT count(*)::int AS today FROM full_export WHERE platform_id = $1 AND seller_id = $2 AND created_at > now() - interval '1 day'`,
  values: [platformId, sellerId],
});

export const insertExport = (
  platformId: string,
  { id, sellerId, locale }: Pick<FullExport, 'id' | 'sellerId' | 'locale'>,
): Statement => ({
  text: 'INSERT INTO full_export (platform_id, id, seller_id, locale) VALUES ($1, $2, $3, $4)',
  values: [platformId, id, sellerId, locale],
});

export const selectExports = (platformId: string, sellerId: string): Statement<FullExport> => ({
  text: `SELECT ${COLUMNS} FROM full_export x WHERE x.platform_id = $1 AND x.seller_id = $2 ORDER BY x.created_at DESC, x.id DESC LIMIT 10`,
  values: [platformId, sellerId],
});

export const selectExport = (platformId: string, sellerId: string, id: string): Statement<FullExport> => ({
  text: `SELECT ${COLUMNS} FROM full_export x WHERE x.platform_id = $1 AND x.seller_id = $2 AND x.id = $3`,
  values: [platformId, sellerId, id],
});

/** Begins an attempt to write the file, which takes the place of an earlier one. No row where the file is ready. */
export const beginAttempt = (platformId: string, id: string): Statement<FullExport> => ({
  text: `UPDATE full_export x SET state = 'MAKING', attempt = attempt + 1 WHERE x.platform_id = $1 AND x.id = $2 AND x.state IN ('QUEUED', 'MAKING')
    RETURNING ${COLUMNS}`,
  values: [platformId, id],
});

export const deleteParts = (platformId: string, id: string): Statement => ({
  text: 'DELETE FROM full_export_part WHERE platform_id = $1 AND export_id = $2',
  values: [platformId, id],
});

/** Writes a part, unless another attempt has begun meanwhile: then no row is written. */
export const insertPart = (
  platformId: string,
  { id, attempt }: Pick<FullExport, 'id' | 'attempt'>,
  { number, content }: { number: number; content: Buffer },
): Statement => ({
  text: `INSERT INTO full_export_part (platform_id, export_id, number, content)
    SELECT x.platform_id, x.id, $4, $5 FROM full_export x WHERE x.platform_id = $1 AND x.id = $2 AND x.attempt = $3 FOR NO KEY UPDATE`,
  values: [platformId, id, attempt, number, content],
});

/** The hours for which a file that is ready can be downloaded. */
export const KEPT_HOURS = 24;

export const finishExport = (
  platformId: string,
  { id, attempt }: Pick<FullExport, 'id' | 'attempt'>,
  bytes: number,
  at: Date,
): Statement => ({
  text: `UPDATE full_export SET state = 'READY', bytes = $4, ready_at = $5, expires_at = $5::timestamptz + interval '${KEPT_HOURS} hours'
    WHERE platform_id = $1 AND id = $2 AND attempt = $3 AND state = 'MAKING'`,
  values: [platformId, id, attempt, bytes, at],
});

export const selectPart = (platformId: string, id: string, number: number): Statement<{ content: Buffer }> => ({
  text: 'SELECT content FROM full_export_part WHERE platform_id = $1 AND export_id = $2 AND number = $3',
  values: [platformId, id, number],
});

/** Exports whose job was lost: nobody has written to them for ten minutes. */
export const selectStuck = (): Statement<{ platformId: string; id: string }> => ({
  text: `SELECT platform_id, id FROM full_export WHERE state IN ('QUEUED', 'MAKING') AND created_at < now() - interval '10 minutes'
    AND created_at > now() - interval '1 day'`,
  values: [],
});

/** Deletes files that nobody can download any more. */
export const purgeExports = (limit: number): Statement => ({
  text: `DELETE FROM full_export WHERE (id, platform_id) IN (
    SELECT id, platform_id FROM full_export WHERE created_at < now() - interval '2 days' OR expires_at < now() LIMIT $1)`,
  values: [limit],
});
