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
  /** How often somebody asked for it to be processed again. */
  replays: number;
}

/** What every event is answered at once, whatever becomes of it. */
export const WEBHOOK_ANSWER = { received: true };

export const insertWebhook = (
  webhook: Omit<ReceivedWebhook, 'attempts' | 'replays'> & {
    /** What it is found by, see search-words.ts. */
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

/** Events that are due. A claim counts as an attempt. */
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
  /** Only for RECEIVED: when to try again. */
  retryInSeconds?: number;
}

/** Somebody who asked for it again while a dead claim ran out waits for a result of after that, not for this one. */
export const finishWebhook = ({ platformId, id, replays }: ReceivedWebhook, verdict: Verdict): Statement => ({
  name: 'webhook-finish',
  text: `UPDATE webhook SET state = $3, reason = $4, payment_id = $5, claimed_until = NULL,
      next_attempt_at = CASE WHEN $3 = 'RECEIVED' THEN now() + make_interval(secs => $6) END,
      processed_at = CASE WHEN $3 = 'RECEIVED' THEN NULL ELSE now() END
    WHERE platform_id = $1 AND id = $2 AND replays = $7`,
  values: [platformId, id, verdict.state, verdict.reason, verdict.paymentId, verdict.retryInSeconds ?? 0, replays],
});
