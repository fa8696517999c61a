/** Withdrawals as people look through them: their own, and those of others on the platform. */
import type { Currency } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import {
  WITHDRAWAL_COLUMNS,
  WITHDRAWAL_JOINS,
  type WithdrawalRole,
  type WithdrawalRow,
  type WithdrawalState,
} from './withdrawal-model.ts';

export type ListedRow = WithdrawalRow & PageCursor;

export interface OwnFilter {
  currency: Currency;
  state?: WithdrawalState | undefined;
  after?: PageCursor;
}

export function selectOwn(
  platformId: string,
  personId: string,
  filter: OwnFilter,
  limit: number,
): Statement<ListedRow> {
  const values: unknown[] = [platformId, personId, filter.currency, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = filter.state ? [`w.state = ${bind(filter.state)}`] : [];
  if (filter.after) {
    const { microseconds, id } = filter.after;
    conditions.push(`(w.created_at, w.id) < (${timeOfCursor(bind(microseconds))}, ${bind(id)}::uuid)`);
  }
  return {
    text: `SELECT ${WITHDRAWAL_COLUMNS}, ${microsecondsOf('w.created_at')} AS microseconds FROM ${WITHDRAWAL_JOINS}
      WHERE ${['w.platform_id = $1', 'w.person_id = $2', 'w.currency = $3', ...conditions].join(' AND ')}
      ORDER BY w.created_at DESC, w.id DESC LIMIT $4`,
    values,
  };
}

export interface PayoutFilter {
  role: WithdrawalRole;
  view: 'OPEN' | 'PAID' | 'ALL';
  currency: Currency;
  state?: WithdrawalState | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export type PayoutCursor = PageCursor & { isWaiting: boolean };

const OPEN: readonly WithdrawalState[] = ['WAITING', 'APPROVED', 'SENDING', 'SENT', 'UNKNOWN'];
const VIEWS: Record<PayoutFilter['view'], string> = {
  OPEN: `w.state IN (${OPEN.map((state) => `'${state}'`).join(', ')})`,
  PAID: `w.state = 'PAID'`,
  ALL: 'true',
};

const startOf = (day: string) => `(${day})::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
/** What was paid is looked for by the day it was paid. */
const timeOf = ({ view }: PayoutFilter) => (view === 'PAID' ? 'w.closed_at' : 'w.created_at');

function listConditions(platformId: string, filter: PayoutFilter) {
  const { role, view, currency, state, search, from, to } = filter;
  const values: unknown[] = [platformId, role, currency];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const time = timeOf(filter);
  const conditions = ['w.platform_id = $1', 'w.role = $2', 'w.currency = $3', VIEWS[view]];
  if (state) conditions.push(`w.state = ${bind(state)}`);
  if (from) conditions.push(`${time} >= ${startOf(`${bind(from)}::date`)}`);
  if (to) conditions.push(`${time} < ${startOf(`${bind(to)}::date + 1`)}`);
  if (search?.trim()) conditions.push(`p.search_text LIKE fold_text(${bind(`%${escapeLike(search.trim())}%`)})`);
  return { values, bind, conditions };
}

/** What waits for approval comes first, except among what was paid. */
export function selectPayouts(
  platformId: string,
  filter: PayoutFilter,
  after: PayoutCursor | null,
  limit: number,
): Statement<ListedRow> {
  const { values, bind, conditions } = listConditions(platformId, filter);
  const time = timeOf(filter);
  if (after) {
    const { isWaiting, microseconds, id } = after;
    conditions.push(`((w.state = 'WAITING'), ${time}, w.id)
      < (${bind(isWaiting)}::boolean, ${timeOfCursor(bind(microseconds))}, ${bind(id)}::uuid)`);
  }
  // A paid one never waits: left out of the order, so that the index holds it.
  const waiting = filter.view === 'PAID' ? '' : `(w.state = 'WAITING') DESC, `;
  return {
    text: `SELECT ${WITHDRAWAL_COLUMNS}, ${microsecondsOf(time)} AS microseconds FROM ${WITHDRAWAL_JOINS}
      WHERE ${conditions.join(' AND ')} ORDER BY ${waiting}${time} DESC, w.id DESC LIMIT ${bind(limit)}`,
    values,
  };
}

export function sumPayouts(platformId: string, filter: PayoutFilter): Statement {
  const { values, conditions } = listConditions(platformId, filter);
  return {
    text: `SELECT count(*)::int AS count, coalesce(sum(w.amount), 0)::bigint AS total
      FROM withdrawal w JOIN person p ON p.platform_id = w.platform_id AND p.id = w.person_id
      WHERE ${conditions.join(' AND ')}`,
    values,
  };
}
