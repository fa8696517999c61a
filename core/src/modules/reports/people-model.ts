/** Who owes the platform something, and whose held money became theirs to use. */
import type { Currency } from '@feira/schemas/common';
import type { HOLD_REASONS } from '@feira/schemas/procedures/balances';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import { endOf, startOf } from '../../shared/period.ts';
import { ofWholePlatform } from '../../shared/statement.ts';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const matches = (search: string | undefined, bind: (item: unknown) => string) =>
  search?.trim() ? `AND p.search_text LIKE fold_text(${bind(`%${escapeLike(search.trim())}%`)})` : '';

interface PersonPart {
  id: string;
  name: string;
  email: string;
}

export interface DebtorRow {
  person: PersonPart;
  owed: number;
  pending: number;
  since: Date;
  id: string;
  /** What they owe, where a cursor has a time. */
  microseconds: number;
}

interface DebtFilter {
  currency: Currency;
  search?: string | undefined;
  after?: PageCursor | undefined;
}

function debtors(platformId: string, { currency, search }: DebtFilter) {
  const values: unknown[] = [platformId, currency];
  const bind = (item: unknown) => `$${values.push(item)}`;
  const text = `FROM ledger_account a JOIN person p ON p.platform_id = a.platform_id AND p.id = a.owner_id ${matches(search, bind)}
    WHERE a.platform_id = $1 AND ${ofWholePlatform('a.created_at')} AND a.currency = $2 AND a.kind = 'OWED' AND a.balance < 0`;
  return { values, bind, text };
}

/** The most first. Since when: their debt's own entries tell, back to where it last was nothing. */
export function selectDebtors(platformId: string, filter: DebtFilter, limit: number): Statement<DebtorRow> {
  const { values, bind, text } = debtors(platformId, filter);
  const { after } = filter;
  const rest = after ? `AND (-a.balance, p.id) < (${bind(after.microseconds)}::bigint, ${bind(after.id)}::uuid)` : '';
  return {
    text: `
      WITH page AS (
        SELECT a.id AS account_id, -a.balance AS owed, p.id, p.name, p.email ${text} ${rest}
        ORDER BY a.balance, p.id DESC LIMIT ${bind(limit)}
      )
      SELECT page.id, page.owed, page.owed AS microseconds,
        jsonb_build_object('id', page.id, 'name', page.name, 'email', page.email) AS person,
        coalesce((SELECT balance FROM ledger_account b WHERE b.platform_id = $1 AND b.kind = 'PENDING' AND b.owner_id = page.id
          AND b.currency = $2), 0) AS pending,
        (SELECT t.created_at FROM (
            SELECT e.transaction_id, sum(e.amount) OVER (ORDER BY e.transaction_id) - e.amount AS before
            FROM ledger_entry e WHERE e.platform_id = $1 AND e.account_id = page.account_id
          ) steps JOIN ledger_transaction t ON t.platform_id = $1 AND t.id = steps.transaction_id
          WHERE steps.before = 0 ORDER BY steps.transaction_id DESC LIMIT 1) AS since
      FROM page ORDER BY page.owed DESC, page.id DESC`,
    values,
  };
}

export function sumDebts(platformId: string, filter: DebtFilter): Statement {
  const { values, text } = debtors(platformId, filter);
  return { text: `SELECT count(*) AS count, coalesce(-sum(a.balance), 0)::bigint AS total ${text}`, values };
}

export interface ReleasedRow {
  id: string;
  person: PersonPart;
  paymentId: string;
  title: string | null;
  amount: number;
  heldSince: Date;
  releasedAt: Date;
  reason: (typeof HOLD_REASONS)[number];
  rule: { days?: number; guaranteeDays?: number; reserveBasisPoints?: number };
  microseconds: number;
}

interface ReleasedFilter {
  from: string;
  to: string;
  currency: Currency;
  search?: string | undefined;
  after?: PageCursor | undefined;
}

function released(platformId: string, { from, to, currency, search }: ReleasedFilter) {
  const values: unknown[] = [platformId, currency, from, to];
  const bind = (item: unknown) => `$${values.push(item)}`;
  const found = matches(search, bind);
  const text = `FROM ledger_hold h ${found && `JOIN person p ON p.platform_id = h.platform_id AND p.id = h.person_id ${found}`}
    WHERE h.platform_id = $1 AND h.currency = $2 AND h.state = 'RELEASED'
      AND h.closed_at >= ${startOf('$3')} AND h.closed_at < ${endOf('$4')}`;
  return { values, bind, text };
}

export function selectReleased(platformId: string, filter: ReleasedFilter, limit: number): Statement<ReleasedRow> {
  const { values, bind, text } = released(platformId, filter);
  const { after } = filter;
  const rest = after
    ? `AND (h.closed_at, h.id) < (${timeOfCursor(bind(after.microseconds))}, ${bind(after.id)}::uuid)`
    : '';
  return {
    text: `
      WITH page AS (SELECT h.id, h.closed_at ${text} ${rest} ORDER BY h.closed_at DESC, h.id DESC LIMIT ${bind(limit)})
      SELECT h.id, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person, y.public_id AS "paymentId",
        (SELECT i.title FROM sale_item i WHERE i.platform_id = $1 AND i.sale_id = y.sale_id AND i.position = 0) AS title,
        h.amount, h.created_at AS "heldSince", h.closed_at AS "releasedAt", h.reason, h.rule,
        ${microsecondsOf('h.closed_at')} AS microseconds
      FROM page JOIN ledger_hold h ON h.platform_id = $1 AND h.id = page.id
      JOIN person p ON p.platform_id = $1 AND p.id = h.person_id
      JOIN payment y ON y.platform_id = $1 AND y.id = h.payment_id
      ORDER BY page.closed_at DESC, page.id DESC`,
    values,
  };
}

export function sumReleased(platformId: string, filter: ReleasedFilter): Statement {
  const { values, text } = released(platformId, filter);
  return { text: `SELECT count(*) AS count, coalesce(sum(h.amount), 0)::bigint AS total ${text}`, values };
}
