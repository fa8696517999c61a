/** Reads and writes imports, the parts of their files, and their lines. */
import type { FileProblem, ImportFormat, ImportKind, ImportSource, ImportState } from '@feira/schemas/imports';
import { KEEP_DAYS } from '@feira/schemas/imports';
import type { listImports } from '@feira/schemas/procedures/imports';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

/** The number of the column that fills a field, by the field's name. */
export type Mapping = Record<string, number>;

/** Why a line was refused, or why an undo has kept what it made. */
export type ProblemCode =
  | 'REQUIRED'
  | 'EMAIL_INVALID'
  | 'PHONE_INVALID'
  | 'DOCUMENT_INVALID'
  | 'AMOUNT_INVALID'
  | 'NUMBER_INVALID'
  | 'DATE_INVALID'
  | 'WORD_UNKNOWN'
  | 'TOO_LONG'
  | 'TEXT_INVALID'
  | 'DUPLICATE'
  | 'INSTALLMENTS_INVALID'
  | 'OFFER_RULE'
  | 'PRODUCT_UNKNOWN'
  | 'PRODUCT_AMBIGUOUS'
  | 'PRODUCT_LIMIT'
  | 'OFFER_LIMIT'
  | 'OFFER_UNKNOWN'
  | 'SUBSCRIPTION_ENDED'
  | 'CURRENCY_DIFFERS'
  | 'CHANGED_MEANWHILE'
  | 'KEPT_CHANGED'
  | 'KEPT_SOLD'
  | 'KEPT_INVITED'
  | 'KEPT_UPDATED';

export interface ImportRecord {
  platformId: string;
  id: string;
  sellerId: string;
  fileName: string;
  bytes: number;
  format: ImportFormat | null;
  source: ImportSource | null;
  kind: ImportKind | null;
  headers: string[];
  mapping: Mapping;
  isLenient: boolean;
  state: ImportState;
  problem: FileProblem | null;
  rowCount: number;
  doneRows: number;
  newRows: number;
  changedRows: number;
  sameRows: number;
  refusedRows: number;
  madeRows: number;
  writtenRows: number;
  removedRows: number;
  keptRows: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  failures: number;
}

/** An import whose columns are mapped. */
export type Mapped = ImportRecord & { kind: ImportKind; source: ImportSource };

const COLUMNS = `i.platform_id, i.id, i.seller_id, i.file_name, i.bytes, i.format, i.source, i.kind, i.headers, i.mapping, i.is_lenient, i.state,
  i.problem, i.row_count, i.done_rows, i.new_rows, i.changed_rows, i.same_rows, i.refused_rows, i.made_rows, i.written_rows, i.removed_rows,
  i.kept_rows, i.created_at, i.started_at, i.finished_at, i.failures`;

export const insertImport = (
  platformId: string,
  { id, sellerId, fileName, bytes }: Pick<ImportRecord, 'id' | 'sellerId' | 'fileName' | 'bytes'>,
): Statement => ({
  text: 'INSERT INTO import (platform_id, id, seller_id, file_name, bytes) VALUES ($1, $2, $3, $4, $5)',
  values: [platformId, id, sellerId, fileName, bytes],
});

/** Writes an import whose rows came without a file: its columns are mapped already, and its check begins. */
export const insertMapped = (
  platformId: string,
  made: Pick<
    Mapped,
    'id' | 'sellerId' | 'fileName' | 'bytes' | 'kind' | 'source' | 'headers' | 'mapping' | 'isLenient' | 'rowCount'
  >,
  workDueAt: Date,
): Statement => ({
  text: `INSERT INTO import (platform_id, id, seller_id, file_name, bytes, kind, source, headers, mapping, is_lenient, row_count, state,
      work_due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'CHECKING', $12)`,
  values: [
    ...[platformId, made.id, made.sellerId, made.fileName, made.bytes, made.kind, made.source],
    ...[JSON.stringify(made.headers), JSON.stringify(made.mapping), made.isLenient, made.rowCount, workDueAt],
  ],
});

