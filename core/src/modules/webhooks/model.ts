import { createHash } from 'node:crypto';
import type { Statement } from '../../plugins/database.ts';
import { CLAIM, type DueRows } from '../../shared/lanes.ts';
import { ITEMS, mergeable, type Placed, writeEach } from '../../shared/merge.ts';

export interface ReceivedWebhook {
  platformId: string;
  id: string;
  connectionId: string;
  method: 'POST' | 'GET' | 'HEAD';
  /** The end of the address after the token, "/pix"; empty where there is none. */
  path: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  body: Buffer;
  /** The address that it came from, where its provider publishes that one; null for all others. */
  senderAddress: string | null;
  /** The request that brought this event among others; null for a whole request. */
  batchId: string | null;
  /** The place of this event among those of its request, where that held several; null for a whole request. */
  part: number | null;
  receivedAt: Date;
  attempts: number;
  /** The number of times that people requested processing again. */
  replays: number;
}

/** The columns of a `ReceivedWebhook` besides its ids. An event of several has the body of the request that brought it. */
export const receivedColumns = (table: string): string => `
  ${table}.connection_id, ${table}.method, ${table}.path, ${table}.headers, ${table}.query,
  host(${table}.sender_address) AS sender_address, ${table}.batch_id, ${table}.part, ${bodyOf(table)} AS body, ${table}.received_at, ${table}.attempts, ${table}.replays`;

export const bodyOf = (table: string): string =>
  `coalesce((SELECT whole.body FROM webhook whole WHERE whole.platform_id = ${table}.platform_id AND whole.id = ${table}.batch_id), ${table}.body)`;

/** The immediate response to every event, whatever its result. */
export const WEBHOOK_ANSWER = { received: true };

export const insertWebhook = (
  webhook: Omit<ReceivedWebhook, 'batchId' | 'part' | 'receivedAt' | 'attempts' | 'replays'> & {
    /** The text that a search reads, see search-words.ts. */
    searchText: string;
  },
): Statement<Placed> =>
  mergeable('webhook-insert', INSERT_WEBHOOKS, webhook.platformId, {
    ...webhook,
    body: webhook.body.toString('base64'),
  });

const INSERT_WEBHOOKS = `
  WITH stored AS (
    INSERT INTO webhook (platform_id, id, connection_id, method, path, headers, query, body, sender_address, search_text)
    SELECT $1::uuid, id, "connectionId", method, path, headers, query, decode(body, 'base64'), "senderAddress", "searchText"
    FROM jsonb_to_recordset($2::jsonb)
      AS one(id uuid, "connectionId" uuid, method text, path text, headers jsonb, query jsonb, body text, "senderAddress" inet, "searchText" text)
  )
  SELECT place FROM ${ITEMS} AS one`;

/** Selects events that are due. A claim counts as an attempt. */
export const DUE_WEBHOOKS: DueRows = {
  table: 'webhook',
  due: 'next_attempt_at',
  connection: 't.connection_id',
  set: `attempts = t.attempts + 1, claimed_until = now() + ${CLAIM}`,
  columns: receivedColumns('t'),
};

/**
 * Stores the events of a request that holds several, each as a row that is processed by itself. Their ids follow from the request, so that
 * the same request stores them once; those that were parked are tried again.
 */
export const insertParts = ({ platformId, id }: ReceivedWebhook, searchTexts: string[]): Statement => ({
  text: `
    INSERT INTO webhook (platform_id, id, connection_id, method, path, headers, query, body, sender_address, search_text, received_at, batch_id, part)
    SELECT w.platform_id, one.id, w.connection_id, w.method, w.path, w.headers, w.query, '', w.sender_address, one.search_text, w.received_at, w.id, one.part
    FROM webhook w, unnest($3::uuid[], $4::text[], $5::smallint[]) AS one(id, search_text, part)
    WHERE w.platform_id = $1 AND w.id = $2
    ON CONFLICT (id, platform_id) DO UPDATE SET state = 'RECEIVED', reason = NULL, attempts = 0, processed_at = NULL,
      next_attempt_at = clock_timestamp()
    WHERE webhook.state = 'PARKED'`,
  values: [platformId, id, searchTexts.map((_, part) => partId(id, part)), searchTexts, [...searchTexts.keys()]],
});

/** A UUID of version 8, which leaves its content to its maker. */
function partId(id: string, part: number): string {
  const hex = createHash('sha256').update(`${id} ${part}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface Verdict {
  state: 'PROCESSED' | 'IGNORED' | 'PARKED' | 'RECEIVED';
  reason: string | null;
  paymentId: string | null;
  /** Only for RECEIVED: seconds until the next attempt. */
  retryInSeconds?: number;
}

/** Anybody who learns an address can send to it, so few events of unproven senders are kept: enough to see what is wrong. */
const UNPROVEN_A_DAY = 100;
const UNPROVEN_BYTES = 16 * 1024;

/** Deletes an event whose sender is not proven where its connection has a day's worth of them. Runs with the rights of jobs. */
export const dropUnproven = ({ platformId, id, connectionId, replays }: ReceivedWebhook): Statement => ({
  text: `DELETE FROM webhook WHERE platform_id = $1 AND id = $2 AND replays = $4 AND $5 <= (
    SELECT count(*) FROM (
      SELECT 1 FROM webhook WHERE platform_id = $1 AND connection_id = $3 AND state = 'PARKED'
        AND reason = 'SENDER_NOT_PROVEN' AND received_at > now() - interval '1 day' LIMIT $5
    ) kept)`,
  values: [platformId, id, connectionId, replays, UNPROVEN_A_DAY],
});

const setVerdict = writeEach<Pick<ReceivedWebhook, 'id' | 'replays'> & Required<Verdict>>(
  'webhook-finish',
  {
    id: 'uuid',
    replays: 'integer',
    state: 'text',
    reason: 'text',
    paymentId: 'uuid',
    retryInSeconds: 'integer',
  },
  `UPDATE webhook w SET state = one.state, reason = one.reason, payment_id = one.payment_id, claimed_until = NULL,
      next_attempt_at = CASE WHEN one.state = 'RECEIVED' THEN now() + make_interval(secs => one.retry_in_seconds) END,
      processed_at = CASE WHEN one.state = 'RECEIVED' THEN NULL ELSE now() END,
      body = CASE WHEN one.reason = 'SENDER_NOT_PROVEN' THEN substring(w.body FOR ${UNPROVEN_BYTES}) ELSE w.body END
    FROM one WHERE w.platform_id = $1 AND w.id = one.id AND w.replays = one.replays
    RETURNING place`,
);

/** If a person requested processing again while a dead claim expired, the result of that claim is discarded. */
export const finishWebhook = (
  { platformId, id, replays }: ReceivedWebhook,
  { retryInSeconds = 0, ...verdict }: Verdict,
): Statement<Placed> => setVerdict(platformId, { id, replays, ...verdict, retryInSeconds });
