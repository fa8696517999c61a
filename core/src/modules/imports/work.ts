/**
 * Takes imports on, a batch of lines at a time. Each batch is one transaction that also notes how far the import is, so that a node that dies
 * leaves a batch undone or done, never half: another node goes on behind it, and nothing is written twice.
 */
import type { ImportKind, ImportState } from '@feira/schemas/imports';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { recordEvent } from '../audit/service.ts';
import type { EditCall } from '../products/service.ts';
import {
  type CatalogueKind,
  catalogueKey,
  checkCatalogueLine,
  LineRefused,
  readCatalogue,
  toRefusal,
  writeCatalogueLine,
} from './catalogue.ts';
import { guess } from './guess.ts';
import { type Data, readLine } from './line.ts';
import {
  type CheckedRow,
  deleteParts,
  deleteRows,
  FIRST_ROW,
  type ImportRecord,
  insertRows,
  lockClaimed,
  type Mapped,
  type RowProblem,
  type RowRange,
  selectEarlier,
  selectParts,
  selectRow,
  selectRows,
  selectSeller,
  updateImport,
  writeChecked,
  writeRow,
} from './model.ts';
import { FileRefused, readFile } from './read-file.ts';
import { removeCatalogueLine } from './remove-catalogue.ts';
import {
  compareRows,
  isSetKind,
  JOIN_BY_HASH,
  keyOf,
  removeRows,
  type SetKind,
  selectNamedOffers,
  writeRows,
} from './sets.ts';

export type ImportsApp = Pick<FastifyInstance, 'database' | 'clock' | 'findPlatform' | 'log'>;

const READ_BATCH = 5_000;
const SET_BATCH = 5_000;
/** Each of these lines is checked by statements of its own. */
const CATALOGUE_BATCH = 100;

const batchOf = (kind: ImportKind): number => (isSetKind(kind) ? SET_BATCH : CATALOGUE_BATCH);

/** Takes the next step of an import. */
export async function takeStep(app: ImportsApp, platformId: string, id: string): Promise<void> {
  const platform = await app.findPlatform(platformId);
  const found =
    platform &&
    (await app.database.transaction(platformId, (transaction) => transaction.find(lockClaimed(platformId, id))));
  if (!platform || !found) return;
  if (found.state === 'READING') return readLines(app, found);
  const steps: Partial<Record<ImportState, (work: Work) => Promise<void>>> = {
    CHECKING: checkBatch,
    RUNNING: writeBatch,
    UNDOING: removeBatch,
  };
  const step = steps[found.state];
  if (step) await inBatch(app, platform, found, step);
}

interface Work {
  app: ImportsApp;
  platform: PlatformContext;
  record: Mapped;
  transaction: Transaction;
  range: RowRange;
  /** The seller, for the rules of the catalogue and its log. */
  call: EditCall;
}

/** Runs a step on the next lines, unless another node has taken them meanwhile. */
async function inBatch(
  app: ImportsApp,
  platform: PlatformContext,
  { id, state, doneRows }: ImportRecord,
  step: (work: Work) => Promise<void>,
): Promise<void> {
  await app.database.transaction(platform.id, async (transaction) => {
    const record = await transaction.find(lockClaimed(platform.id, id));
    if (record?.state !== state || record.doneRows !== doneRows || !isMapped(record)) return;
    const seller = await transaction.find(selectSeller(platform.id, record.sellerId));
    if (!seller) return;
    const from = FIRST_ROW + doneRows;
    const range = { importId: id, from, to: from + batchOf(record.kind) };
    const person = { ...seller, ...NO_SESSION };
    const call: EditCall = { platform, person, request: { headers: {}, ip: null, person } };
    await step({ app, platform, record, transaction, range, call });
  });
}

/** A job acts for the seller without a session. */
const NO_SESSION = {
  roles: [],
  heldRoles: [],
  permissions: [],
  sessionId: '',
  state: 'ACTIVE',
  strength: 'SECOND_FACTOR',
  isFresh: false,
  impersonator: null,
} as const satisfies object as unknown as Omit<NonNullable<EditCall['request']['person']>, 'id' | 'name' | 'email'>;