/** Imports of one seller begin one after the other. */
export const lockImports = (sellerId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('imports of ' || $1, 0))`,
  values: [sellerId],
});

/** Counts the imports of the last day, those that are not finished, and those whose bytes are held. */
export const countImports = (
  platformId: string,
  sellerId: string,
): Statement<{ today: number; open: number; held: number }> => ({
  text: `SELECT count(*) FILTER (WHERE created_at > now() - interval '1 day')::int AS today,
      count(*) FILTER (WHERE state IN ('UPLOADING', 'READING', 'MAPPING', 'CHECKING', 'CHECKED', 'RUNNING', 'UNDOING')
        AND created_at > now() - interval '${KEEP_DAYS} days')::int AS open,
      count(*) FILTER (WHERE state IN ('UPLOADING', 'READING'))::int AS held
    FROM import WHERE platform_id = $1 AND seller_id = $2`,
  values: [platformId, sellerId],
});

export const selectImport = (platformId: string, sellerId: string, id: string): Statement<ImportRecord> => ({
  text: `SELECT ${COLUMNS} FROM import i WHERE i.platform_id = $1 AND i.seller_id = $2 AND i.id = $3`,
  values: [platformId, sellerId, id],
});

export const lockImport = (platformId: string, sellerId: string, id: string): Statement<ImportRecord> => {
  const { text, values } = selectImport(platformId, sellerId, id);
  return { text: `${text} FOR NO KEY UPDATE`, values };
};

/** Locks an import whose work a node has claimed; no row where another node is at it. */
export const lockClaimed = (platformId: string, id: string): Statement<ImportRecord> => ({
  text: `SELECT ${COLUMNS} FROM import i WHERE i.platform_id = $1 AND i.id = $2 FOR NO KEY UPDATE SKIP LOCKED`,
  values: [platformId, id],
});

type Changes = Partial<
  Omit<ImportRecord, 'platformId' | 'id' | 'sellerId' | 'fileName' | 'bytes' | 'createdAt'> & { workDueAt: Date | null }
>;

const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const JSON_COLUMNS = new Set(['headers', 'mapping']);

/** Writes fields of an import that is locked. */
export function updateImport(platformId: string, id: string, changes: Changes): Statement {
  const entries = Object.entries(changes);
  const set = entries.map(([name], index) => `${toColumn(name)} = $${index + 3}`).join(', ');
  return {
    text: `UPDATE import SET ${set} WHERE platform_id = $1 AND id = $2`,
    values: [
      platformId,
      id,
      ...entries.map(([name, value]) => (JSON_COLUMNS.has(name) ? JSON.stringify(value) : value)),
    ],
  };
}

export const deleteImport = (platformId: string, id: string): Statement => ({
  text: 'DELETE FROM import WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

/** The condition of imports with a step to take, for the sweep. */
export const WAITING = 'import WHERE work_due_at <= $1';

/** Claims one import with a step to take. The claim ends by itself, so that the work of a node that died goes on elsewhere. */
export const claimWork = (now: Date, seconds: number): Statement<{ platformId: string; id: string }> => ({
  text: `UPDATE import SET work_due_at = $1::timestamptz + make_interval(secs => $2)
    WHERE (id, platform_id) = (SELECT id, platform_id FROM import WHERE work_due_at <= $1 ORDER BY work_due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING platform_id, id`,
  values: [now, seconds],
});

/** Counts a step that failed, and lets it wait. After the last try the import is given up. */
export const noteFailure = (id: string, now: Date, most: number): Statement => ({
  text: `UPDATE import SET failures = failures + 1,
      work_due_at = CASE WHEN failures + 1 < $3 THEN $2::timestamptz + make_interval(secs => 5 * 2 ^ failures) END,
      problem = CASE WHEN failures + 1 < $3 THEN problem ELSE 'UNEXPECTED' END,
      state = CASE WHEN failures + 1 < $3 THEN state ELSE 'FAILED' END
    WHERE id = $1 AND work_due_at IS NOT NULL`,
  values: [id, now, most],
});

export const insertPart = (
  platformId: string,
  importId: string,
  { number, content }: { number: number; content: Buffer },
): Statement => ({
  text: `INSERT INTO import_part (platform_id, import_id, number, content) VALUES ($1, $2, $3, $4)
    ON CONFLICT (import_id, number, platform_id) DO UPDATE SET content = excluded.content`,
  values: [platformId, importId, number, content],
});

export const sumParts = (platformId: string, importId: string): Statement<{ count: number; bytes: number }> => ({
  text: `SELECT count(*)::int AS count, coalesce(sum(length(content)), 0)::bigint AS bytes FROM import_part
    WHERE platform_id = $1 AND import_id = $2`,
  values: [platformId, importId],
});

export const selectParts = (platformId: string, importId: string): Statement<{ content: Buffer }> => ({
  text: 'SELECT content FROM import_part WHERE platform_id = $1 AND import_id = $2 ORDER BY number',
  values: [platformId, importId],
});

export const deleteParts = (platformId: string, importId: string): Statement => ({
  text: 'DELETE FROM import_part WHERE platform_id = $1 AND import_id = $2',
  values: [platformId, importId],
});

/** The header is line 1. */
export const FIRST_ROW = 2;

export const deleteRows = (platformId: string, importId: string): Statement => ({
  text: 'DELETE FROM import_row WHERE platform_id = $1 AND import_id = $2',
  values: [platformId, importId],
});

export const insertRows = (
  platformId: string,
  importId: string,
  first: number,
  rows: readonly (readonly string[])[],
): Statement => ({
  text: `INSERT INTO import_row (platform_id, import_id, number, cells)
    SELECT $1, $2, $3 + position - 1, cells FROM jsonb_array_elements($4::jsonb) WITH ORDINALITY AS r(cells, position)`,
  values: [platformId, importId, first, JSON.stringify(rows)],
});

export interface RowRange {
  importId: string;
  /** The first line, and the line behind the last one. */
  from: number;
  to: number;
}

export interface StoredRow {
  number: number;
  cells: string[];
}

export const selectRows = (platformId: string, { importId, from, to }: RowRange): Statement<StoredRow> => ({
  text: `SELECT number, cells FROM import_row WHERE platform_id = $1 AND import_id = $2 AND number >= $3 AND number < $4 ORDER BY number`,
  values: [platformId, importId, from, to],
});

export interface RowProblem {
  /** The name of the field; null where it is about the whole line. */
  field: string | null;
  code: ProblemCode;
  /** The text of the cell, cut. */
  value?: string;
  /** The line that says the same. */
  line?: number;
  /** A rule of offers, by its own words. */
  reason?: { 'pt-BR': string; en: string };
}

export type Outcome = 'NEW' | 'CHANGED' | 'SAME' | 'REFUSED';

export interface CheckedRow {
  number: number;
  data: Record<string, unknown> | null;
  key: string | null;
  outcome: Outcome;
  problems: RowProblem[] | null;
}

/** Writes what the check of lines found. */
export const writeChecked = (platformId: string, importId: string, rows: readonly CheckedRow[]): Statement => ({
  text: `UPDATE import_row r SET data = c.data, key = c.key, outcome = c.outcome, problems = c.problems
    FROM jsonb_to_recordset($3::jsonb) AS c(number integer, data jsonb, key text, outcome text, problems jsonb)
    WHERE r.platform_id = $1 AND r.import_id = $2 AND r.number = c.number`,
  values: [platformId, importId, JSON.stringify(rows)],
});

/** Forgets an earlier check of the lines, which other columns are read for now. */
export const forgetChecks = (platformId: string, importId: string): Statement => ({
  text: `UPDATE import_row SET key = NULL, outcome = NULL, problems = NULL, data = NULL
    WHERE platform_id = $1 AND import_id = $2 AND (key IS NOT NULL OR outcome IS NOT NULL)`,
  values: [platformId, importId],
});

/** Finds the lines before this one that have the same key. */
export const selectEarlier = (
  platformId: string,
  { importId, from }: RowRange,
  keys: readonly string[],
): Statement<{ key: string; number: number }> => ({
  text: `SELECT key, min(number) AS number FROM import_row
    WHERE platform_id = $1 AND import_id = $2 AND number < $3 AND key = ANY ($4::text[]) AND outcome <> 'REFUSED' GROUP BY key`,
  values: [platformId, importId, from, keys],
});

export const IMPORTS: List<RowOf<typeof listImports>, FilterOf<typeof listImports> & { sellerId: string }> = {
  isFresh: true,
  sql: ({ sellerId }, bind) => ({
    columns: COLUMNS,
    from: 'import i',
    where: ['i.platform_id = $1', `i.seller_id = ${bind(sellerId)}`],
    order: newestFirst('i'),
  }),
};

export interface ProblemRow {
  number: number;
  problems: RowProblem[];
}

/** Lists lines with problems: those that were refused, or those that an undo has kept. */
export const selectProblems = (
  platformId: string,
  { importId, from }: Pick<RowRange, 'importId' | 'from'>,
  { isRefused, limit }: { isRefused: boolean; limit: number },
): Statement<ProblemRow> => ({
  text: `SELECT number, problems FROM import_row WHERE platform_id = $1 AND import_id = $2 AND number > $3 AND problems IS NOT NULL
      AND (outcome = 'REFUSED') = $4 ORDER BY number LIMIT $5`,
  values: [platformId, importId, from, isRefused, limit],
});

/** Deletes the lines of imports that are a week old. */
export const purgeRows = (limit: number): Statement => ({
  text: `DELETE FROM import_row WHERE (import_id, number, platform_id) IN (
    SELECT r.import_id, r.number, r.platform_id FROM import i JOIN import_row r ON r.import_id = i.id AND r.platform_id = i.platform_id
    WHERE i.created_at < now() - interval '${KEEP_DAYS} days' LIMIT $1)`,
  values: [limit],
});

/** Deletes imports that were never finished after a week, and the others after a year. */
export const purgeImports = (limit: number): Statement => ({
  text: `DELETE FROM import WHERE (id, platform_id) IN (SELECT i.id, i.platform_id FROM import i
    WHERE i.created_at < now() - interval '${KEEP_DAYS} days'
      AND (i.state NOT IN ('DONE', 'UNDONE') OR i.created_at < now() - interval '1 year') LIMIT $1)`,
  values: [limit],
});

export interface WrittenRow {
  data: Record<string, unknown> | null;
  outcome: Outcome | null;
  targetId: string | null;
  isMade: boolean;
  madeProductId: string | null;
}

export const selectRow = (platformId: string, importId: string, number: number): Statement<WrittenRow> => ({
  text: `SELECT data, outcome, target_id, is_made, made_product_id FROM import_row WHERE platform_id = $1 AND import_id = $2 AND number = $3`,
  values: [platformId, importId, number],
});

/** Notes what a line has written. */
export const writeRow = (
  platformId: string,
  importId: string,
  number: number,
  { targetId, isMade, madeProductId }: Pick<WrittenRow, 'targetId' | 'isMade' | 'madeProductId'>,
): Statement => ({
  text: `UPDATE import_row SET target_id = $4, is_made = $5, made_product_id = $6
    WHERE platform_id = $1 AND import_id = $2 AND number = $3`,
  values: [platformId, importId, number, targetId, isMade, madeProductId],
});

/** Notes why an undo has kept what a line wrote; null where it was removed. */
export const writeKept = (
  platformId: string,
  importId: string,
  number: number,
  reason: ProblemCode | null,
): Statement => ({
  text: `UPDATE import_row SET problems = $4, target_id = CASE WHEN $4::jsonb IS NULL THEN NULL ELSE target_id END
    WHERE platform_id = $1 AND import_id = $2 AND number = $3`,
  values: [platformId, importId, number, reason && JSON.stringify([{ field: null, code: reason }])],
});

export const selectSeller = (
  platformId: string,
  id: string,
): Statement<{ id: string; name: string; email: string }> => ({
  text: 'SELECT id, name, email FROM person WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});
