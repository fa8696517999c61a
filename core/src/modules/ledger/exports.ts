/** Writes the ledger as files: a person's statement, and every entry of a platform for its accountant. */
import type { Currency, Locale, PaymentMethod } from '@feira/schemas/common';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { parsePlace, selectPage } from '../../shared/list.ts';
import { endIdOf, endOf, firstIdOf, startOf } from '../../shared/period.ts';
import type { Table } from '../../shared/table.ts';
import { type AccountKind, LABELS } from './labels.ts';
import {
  type BalanceAfter,
  balanceBefore,
  readBalancesAfter,
  STATEMENT,
  type StatementFilter,
  type StatementRow,
} from './statement-model.ts';

type App = Pick<FastifyInstance, 'database'>;

const BATCH = 1_000;

export interface EntryRow {
  transactionId: string;
  accountId: string;
  createdAt: Date;
  kind: string;
  paymentId: string | null;
  title: string | null;
  method: PaymentMethod | null;
  account: AccountKind;
  owner: string | null;
  amount: number;
}

export interface EntryFilter {
  from: string;
  to: string;
  currency: Currency;
}

/** Selects a batch in the order of the table's primary key. `after` is the last row of the batch before. */
function selectEntries(
  platformId: string,
  { from, to, currency }: EntryFilter,
  after: Pick<EntryRow, 'transactionId' | 'accountId'> | null,
): Statement<EntryRow> {
  const values: unknown[] = [platformId, from, to, currency];
  const value = (item: unknown) => `$${values.push(item)}`;
  const start = after
    ? `(e.transaction_id, e.account_id) > (${value(after.transactionId)}::uuid, ${value(after.accountId)}::uuid)`
    : `e.transaction_id >= ${firstIdOf('$2')}`;
  return {
    text: `
      WITH page AS MATERIALIZED (
        SELECT e.transaction_id, e.account_id, e.amount, t.created_at, t.kind, t.payment_id
        FROM ledger_entry e JOIN ledger_transaction t ON t.platform_id = e.platform_id AND t.id = e.transaction_id
        WHERE e.platform_id = $1 AND ${start} AND e.transaction_id < ${endIdOf('$3')}
          AND t.created_at >= ${startOf('$2')} AND t.created_at < ${endOf('$3')} AND t.currency = $4
        ORDER BY e.transaction_id, e.account_id LIMIT ${BATCH}
      )
      SELECT page.transaction_id, page.account_id, page.created_at, page.kind, y.public_id AS payment_id, i.title, y.method,
        a.kind AS account, coalesce(p.name, c.name) AS owner, page.amount
      FROM page JOIN ledger_account a ON a.platform_id = $1 AND a.id = page.account_id
      LEFT JOIN person p ON p.platform_id = $1 AND p.id = a.owner_id
      LEFT JOIN provider_connection c ON c.platform_id = $1 AND c.id = a.owner_id
      LEFT JOIN payment y ON y.platform_id = $1 AND y.id = page.payment_id
      LEFT JOIN sale_item i ON i.platform_id = $1 AND i.sale_id = y.sale_id AND i.position = 0
      ORDER BY page.transaction_id, page.account_id`,
    values,
  };
}

/** Reads each batch in its own transaction, so that a slow download keeps neither a connection nor old rows. */
async function* readBatches<Row>(
  app: App,
  platformId: string,
  select: (last: Row | null) => Statement<Row>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  while (true) {
    const rows: Row[] = await app.database.list(platformId, select(last));
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1) ?? null;
  }
}

const labelOf = (labels: Record<string, string>, code: string) => labels[code] ?? code;

export function openAccounting(app: App, platformId: string, filter: EntryFilter, locale: Locale): Table {
  const { accounting, columns, kinds, accounts, methods } = LABELS[locale];
  const text = (header: string) => ({ header, kind: 'text' }) as const;
  async function* batches() {
    for await (const rows of readBatches<EntryRow>(app, platformId, (last) => selectEntries(platformId, filter, last)))
      yield rows.map((row) => [
        ...[row.createdAt, row.transactionId, labelOf(kinds, row.kind), row.paymentId, row.title],
        ...[row.method && methods[row.method], labelOf(accounts, row.account), row.owner, filter.currency, row.amount],
      ]);
  }
  return {
    name: accounting,
    locale,
    columns: [
      { header: columns.time, kind: 'time' },
      ...[columns.posting, columns.kind, columns.payment, columns.title, columns.method].map(text),
      ...[columns.account, columns.owner, columns.currency].map(text),
      { header: columns.amount, kind: 'money' },
    ],
    batches: batches(),
  };
}

/** Reads a statement's movements with the balance after each. Every batch continues from the balance that the one before ended with. */
async function* readMovements(app: App, platformId: string, filter: StatementFilter) {
  let known: BalanceAfter | undefined;
  for await (const rows of readBatches<StatementRow & { cursor: string }>(app, platformId, (last) =>
    selectPage(STATEMENT, platformId, filter, { after: last && parsePlace(last.cursor), limit: BATCH }),
  )) {
    const balances = await readBalancesAfter(app, platformId, filter, rows, known);
    const [oldest, balance] = [rows.at(-1)!, balances.at(-1)];
    if (balance) known = balanceBefore(balance, oldest);
    yield rows.map((row, index) => ({ ...row, balance: balances[index] ?? null }));
  }
}

export function openStatement(app: App, platformId: string, filter: StatementFilter, locale: Locale): Table {
  const { statement, columns, kinds } = LABELS[locale];
  const parts = [columns.pending, columns.available, columns.reserved, columns.owed, columns.receiver];
  const balances = [columns.availableAfter, columns.totalAfter];
  async function* batches() {
    for await (const rows of readMovements(app, platformId, filter))
      yield rows.map((row) => [
        ...[row.occurredAt, labelOf(kinds, row.kind), row.saleId && orderCodeOf(row.saleId)],
        ...[row.title, row.buyerName, filter.currency],
        ...[row.pending, row.available, row.reserved, row.owed, row.receiver],
        ...[row.balance && row.balance.available, row.balance && row.balance.total],
      ]);
  }
  return {
    name: statement,
    locale,
    columns: [
      { header: columns.time, kind: 'time' },
      ...[columns.kind, columns.order, columns.title, columns.buyer, columns.currency].map(
        (header) => ({ header, kind: 'text' }) as const,
      ),
      ...[...parts, ...balances].map((header) => ({ header, kind: 'money' }) as const),
    ],
    batches: batches(),
  };
}