export const isMapped = (record: ImportRecord): record is Mapped => record.kind !== null && record.source !== null;

/** Reads the file into lines. A reading that was interrupted begins anew. */
async function readLines({ database, clock, log }: ImportsApp, { platformId, id }: ImportRecord): Promise<void> {
  const parts = await database.list(platformId, selectParts(platformId, id), true);
  const later = () => new Date(clock.now().getTime() + 120_000);
  await database.write(platformId, [deleteRows(platformId, id), updateImport(platformId, id, { workDueAt: later() })]);
  try {
    const { format, rows } = readFile(Buffer.concat(parts.map(({ content }) => content)));
    let headers: string[] | null = null;
    let count = 0;
    let batch: string[][] = [];
    const put = async () => {
      await database.write(platformId, [
        insertRows(platformId, id, FIRST_ROW + count - batch.length, batch),
        updateImport(platformId, id, { workDueAt: later(), rowCount: count }),
      ]);
      batch = [];
    };
    for await (const row of rows) {
      if (!headers) {
        headers = row;
        continue;
      }
      batch.push(row);
      count += 1;
      if (batch.length === READ_BATCH) await put();
    }
    if (!headers || count === 0) throw new FileRefused(headers ? 'NO_HEADER' : 'EMPTY');
    if (batch.length > 0) await put();
    const { source, kind, mapping } = guess(headers);
    await database.write(platformId, [
      updateImport(platformId, id, {
        format,
        headers,
        source,
        kind,
        mapping,
        rowCount: count,
        state: 'MAPPING',
        workDueAt: null,
        failures: 0,
      }),
      deleteParts(platformId, id),
    ]);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    log.info({ platformId, importId: id, problem: error.problem }, 'An imported file was refused');
    await database.write(platformId, [
      updateImport(platformId, id, { state: 'FAILED', problem: error.problem, workDueAt: null }),
      deleteParts(platformId, id),
      deleteRows(platformId, id),
    ]);
  }
}

const SALE_DEFAULTS = (platform: PlatformContext) => ({ currency: platform.settings.currency, status: 'APPROVED' });

interface Candidate {
  number: number;
  data: Data;
  problems: RowProblem[];
}

/** Fills in what a line leaves out. */
async function complete(work: Work, kind: SetKind, lines: Candidate[]): Promise<void> {
  if (kind === 'SALES') for (const line of lines) line.data = { ...SALE_DEFAULTS(work.platform), ...line.data };
  if (kind === 'SUBSCRIPTIONS') await completeSubscriptions(work, lines);
}

async function completeSubscriptions({ platform, record, transaction }: Work, lines: Candidate[]): Promise<void> {
  const names = lines.map(({ data }, place) => ({ place, ...data }));
  const offers = new Map(
    (await transaction.list(selectNamedOffers(platform.id, record.sellerId, record.source, names))).map((found) => [
      found.place,
      found,
    ]),
  );
  for (const [place, line] of lines.entries()) {
    const { status, offerExternalId: _, offerTitle: __, productName: ___, ...data } = line.data;
    const offer = offers.get(place);
    line.data = data;
    if (status === 'ENDED') line.problems.push({ field: 'status', code: 'SUBSCRIPTION_ENDED' });
    if (!offer || offer.count > 1) {
      const code = offer ? 'PRODUCT_AMBIGUOUS' : 'OFFER_UNKNOWN';
      line.problems.push({ field: 'offerTitle', code, value: String(__ ?? ___ ?? '') });
      continue;
    }
    const currency = data.currency ?? offer.currency;
    if (currency !== offer.currency) line.problems.push({ field: 'currency', code: 'CURRENCY_DIFFERS' });
    line.data = { ...data, offerId: offer.offerId, currency, amount: data.amount || offer.amount };
  }
}

