/** Takes sellers through an import: the file, the columns, the check, the run and the undo. */
import {
  FILE_PROBLEMS,
  type FileProblem,
  IMPORT_LIMITS,
  type ImportKind,
  type ImportSource,
  type ImportState,
  KEEP_DAYS,
  PREVIEW_ROWS,
  UNDO_HOURS,
} from '@feira/schemas/imports';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { FIELDS, type Words, words } from './fields.ts';
import { guessMapping } from './guess.ts';
import type { Mapping } from './model.ts';
import {
  countImports,
  deleteImport,
  FIRST_ROW,
  forgetChecks,
  type ImportRecord,
  insertImport,
  insertMapped,
  insertPart,
  insertRows,
  lockImport,
  lockImports,
  selectImport,
  selectProblems,
  selectRows,
  sumParts,
  updateImport,
} from './model.ts';
import { PROBLEMS } from './problems.ts';

type App = Pick<FastifyInstance, 'database' | 'clock' | 'imports'>;

const OPEN_IMPORTS = 25;
/** Files whose bytes wait in the database until they are read. */
const HELD_FILES = 5;
const IMPORTS_A_DAY = 100;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PROBLEMS_A_PAGE = 100;

const importNotFound = () => new AppError('IMPORT_NOT_FOUND', { fields: ['importId'] });

const megabytes = (bytes: number) => bytes / 1024 / 1024;

export const FILE_REASONS: Record<FileProblem, Words> = {
  EMPTY: words('O arquivo não tem linhas.', 'The file has no rows.'),
  KIND: words(
    'O arquivo não é um CSV nem um XLSX. Exporte de novo em um destes formatos.',
    'The file is neither a CSV nor an XLSX. Export it again in one of these formats.',
  ),
  BROKEN: words(
    'O arquivo está danificado. Exporte de novo e envie outra vez.',
    'The file is damaged. Export it again, and upload it once more.',
  ),
  ENCRYPTED: words(
    'O arquivo tem senha ou é de um Excel antigo (.xls). Salve sem senha, como XLSX ou CSV.',
    'The file has a password, or is of an old Excel (.xls). Save it without a password, as XLSX or CSV.',
  ),
  TOO_LARGE_UNPACKED: words(
    `Aberto, o arquivo passa de ${megabytes(IMPORT_LIMITS.unpackedBytes)} MB. Divida em arquivos menores ou use CSV.`,
    `Unpacked, the file is larger than ${megabytes(IMPORT_LIMITS.unpackedBytes)} MB. Split it into smaller files, or use CSV.`,
  ),
  TOO_MANY_ROWS: words(
    `O arquivo tem mais de ${IMPORT_LIMITS.rows.toLocaleString('pt-BR')} linhas. Divida em arquivos menores.`,
    `The file has more than ${IMPORT_LIMITS.rows.toLocaleString('en')} rows. Split it into smaller files.`,
  ),
  TOO_MANY_COLUMNS: words(
    `O arquivo tem mais de ${IMPORT_LIMITS.columns} colunas. Apague as que não precisa.`,
    `The file has more than ${IMPORT_LIMITS.columns} columns. Delete those that you do not need.`,
  ),
  NO_HEADER: words(
    'O arquivo só tem uma linha. A primeira precisa ter os nomes das colunas, e os dados vêm depois.',
    'The file has only one row. The first row must contain the column names, followed by the data.',
  ),
  UNEXPECTED: words(
    'A importação parou por um erro nosso. Envie o arquivo de novo; se repetir, fale com o suporte.',
    'The import stopped because of an error of ours. Upload the file again, and contact support if it happens again.',
  ),
};
export const isFileProblem = (text: string): text is FileProblem => (FILE_PROBLEMS as readonly string[]).includes(text);

