/** The inbox and the exchanges as masters look through them, newest first. */
import { WEBHOOK_SEARCH_DAYS } from '@feira/schemas/procedures/webhooks';
import type { Statement } from '../../plugins/database.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';
import { ofWholePlatform } from '../../shared/statement.ts';
import type { Verdict } from './model.ts';

export interface LogFilter {
  connectionId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  after?: PageCursor | undefined;
}

export interface WebhookFilter extends LogFilter {
  state?: Verdict['state'] | undefined;
}

export interface ExchangeFilter extends LogFilter {
  isFailed?: boolean | undefined;
}

interface Named {
  id: string;
  connectionId: string;
  connectionName: string;
  provider: string;
  /** The public id. */
  paymentId: string | null;
}

export interface WebhookRow extends Named {
  state: Verdict['state'];
  reason: string | null;
  attempts: number;
  replays: number;
  bytes: number;
  receivedAt: Date;
  processedAt: Date | null;
  microseconds: number;
}

export interface WholeWebhookRow extends WebhookRow {
  headers: Record<string, string>;
  query: Record<string, string>;
  body: Buffer;
}

export interface ExchangeRow extends Named {
  operation: string | null;
  method: string;
  host: string;
  path: string;
  status: number | null;
  outcome: string;
  errorCode: string | null;
  reason: string | null;
  durationMs: number;
  startedAt: Date;
  microseconds: number;
}

