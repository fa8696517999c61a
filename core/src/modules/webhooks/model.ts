import type { Statement } from '../../plugins/database.ts';
import { CLAIM, type DueRows } from '../../shared/lanes.ts';

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
): Statement => ({
  name: 'webhook-insert',
  text: `INSERT INTO webhook (platform_id, id, connection_id, headers, query, body, search_text)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  values: [
    webhook.platformId,
    webhook.id,
    webhook.connectionId,
    JSON.stringify(webhook.headers),
    JSON.stringify(webhook.query),
    webhook.body,
    webhook.searchText,
  ],
});

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

/** If a person requested processing again while a dead claim expired, the result of that claim is discarded. */
export const finishWebhook = ({ platformId, id, replays }: ReceivedWebhook, verdict: Verdict): Statement => ({
  name: 'webhook-finish',
  text: `UPDATE webhook SET state = $3, reason = $4, payment_id = $5, claimed_until = NULL,
      next_attempt_at = CASE WHEN $3 = 'RECEIVED' THEN now() + make_interval(secs => $6) END,
      processed_at = CASE WHEN $3 = 'RECEIVED' THEN NULL ELSE now() END
    WHERE platform_id = $1 AND id = $2 AND replays = $7`,
  values: [platformId, id, verdict.state, verdict.reason, verdict.paymentId, verdict.retryInSeconds ?? 0, replays],
});