/** Checks lines, and writes nothing but what it found. */
async function checkBatch(work: Work): Promise<void> {
  const { record, platform, transaction, range } = work;
  const { kind, mapping, isLenient } = record;
  const rows = await transaction.list(selectRows(platform.id, range));
  const lines: Candidate[] = rows.map(({ number, cells }) => ({
    number,
    ...readLine(cells, { kind, mapping, isLenient }),
  }));
  const checked = isSetKind(kind) ? await checkSet(work, kind, lines) : await checkCatalogue(work, kind, lines);
  await transaction.run(writeChecked(platform.id, range.importId, checked));
  const count = (outcome: CheckedRow['outcome']) => checked.filter((row) => row.outcome === outcome).length;
  const doneRows = record.doneRows + rows.length;
  const isOver = doneRows >= record.rowCount;
  await transaction.run(
    updateImport(platform.id, record.id, {
      doneRows,
      newRows: record.newRows + count('NEW'),
      changedRows: record.changedRows + count('CHANGED'),
      sameRows: record.sameRows + count('SAME'),
      refusedRows: record.refusedRows + count('REFUSED'),
      ...next(work, isOver, 'CHECKED'),
    }),
  );
}

const next = ({ app }: Work, isOver: boolean, end: ImportState) => ({
  failures: 0,
  ...(isOver ? { state: end, workDueAt: null } : { workDueAt: app.clock.now() }),
});

const refused = ({ number, problems }: Pick<Candidate, 'number' | 'problems'>): CheckedRow => ({
  number,
  data: null,
  key: null,
  outcome: 'REFUSED',
  problems,
});

/** Tells for each key the first line of the file that has it. */
async function findFirst({ platform, transaction, range }: Work, keyed: readonly { number: number; key: string }[]) {
  const keys = [...new Set(keyed.map(({ key }) => key))];
  const first = new Map(
    (await transaction.list(selectEarlier(platform.id, range, keys))).map(({ key, number }) => [key, number]),
  );
  for (const { key, number } of keyed) if (!first.has(key)) first.set(key, number);
  return first;
}

async function checkSet(work: Work, kind: SetKind, lines: Candidate[]): Promise<CheckedRow[]> {
  const { platform, record, transaction } = work;
  await complete(work, kind, lines);
  const keyed = lines
    .filter(({ problems }) => problems.length === 0)
    .map(({ number, data }) => ({ number, data, key: keyOf(kind, record.source, data) }));
  const first = await findFirst(work, keyed);
  const compared = new Map(
    (await transaction.list(compareRows(platform.id, record.sellerId, kind, keyed))).map(({ number, isSame }) => [
      number,
      isSame,
    ]),
  );
  const fine = new Map(
    keyed.map(({ number, data, key }): [number, CheckedRow] => {
      const line = first.get(key) as number;
      if (line !== number) {
        // A customer stands in as many lines of a file of sales as there are sales.
        if (kind === 'CUSTOMERS') return [number, { number, data: null, key: null, outcome: 'SAME', problems: null }];
        return [number, refused({ number, problems: [{ field: null, code: 'DUPLICATE', line }] })];
      }
      const isSame = compared.get(number);
      const outcome = isSame === undefined ? 'NEW' : isSame ? 'SAME' : 'CHANGED';
      return [number, { number, data, key, outcome, problems: null }];
    }),
  );
  return lines.map((line) => fine.get(line.number) ?? refused(line));
}

async function checkCatalogue(work: Work, kind: CatalogueKind, lines: Candidate[]): Promise<CheckedRow[]> {
  const { platform, record, transaction, call } = work;
  const catalogue = await readCatalogue(transaction, platform.id, record.sellerId, record.source);
  const keyed = lines.map(({ number, data }) => ({ number, key: catalogueKey(data) }));
  const first = await findFirst(
    work,
    keyed.filter((_, index) => lines[index]?.problems.length === 0),
  );
  const checked: CheckedRow[] = [];
  for (const [index, line] of lines.entries()) {
    const { key } = keyed[index] as { key: string };
    const { number, data, problems } = line;
    const earlier = first.get(key);
    if (problems.length > 0) checked.push(refused(line));
    else if (earlier !== number)
      checked.push(
        refused({ number, problems: [{ field: null, code: 'DUPLICATE', ...(earlier && { line: earlier }) }] }),
      );
    else
      try {
        const outcome = await checkCatalogueLine(transaction, call, { kind, data, catalogue });
        checked.push({ number, data, key, outcome, problems: null });
      } catch (error) {
        if (!(error instanceof LineRefused)) throw error;
        checked.push(refused({ number, problems: error.problems }));
      }
  }
  return checked;
}

