import type { Statement } from '../../plugins/database.ts';
import { CLAIM, type DueRows } from '../../shared/lanes.ts';
import { ITEMS, mergeable, type Placed } from '../../shared/merge.ts';

export interface ReceivedWebhook {
  platformId: string;
  id: string;
  connectionId: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  body: Buffer;
  attempts: number;
  /** The number of times that people requested processing again. */
  replays: number;
}

/** The immediate response to every event, whatever its result. */
export const WEBHOOK_ANSWER = { received: true };

export const insertWebhook = (
  webhook: Omit<ReceivedWebhook, 'attempts' | 'replays'> & {
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
    INSERT INTO webhook (platform_id, id, connection_id, headers, query, body, search_text)
    SELECT $1::uuid, id, "connectionId", headers, query, decode(body, 'base64'), "searchText"
    FROM jsonb_to_recordset($2::jsonb)
      AS one(id uuid, "connectionId" uuid, headers jsonb, query jsonb, body text, "searchText" text)
  )
  SELECT place FROM ${ITEMS} AS one`;

/** Selects events that are due. A claim counts as an attempt. */
export const DUE_WEBHOOKS: DueRows = {
  table: 'webhook',
  due: 'next_attempt_at',
  connection: 't.connection_id',
  set: `attempts = t.attempts + 1, claimed_until = now() + ${CLAIM}`,
  columns: 't.connection_id AS "connectionId", t.headers, t.query, t.body, t.attempts, t.replays',
};

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

/** If a person requested processing again while a dead claim expired, the result of that claim is discarded. */
export const finishWebhook = (
  { platformId, id, replays }: ReceivedWebhook,
  { state, reason, paymentId, retryInSeconds = 0 }: Verdict,
): Statement<Placed> =>
  mergeable('webhook-finish', FINISH_WEBHOOKS, platformId, { id, replays, state, reason, paymentId, retryInSeconds });

const FINISH_WEBHOOKS = `
  WITH verdict AS MATERIALIZED (
    SELECT place, (item->>'id')::uuid AS id, (item->>'replays')::integer AS replays, item->>'state' AS state,
      item->>'reason' AS reason, (item->>'paymentId')::uuid AS payment_id, (item->>'retryInSeconds')::integer AS retry_in_seconds
    FROM ${ITEMS} AS one
  )
  UPDATE webhook w SET state = v.state, reason = v.reason, payment_id = v.payment_id, claimed_until = NULL,
    next_attempt_at = CASE WHEN v.state = 'RECEIVED' THEN now() + make_interval(secs => v.retry_in_seconds) END,
    processed_at = CASE WHEN v.state = 'RECEIVED' THEN NULL ELSE now() END,
    body = CASE WHEN v.reason = 'SENDER_NOT_PROVEN' THEN substring(w.body FOR ${UNPROVEN_BYTES}) ELSE w.body END
  FROM verdict v WHERE w.platform_id = $1 AND w.id = v.id AND w.replays = v.replays
  RETURNING place`;
