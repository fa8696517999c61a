/** Pages of anticipations, newest first. */
import type { Currency } from '@feira/schemas/common';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import { type AnticipationRow, COLUMNS } from './model.ts';

export interface ListedRow extends AnticipationRow, PageCursor {}

export interface RequestedRow extends ListedRow {
  personName: string;
  personEmail: string;
}

export function selectOwn(
  platformId: string,
  { personId, currency }: { personId: string; currency: Currency },
  after: PageCursor | null,
  limit: number,
): Statement {
  const values: unknown[] = [platformId, personId, currency, limit];
  const condition = after
    ? `AND (x.created_at, x.id) < (${timeOfCursor(`$${values.push(after.microseconds)}`)}, $${values.push(after.id)}::uuid)`
    : '';
  return {
    text: `SELECT ${COLUMNS}, ${microsecondsOf('x.created_at')} AS microseconds FROM anticipation x
      WHERE x.platform_id = $1 AND x.person_id = $2 AND x.currency = $3 ${condition}
      ORDER BY x.created_at DESC, x.id DESC LIMIT $4`,
    values,
  };
}

export type View = 'OPEN' | 'PAID' | 'ALL';

export interface RequestedFilter {
  view: View;
  currency: Currency;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const STATE: Record<View, string | null> = { OPEN: 'WAITING', PAID: 'PAID', ALL: null };
/** What was paid is looked for by when it was paid. */
const timeOf = (view: View) => (view === 'PAID' ? 'x.closed_at' : 'x.created_at');
const startOf = (day: string) => `${day}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const endOf = (day: string) => `(${day}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Only the conditions that are asked for: each combination is planned as what it is. */
function toConditions({ view, currency, search, from, to }: RequestedFilter, bind: (value: unknown) => string) {
  const conditions = ['x.platform_id = $1', `x.currency = ${bind(currency)}`];
  const state = STATE[view];
  if (state) conditions.push(`x.state = '${state}'`);
  if (from) conditions.push(`${timeOf(view)} >= ${startOf(bind(from))}`);
  if (to) conditions.push(`${timeOf(view)} < ${endOf(bind(to))}`);
  const words = search?.trim();
  if (words) conditions.push(`p.search_text LIKE fold_text(${bind(`%${escapeLike(words)}%`)})`);
  return conditions;
}

const FROM = 'FROM anticipation x JOIN person p ON p.platform_id = x.platform_id AND p.id = x.person_id';

export function selectRequested(
  platformId: string,
  filter: RequestedFilter,
  after: PageCursor | null,
  limit: number,
): Statement {
  const values: unknown[] = [platformId, limit];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = toConditions(filter, bind);
  const time = timeOf(filter.view);
  if (after) conditions.push(`(${time}, x.id) < (${timeOfCursor(bind(after.microseconds))}, ${bind(after.id)}::uuid)`);
  return {
    text: `SELECT ${COLUMNS}, p.name AS "personName", p.email AS "personEmail", ${microsecondsOf(time)} AS microseconds
      ${FROM} WHERE ${conditions.join(' AND ')} ORDER BY ${time} DESC, x.id DESC LIMIT $2`,
    values,
  };
}

/** Of all pages together. */
export function sumRequested(platformId: string, filter: RequestedFilter): Statement {
  const values: unknown[] = [platformId];
  const conditions = toConditions(filter, (value) => `$${values.push(value)}`);
  return {
    text: `SELECT count(*)::int AS count, coalesce(sum(x.amount), 0)::bigint AS total ${FROM} WHERE ${conditions.join(' AND ')}`,
    values,
  };
}