interface Done {
  made: number;
  written: number;
  refused?: number;
}

/** Writes lines that are new or changed. */
async function writeBatch(work: Work): Promise<void> {
  const { record, platform, transaction, range } = work;
  const { kind } = record;
  if (isSetKind(kind)) await transaction.run(JOIN_BY_HASH);
  const done: Done | undefined = isSetKind(kind)
    ? await transaction.find(writeRows(record, kind, range))
    : await writeCatalogueRow(work, kind);
  const rows = isSetKind(kind) ? SET_BATCH : 1;
  const doneRows = Math.min(record.rowCount, record.doneRows + rows);
  const isOver = doneRows >= record.rowCount;
  const madeRows = record.madeRows + (done?.made ?? 0);
  const writtenRows = record.writtenRows + (done?.written ?? 0);
  const finishedAt = work.app.clock.now();
  await transaction.run(
    updateImport(platform.id, record.id, {
      doneRows,
      madeRows,
      writtenRows,
      refusedRows: record.refusedRows + (done?.refused ?? 0),
      ...next(work, isOver, 'DONE'),
      ...(isOver && { finishedAt }),
    }),
  );
  if (isOver) await note(work, 'import.finished', { importNew: madeRows, importChanged: writtenRows });
}

const note = (
  { platform, transaction, record, call }: Work,
  type: 'import.finished' | 'import.undone',
  counts: object,
) =>
  transaction.run(
    recordEvent(platform.id, call.request, {
      type,
      details: { importKind: `FILE_${record.kind}`, importSource: record.source, ...counts },
    }),
  );

/** Writes one line. What the rules refuse by now leaves nothing behind, and the line says why. */
async function writeCatalogueRow(
  { transaction, platform, record, range, call }: Work,
  kind: CatalogueKind,
): Promise<Done | undefined> {
  const row = await transaction.find(selectRow(platform.id, range.importId, range.from));
  if (!row?.data || (row.outcome !== 'NEW' && row.outcome !== 'CHANGED')) return undefined;
  await transaction.run({ text: 'SAVEPOINT line', values: [] });
  try {
    const written = await writeCatalogueLine(transaction, call, { kind, data: row.data, source: record.source });
    const { offerId: targetId, isMade, madeProductId } = written;
    await transaction.run(writeRow(platform.id, range.importId, range.from, { targetId, isMade, madeProductId }));
    return { made: isMade ? 1 : 0, written: isMade ? 0 : 1 };
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    await transaction.run({ text: 'ROLLBACK TO SAVEPOINT line', values: [] });
    await transaction.run(
      writeChecked(platform.id, range.importId, [refused({ number: range.from, problems: refusal.problems })]),
    );
    return { made: 0, written: 0, refused: 1 };
  }
}

/** Removes what lines have made, the last lines first: offers go before the product that an earlier line made. */
async function removeBatch(work: Work): Promise<void> {
  const { record, platform, transaction, range } = work;
  const { kind } = record;
  const last = FIRST_ROW + record.rowCount - record.doneRows;
  const rows = isSetKind(kind) ? SET_BATCH : 1;
  const back = { importId: range.importId, from: Math.max(FIRST_ROW, last - rows), to: last };
  const done = isSetKind(kind)
    ? await transaction.find(removeRows(record, kind, back))
    : await removeCatalogueLine(transaction, record, back.from);
  const doneRows = Math.min(record.rowCount, record.doneRows + rows);
  const isOver = doneRows >= record.rowCount;
  const removedRows = record.removedRows + (done?.removed ?? 0);
  const keptRows = record.keptRows + (done?.kept ?? 0);
  await transaction.run(
    updateImport(platform.id, record.id, { doneRows, removedRows, keptRows, ...next(work, isOver, 'UNDONE') }),
  );
  if (isOver) await note(work, 'import.undone', { importRemoved: removedRows, importKept: keptRows });
}