export async function createImport(
  app: App,
  { platform, person }: PersonCall,
  { fileName, bytes }: { fileName: string; bytes: number },
): Promise<{ importId: string; partBytes: number }> {
  if (bytes > IMPORT_LIMITS.fileBytes) throw new AppError('IMPORT_TOO_LARGE', { fields: ['bytes'] });
  const id = newId();
  await app.database.transaction(platform.id, async (transaction) => {
    await takePlace(transaction, platform.id, person.id, HELD_FILES);
    await transaction.run(insertImport(platform.id, { id, sellerId: person.id, fileName, bytes }));
  });
  return { importId: id, partBytes: IMPORT_LIMITS.partBytes };
}

/** Throws IMPORT_LIMIT where the seller has too many imports. `mostHeld` are the files whose bytes may wait. */
async function takePlace(transaction: Transaction, platformId: string, sellerId: string, mostHeld: number) {
  await transaction.run(lockImports(sellerId));
  const counts = await transaction.find(countImports(platformId, sellerId));
  if (counts && (counts.open >= OPEN_IMPORTS || counts.held >= mostHeld || counts.today >= IMPORTS_A_DAY))
    throw new AppError('IMPORT_LIMIT');
}

interface RowsInput {
  kind: ImportKind;
  rows: readonly Record<string, string>[];
  source?: ImportSource;
  fileName?: string;
  isLenient?: boolean;
}

/** Throws IMPORT_MAPPING where a row has a property that is no field of the kind, or none has a required one. */
export async function importRows(
  app: App,
  { platform, person }: PersonCall,
  { kind, rows, source = 'PLAIN', fileName = 'rows.json', isLenient = false }: RowsInput,
): Promise<{ importId: string }> {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = headers.map((field, column) => ({ field, column }));
  const mapping = checkMapping({ kind, mapping: columns }, { headers });
  const cells = rows.map((row) => headers.map((name) => (row[name] ?? '').trim()));
  const id = newId();
  const bytes = Buffer.byteLength(JSON.stringify(rows));
  await app.database.transaction(platform.id, async (transaction) => {
    await takePlace(transaction, platform.id, person.id, Number.POSITIVE_INFINITY);
    await transaction.runAll([
      insertMapped(
        platform.id,
        {
          id,
          sellerId: person.id,
          fileName,
          bytes,
          kind,
          source,
          headers,
          mapping,
          isLenient,
          rowCount: rows.length,
        },
        app.clock.now(),
      ),
      insertRows(platform.id, id, FIRST_ROW, cells),
    ]);
  });
  app.imports.wake();
  return { importId: id };
}

/** Locks an import of the caller that is in one of these states, and works on it. */
function change<T>(
  app: App,
  { platform, person }: PersonCall,
  { importId, states }: { importId: string; states: readonly ImportState[] },
  work: (transaction: Transaction, record: ImportRecord) => Promise<T>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const record = await transaction.find(lockImport(platform.id, person.id, importId));
    if (!record) throw importNotFound();
    if (!states.includes(record.state)) throw new AppError('IMPORT_STATE', { fields: ['importId'] });
    return work(transaction, record);
  });
}

export function addPart(
  app: App,
  call: PersonCall,
  { importId, number, content }: { importId: string; number: number; content: string },
): Promise<void> {
  return change(app, call, { importId, states: ['UPLOADING'] }, (transaction) =>
    transaction
      .run(insertPart(call.platform.id, importId, { number, content: Buffer.from(content, 'base64') }))
      .then(() => undefined),
  );
}

export async function finishUpload(app: App, call: PersonCall, importId: string): Promise<void> {
  await change(app, call, { importId, states: ['UPLOADING'] }, async (transaction, record) => {
    const parts = await transaction.find(sumParts(call.platform.id, importId));
    const count = Math.ceil(record.bytes / IMPORT_LIMITS.partBytes);
    if (parts?.count !== count || Number(parts.bytes) !== record.bytes)
      throw new AppError('IMPORT_INCOMPLETE', { fields: ['importId'] });
    await transaction.run(begin(app, call, importId, { state: 'READING' }));
  });
  app.imports.wake();
}