const startOf = (day: string) => `(${day})::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const PUBLIC_ID = /^[\w-]{22}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What both lists narrow by. A search looks at a month at most: together with an index that holds all that it reads, that is
 * its bound. `value` adds a value of the statement and answers its placeholder.
 */
function listConditions(filter: LogFilter, time: string, value: (item: unknown) => string): string[] {
  const { connectionId, from, to, after } = filter;
  const search = filter.search?.trim();
  const conditions = ['r.platform_id = $1', ofWholePlatform(time)];
  if (connectionId) conditions.push(`r.connection_id = ${value(connectionId)}`);
  if (from) conditions.push(`${time} >= ${startOf(`${value(from)}::date`)}`);
  if (to) conditions.push(`${time} < ${startOf(`${value(to)}::date + 1`)}`);
  if (search && from && !to) conditions.push(`${time} < ${startOf(`${value(from)}::date + ${WEBHOOK_SEARCH_DAYS}`)}`);
  if (search && to && !from)
    conditions.push(`${time} >= ${startOf(`${value(to)}::date - ${WEBHOOK_SEARCH_DAYS - 1}`)}`);
  if (search && !from && !to) conditions.push(`${time} >= now() - interval '${WEBHOOK_SEARCH_DAYS} days'`);
  if (search) conditions.push(`(${listMatches(search, value).join(' OR ')})`);
  if (after)
    conditions.push(`(${time}, r.id) < (${timeOfCursor(value(after.microseconds))}, ${value(after.id)}::uuid)`);
  return conditions;
}

function listMatches(search: string, value: (item: unknown) => string): string[] {
  const matches = [`strpos(r.search_text, ${value(search.toLowerCase())}) > 0`];
  if (UUID.test(search)) matches.push(`r.id = ${value(search)}::uuid`);
  if (PUBLIC_ID.test(search))
    matches.push(
      `r.payment_id = (SELECT payment.id FROM payment WHERE platform_id = $1 AND public_id = ${value(search)})`,
    );
  return matches;
}

const WEBHOOK = `
  w.id, w.connection_id AS "connectionId", c.name AS "connectionName", c.provider, w.state, w.reason,
  p.public_id AS "paymentId", w.attempts, w.replays, octet_length(w.body) AS bytes, w.received_at AS "receivedAt",
  w.processed_at AS "processedAt", ${microsecondsOf('w.received_at')} AS microseconds`;
const WEBHOOK_JOINS = `
  JOIN provider_connection c ON c.platform_id = w.platform_id AND c.id = w.connection_id
  LEFT JOIN payment p ON p.platform_id = w.platform_id AND p.id = w.payment_id`;

/** The page is found in an index alone; what is shown is read for its few. */
export function selectWebhooks(platformId: string, filter: WebhookFilter, limit: number): Statement<WebhookRow> {
  const values: unknown[] = [platformId];
  const value = (item: unknown) => `$${values.push(item)}`;
  const conditions = listConditions(filter, 'r.received_at', value);
  // Written out, so that it is seen to fit an index that holds these states alone.
  if (filter.state) conditions.push(`r.state = '${filter.state}'`);
  if (filter.state === 'RECEIVED') conditions.push('r.next_attempt_at IS NOT NULL');
  return {
    text: `
      SELECT ${WEBHOOK}
      FROM (
        SELECT r.id, r.received_at FROM webhook r WHERE ${conditions.join(' AND ')}
        ORDER BY r.received_at DESC, r.id DESC LIMIT ${value(limit)}
      ) page
      JOIN webhook w ON w.platform_id = $1 AND w.id = page.id ${WEBHOOK_JOINS}
      ORDER BY page.received_at DESC, page.id DESC`,
    values,
  };
}

export const selectWebhook = (platformId: string, id: string): Statement<WholeWebhookRow> => ({
  text: `SELECT ${WEBHOOK}, w.headers, w.query, w.body FROM webhook w ${WEBHOOK_JOINS} WHERE w.platform_id = $1 AND w.id = $2`,
  values: [platformId, id],
});

export interface HeldWebhook {
  state: Verdict['state'];
  reason: string | null;
  connectionName: string;
  provider: string;
  /** A node works on it, or is about to. */
  isBusy: boolean;
}

/** Held until the transaction ends: of two people who ask at once, the second sees what the first did. */
export const holdWebhook = (platformId: string, id: string): Statement<HeldWebhook> => ({
  text: `
    SELECT w.state, w.reason, c.name AS "connectionName", c.provider,
      coalesce(w.claimed_until > clock_timestamp(), false) OR (w.state = 'RECEIVED' AND w.next_attempt_at <= clock_timestamp()) AS "isBusy"
    FROM webhook w JOIN provider_connection c ON c.platform_id = w.platform_id AND c.id = w.connection_id
    WHERE w.platform_id = $1 AND w.id = $2 FOR UPDATE OF w`,
  values: [platformId, id],
});

/** As if it had just come. What it was about stays known until it is processed. */
export const renewWebhook = (platformId: string, id: string): Statement => ({
  text: `UPDATE webhook SET state = 'RECEIVED', reason = NULL, attempts = 0, replays = least(replays + 1, 32767),
      next_attempt_at = clock_timestamp(), claimed_until = NULL, processed_at = NULL
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

export function selectExchanges(platformId: string, filter: ExchangeFilter, limit: number): Statement<ExchangeRow> {
  const values: unknown[] = [platformId];
  const value = (item: unknown) => `$${values.push(item)}`;
  const conditions = listConditions(filter, 'r.started_at', value);
  if (filter.isFailed) conditions.push(`r.outcome <> 'OK'`);
  return {
    text: `
      SELECT e.id, e.connection_id AS "connectionId", c.name AS "connectionName", c.provider, e.operation, e.method, e.host, e.path,
        e.status, e.outcome, e.error_code AS "errorCode", e.reason, e.duration_ms AS "durationMs", p.public_id AS "paymentId",
        e.started_at AS "startedAt", ${microsecondsOf('e.started_at')} AS microseconds
      FROM (
        SELECT r.id, r.started_at FROM provider_exchange r WHERE ${conditions.join(' AND ')}
        ORDER BY r.started_at DESC, r.id DESC LIMIT ${value(limit)}
      ) page
      JOIN provider_exchange e ON e.platform_id = $1 AND e.id = page.id
      JOIN provider_connection c ON c.platform_id = e.platform_id AND c.id = e.connection_id
      LEFT JOIN payment p ON p.platform_id = e.platform_id AND p.id = e.payment_id
      ORDER BY page.started_at DESC, page.id DESC`,
    values,
  };
}
