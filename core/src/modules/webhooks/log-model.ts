/** Lists received webhooks and exchanges for masters, newest first. */

import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import type { listExchanges, listWebhooks } from '@feira/schemas/procedures/webhooks';
import { WEBHOOK_SEARCH_DAYS } from '@feira/schemas/procedures/webhooks';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin, startOf } from '../../shared/period.ts';
import { type Bind, type Condition, ofWholePlatform } from '../../shared/statement.ts';
import { bodyOf, type Verdict } from './model.ts';

interface LogFilter {
  connectionId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

interface Named {
  id: string;
  connectionId: string;
  connectionName: string;
  provider: string;
  /** The public id. */
  paymentId: string | null;
}

interface WebhookRow extends Named {
  state: Verdict['state'];
  reason: string | null;
  attempts: number;
  replays: number;
  bytes: number;
  receivedAt: Date;
  processedAt: Date | null;
}

export interface WholeWebhookRow extends WebhookRow {
  headers: Record<string, string>;
  query: Record<string, string>;
  body: Buffer;
}

const PUBLIC_ID = /^[\w-]{22}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A search covers at most a month, because it reads all of an index in the period. */
const mostDays = ({ search }: LogFilter): number => (search?.trim() ? WEBHOOK_SEARCH_DAYS : MAX_PERIOD_DAYS);

/** The filters that both lists share. */
function narrow({ connectionId, from, to, search: typed }: LogFilter, time: string, bind: Bind): Condition[] {
  const search = typed?.trim();
  return [
    'r.platform_id = $1',
    ofWholePlatform(time),
    connectionId && `r.connection_id = ${bind(connectionId)}`,
    ...isWithin(time, { from, to }, bind),
    search && from && !to && `${time} < ${startOf(`(${bind(from)}::date + ${WEBHOOK_SEARCH_DAYS})`)}`,
    search && to && !from && `${time} >= ${startOf(`(${bind(to)}::date - ${WEBHOOK_SEARCH_DAYS - 1})`)}`,
    search && !from && !to && `${time} >= now() - interval '${WEBHOOK_SEARCH_DAYS} days'`,
    search && `(${listMatches(search, bind).join(' OR ')})`,
  ];
}

function listMatches(search: string, bind: Bind): string[] {
  const matches = [`strpos(r.search_text, ${bind(search.toLowerCase())}) > 0`];
  if (UUID.test(search)) matches.push(`r.id = ${bind(search)}::uuid`);
  if (PUBLIC_ID.test(search))
    matches.push(
      `r.payment_id = (SELECT payment.id FROM payment WHERE platform_id = $1 AND public_id = ${bind(search)})`,
    );
  return matches;
}

const WEBHOOK = `
  w.id, w.connection_id, c.name AS connection_name, c.provider, w.state, w.reason, p.public_id AS payment_id, w.attempts, w.replays,
  octet_length(${bodyOf('w')}) AS bytes, w.received_at, w.processed_at`;
const WEBHOOK_JOINS = `
  JOIN provider_connection c ON c.platform_id = w.platform_id AND c.id = w.connection_id
  LEFT JOIN payment p ON p.platform_id = w.platform_id AND p.id = w.payment_id`;

/** The page is found in an index alone. Other columns are read only for its few rows. */
export const WEBHOOKS: List<WebhookRow, FilterOf<typeof listWebhooks>> = {
  mostDays,
  sql: (filter, bind) => ({
    columns: WEBHOOK,
    from: 'webhook r',
    where: [
      ...narrow(filter, 'r.received_at', bind),
      // The state is written into the statement, so that the planner can use the partial index of these states.
      filter.state && `r.state = '${filter.state}'`,
      filter.state === 'RECEIVED' && 'r.next_attempt_at IS NOT NULL',
    ],
    order: newestFirst('r', 'r.received_at'),
    details: `JOIN webhook w ON w.platform_id = $1 AND w.id = page.id ${WEBHOOK_JOINS}`,
  }),
};

export const selectWebhook = (platformId: string, id: string): Statement<WholeWebhookRow> => ({
  text: `SELECT ${WEBHOOK}, w.headers, w.query, ${bodyOf('w')} AS body FROM webhook w ${WEBHOOK_JOINS} WHERE w.platform_id = $1 AND w.id = $2`,
  values: [platformId, id],
});

export interface HeldWebhook {
  state: Verdict['state'];
  reason: string | null;
  connectionName: string;
  provider: string;
  /** True if a node is processing the event or is about to. */
  isBusy: boolean;
}

/** Locks the event until the transaction ends, so that the second of two concurrent requests sees the first. */
export const holdWebhook = (platformId: string, id: string): Statement<HeldWebhook> => ({
  text: `
    SELECT w.state, w.reason, c.name AS connection_name, c.provider,
      coalesce(w.claimed_until > clock_timestamp(), false) OR (w.state = 'RECEIVED' AND w.next_attempt_at <= clock_timestamp()) AS is_busy
    FROM webhook w JOIN provider_connection c ON c.platform_id = w.platform_id AND c.id = w.connection_id
    WHERE w.platform_id = $1 AND w.id = $2 FOR UPDATE OF w`,
  values: [platformId, id],
});

/** Resets the event to its initial state. Its payment stays known until it is processed. */
export const renewWebhook = (platformId: string, id: string): Statement => ({
  text: `UPDATE webhook SET state = 'RECEIVED', reason = NULL, attempts = 0, replays = least(replays + 1, 32767),
      next_attempt_at = clock_timestamp(), claimed_until = NULL, processed_at = NULL
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

export const EXCHANGES: List<RowOf<typeof listExchanges, 'exchanges'>, FilterOf<typeof listExchanges>> = {
  mostDays,
  sql: (filter, bind) => ({
    columns: `e.id, e.connection_id, c.name AS connection_name, c.provider, e.operation, e.method, e.host, e.path, e.status,
      e.outcome, e.error_code, e.reason, e.duration_ms, p.public_id AS payment_id, e.started_at`,
    from: 'provider_exchange r',
    where: [...narrow(filter, 'r.started_at', bind), filter.isFailed && `r.outcome <> 'OK'`],
    order: newestFirst('r', 'r.started_at'),
    details: `
      JOIN provider_exchange e ON e.platform_id = $1 AND e.id = page.id
      JOIN provider_connection c ON c.platform_id = e.platform_id AND c.id = e.connection_id
      LEFT JOIN payment p ON p.platform_id = e.platform_id AND p.id = e.payment_id`,
  }),
};