const begin = (
  { clock }: App,
  { platform }: PersonCall,
  importId: string,
  changes: Parameters<typeof updateImport>[2],
): Statement =>
  updateImport(platform.id, importId, { doneRows: 0, failures: 0, problem: null, workDueAt: clock.now(), ...changes });

async function getOwn(app: App, { platform, person }: PersonCall, importId: string): Promise<ImportRecord> {
  const record = await app.database.find(platform.id, selectImport(platform.id, person.id, importId), true);
  if (!record) throw importNotFound();
  return record;
}

const undoEnd = ({ state, finishedAt }: ImportRecord): Date | null =>
  state === 'DONE' && finishedAt ? new Date(finishedAt.getTime() + UNDO_HOURS * HOUR_MS) : null;

export async function readImport(
  app: App,
  call: PersonCall,
  { importId, ...asked }: { importId: string; kind?: ImportKind; source?: ImportSource },
) {
  const record = await getOwn(app, call, importId);
  const { locale } = call.request;
  const kind = asked.kind ?? record.kind;
  const source = asked.source ?? record.source;
  const isOther = kind !== record.kind || source !== record.source;
  const mapping = isOther && kind && source ? guessMapping(record.headers, source, kind) : record.mapping;
  const first = { importId, from: FIRST_ROW, to: FIRST_ROW + PREVIEW_ROWS };
  const rows = await app.database.list(call.platform.id, selectRows(call.platform.id, first), true);
  const undoUntil = undoEnd(record);
  return {
    ...record,
    kind,
    source,
    problem: record.problem && FILE_REASONS[record.problem][locale],
    mapping: Object.entries(mapping).map(([field, column]) => ({ field, column })),
    preview: rows.map(({ cells }) => cells),
    fields: (kind ? FIELDS[kind] : []).map(({ name, words: said, isRequired = false }) => ({
      name,
      label: said[locale],
      isRequired,
    })),
    undoUntil: undoUntil && undoUntil > app.clock.now() ? undoUntil : null,
    deletedAt: new Date(record.createdAt.getTime() + KEEP_DAYS * DAY_MS),
  };
}

export interface CheckInput {
  importId: string;
  kind: ImportKind;
  source: ImportSource;
  mapping: readonly { field: string; column: number }[];
  isLenient: boolean;
}

const MAPPING_STATES = ['MAPPING', 'CHECKED'] as const;

const missing = (label: string): Words =>
  words(`Ligue uma coluna ao campo "${label}".`, `Map a column to the field "${label}".`);
const UNKNOWN_FIELD = words('Este campo não existe neste tipo de arquivo.', 'This kind of file has no such field.');
const UNKNOWN_COLUMN = words('O arquivo não tem esta coluna.', 'The file has no such column.');

/** Throws IMPORT_MAPPING where a required field has no column. */
function checkMapping(
  { kind, mapping }: Pick<CheckInput, 'kind' | 'mapping'>,
  { headers }: Pick<ImportRecord, 'headers'>,
): Mapping {
  const reasons: Record<string, Words> = {};
  const read: Mapping = {};
  for (const { field, column } of mapping) {
    if (!FIELDS[kind].some(({ name }) => name === field)) reasons[field] = UNKNOWN_FIELD;
    else if (column >= headers.length) reasons[field] = UNKNOWN_COLUMN;
    else read[field] = column;
  }
  for (const { name, isRequired, words: said } of FIELDS[kind])
    if (isRequired && !(name in read))
      reasons[name] = { 'pt-BR': missing(said['pt-BR'])['pt-BR'], en: missing(said.en).en };
  if (Object.keys(reasons).length > 0) throw new AppError('IMPORT_MAPPING', { reasons });
  return read;
}

export async function checkImport(app: App, call: PersonCall, input: CheckInput): Promise<void> {
  const { importId, kind, source, isLenient } = input;
  await change(app, call, { importId, states: MAPPING_STATES }, async (transaction, record) => {
    const mapping = checkMapping(input, record);
    const counts = { newRows: 0, changedRows: 0, sameRows: 0, refusedRows: 0 };
    await transaction.runAll([
      forgetChecks(call.platform.id, importId),
      begin(app, call, importId, { state: 'CHECKING', kind, source, mapping, isLenient, ...counts }),
    ]);
  });
  app.imports.wake();
}

export async function runImport(app: App, call: PersonCall, importId: string): Promise<void> {
  const { platform, request } = call;
  await change(app, call, { importId, states: ['CHECKED'] }, async (transaction, record) => {
    const { kind, source, rowCount, newRows, changedRows } = record;
    await transaction.runAll([
      begin(app, call, importId, { state: 'RUNNING', startedAt: app.clock.now() }),
      recordEvent(platform.id, request, {
        type: 'import.started',
        details: {
          importKind: `FILE_${kind}`,
          importSource: source,
          importLines: rowCount,
          importNew: newRows,
          importChanged: changedRows,
        },
      }),
    ]);
  });
  app.imports.wake();
}

export async function undoImport(app: App, call: PersonCall, importId: string): Promise<void> {
  const { platform, request } = call;
  await change(app, call, { importId, states: ['DONE'] }, async (transaction, record) => {
    const until = undoEnd(record);
    if (!until || until <= app.clock.now()) throw new AppError('IMPORT_UNDO_OVER', { fields: ['importId'] });
    await transaction.runAll([
      begin(app, call, importId, { state: 'UNDOING' }),
      recordEvent(platform.id, request, {
        type: 'import.undoStarted',
        details: { importKind: `FILE_${record.kind}`, importSource: record.source },
      }),
    ]);
  });
  app.imports.wake();
}

/** States in which nothing was written. */
const UNWRITTEN = ['UPLOADING', 'MAPPING', 'CHECKED', 'FAILED'] as const;

export function discardImport(app: App, call: PersonCall, importId: string): Promise<void> {
  return change(app, call, { importId, states: UNWRITTEN }, async (transaction, record) => {
    // A run that failed half-way has written lines, which stay in the list.
    if (record.startedAt) throw new AppError('IMPORT_STATE', { fields: ['importId'] });
    await transaction.run(deleteImport(call.platform.id, importId));
  });
}

export interface Problem {
  line: number;
  field: string | null;
  value: string | null;
  why: string;
  fix: string;
}

interface ProblemPage {
  importId: string;
  of: 'REFUSED' | 'KEPT';
  after?: number | null;
}

/** Reads lines with problems, each problem in the caller's words. */
export async function readProblems(
  app: App,
  call: PersonCall,
  { importId, of, after }: ProblemPage,
  limit = PROBLEMS_A_PAGE,
): Promise<{ items: Problem[]; next: number | null }> {
  const { kind } = await getOwn(app, call, importId);
  const { locale } = call.request;
  const rows = await app.database.list(
    call.platform.id,
    selectProblems(call.platform.id, { importId, from: after ?? 0 }, { isRefused: of === 'REFUSED', limit: limit + 1 }),
    true,
  );
  const shown = rows.slice(0, limit);
  const labelOf = (name: string | null) =>
    name && ((kind && FIELDS[kind].find((field) => field.name === name)?.words[locale]) ?? name);
  const inLine = words(' Linha', ' Row')[locale];
  return {
    items: shown.flatMap(({ number, problems }) =>
      problems.map(({ field, code, value, line, reason }) => ({
        line: number,
        field: labelOf(field),
        value: value ?? null,
        why: reason?.[locale] ?? `${PROBLEMS[code].why[locale]}${line ? `${inLine} ${line}.` : ''}`,
        fix: PROBLEMS[code].fix[locale],
      })),
    ),
    next: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
  };
}
