/**
 * Refunds as rows. A refund changes its state only by the statements here and by `applyCommand`, each of which names the states it
 * may leave: of two workers at one refund the second changes nothing.
 */
import type { Currency, Locale, PaymentMethod } from '@feira/schemas/common';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { DueRows, Laned } from '../../shared/lanes.ts';
import { NOT_CONFIRMED, type Refund, type RefundState } from '../payments/model.ts';

type RefundFacts = 'id' | 'attemptId' | 'amount' | 'cause' | 'state' | 'reason' | 'providerRefundId';

export interface RefundRow extends Pick<Refund, RefundFacts> {
  paymentId: string;
  /** The number and the times of its sendings; the times and `now` are the database's. Null for those sent before this was written. */
  sends: number;
  firstSentAt: Date | null;
  sentAt: Date | null;
  now: Date;
  /** Lookups since it was last sent that did not show it although they should have. */
  misses: number;
  /** Hours since it was ordered, by the clock of the database that wrote it. */
  ageHours: number;
}

type Rows = Pick<FastifyInstance, 'database'>;

export async function findRefund({ database }: Rows, platformId: string, id: string): Promise<RefundRow | undefined> {
  const text = `SELECT id, payment_id, attempt_id, amount, cause, state, reason, provider_refund_id, sends, first_sent_at, sent_at,
      misses, now() AS now,
      extract(epoch FROM now() - created_at)::float8 / 3600 AS age_hours
    FROM refund WHERE platform_id = $1 AND id = $2`;
  return database.find<RefundRow>(platformId, { text, values: [platformId, id] }, true);
}

interface StateChange {
  from: readonly RefundState[];
  /** Only `applyCommand` leads to DONE and REFUSED. */
  to: Exclude<RefundState, 'DONE' | 'REFUSED'>;
  reason?: string | null;
  providerRefundId?: string | null;
  /** The seconds after which it is due again. */
  inSeconds: number;
}

/** Returns whether it was this call that changed the refund. */
export async function setRefundState({ database }: Rows, platformId: string, id: string, change: StateChange) {
  const text = `UPDATE refund SET state = $4, reason = $5, provider_refund_id = coalesce($6, provider_refund_id),
      -- A call that surely was not sent does not count.
      sends = sends - CASE WHEN state = 'SENDING' AND $4 = 'REQUESTED' THEN 1 ELSE 0 END,
      next_check_at = now() + make_interval(secs => $7), updated_at = now()
    WHERE platform_id = $1 AND id = $2 AND state = ANY($3)`;
  const { from, to, reason = null, providerRefundId = null, inSeconds } = change;
  const values = [platformId, id, from, to, reason, providerRefundId, inSeconds];
  const [result] = await database.write(platformId, [{ text, values }]);
  return result?.rowCount === 1;
}

/** Counts a lookup that did not show a refund although it should have. */
export const countMiss = (platformId: string, id: string, inSeconds: number): Statement => ({
  text: `UPDATE refund SET misses = misses + 1, next_check_at = now() + make_interval(secs => $3)
    WHERE platform_id = $1 AND id = $2 AND state = 'UNKNOWN'`,
  values: [platformId, id, inSeconds],
});

/**
 * Takes a refund from before an outgoing hold for sent, once. Its key may be known since it was ordered. Nothing proves that it was not
 * sent before the calls of the lost database are over.
 */
export const suspectSent = (platformId: string, id: string, beganAt: Date): Statement => ({
  text: `UPDATE refund SET state = 'UNKNOWN', reason = 'RESTORED', sends = greatest(sends, 1), misses = 0,
      first_sent_at = coalesce(first_sent_at, created_at), sent_at = greatest(now(), $3::timestamptz), next_check_at = now(), updated_at = now()
    WHERE platform_id = $1 AND id = $2 AND state = 'REQUESTED' AND created_at < $3::timestamptz
      AND (sent_at IS NULL OR sent_at < $3::timestamptz)`,
  values: [platformId, id, beganAt],
});

/** The seconds after which the end of a refund that the provider has to tell is asked for. */
export const POLL_SECONDS = 300;
/** No call takes that long: one that has not ended by then has died with its node. */
const DEAD_MINUTES = 15;
/** The reason of a refund that was refused when it was sent again. Only the provider knows whether the call before did its work. */
export const REFUSED_AGAIN = 'REFUSED_AGAIN';

export interface Claim {
  refund: RefundRow;
  /** The version of the payment that the sums below were read from. */
  version: number;
  /** Cents that the provider confirmed: captured by the refund's charge, and returned of each charge of the payment. */
  captured: number;
  returned: { attemptId: string; amount: number }[];
  /** Cents that are not the price's: what came beyond it, or all that came where it was too little. */
  surplus: number;
  /** Set for an automatic refund: cents that the provider confirmed and that have to leave its charge. */
  due: number;
  /** The provider confirmed that a bank took another charge of the payment, and not this one. */
  isApart: boolean;
}

/**
 * SEND: the refund is claimed. REFUSE: it is claimed and may not be sent. OTHERS: another worker claimed it, an open dispute holds its
 * money, or another refund has to end first. STALE: the payment has changed since it was read, or another of its refunds was carried out
 * since the provider was asked, so that its answer may not show it.
 */
export type ClaimOutcome = 'SEND' | 'REFUSE' | 'OTHERS' | 'STALE';

/**
 * Claims a refund for sending. Refunds of one payment are claimed one after the other, and those whose effect has not been seen count as
 * sent. No more leaves a charge than it captured, and no more leaves the payment than is surplus or was authorised. An automatic refund
 * waits until every other one of its payment has ended: only then do the provider's sums say what is left to return. Money that was given
 * back at the provider itself counts too, so that it does not go back twice. The provider was asked after `refund` was read: an answer
 * that is older than the end of another refund says nothing.
 */
export async function claimRefund(
  { database, nodes }: Rows & Pick<FastifyInstance, 'nodes'>,
  platformId: string,
  { refund, version, captured, returned, surplus, due, isApart }: Claim,
): Promise<ClaimOutcome> {
  const lock: Statement<{ version: number }> = {
    text: 'SELECT version FROM payment WHERE platform_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [platformId, refund.paymentId],
  };
  const claim: Statement<{ maySend: boolean | null; isOvertaken: boolean }> = {
    text: CLAIM,
    values: [
      platformId,
      refund.id,
      refund.paymentId,
      refund.attemptId,
      JSON.stringify(returned),
      captured,
      surplus,
      DEAD_MINUTES,
      version,
      due,
      nodes.id,
      isApart,
      refund.now,
    ],
  };
  const [locked, claimed] = await database.write(platformId, [lock, claim]);
  const { maySend = null, isOvertaken = false } = claimed.rows[0] ?? {};
  if (maySend !== null) return maySend ? 'SEND' : 'REFUSE';
  const isChanged = locked.rows[0]?.version !== version && refund.cause !== 'WANTED';
  return isOvertaken || isChanged ? 'STALE' : 'OTHERS';
}

/** One that may not be sent is SENDING with this reason only until `applyCommand` has ended it: nothing of it was sent. */
const IS_SENT = `sent.state IN ('SENDING', 'PENDING', 'UNKNOWN', 'DONE') AND sent.reason IS DISTINCT FROM '${NOT_CONFIRMED}'`;

const CLAIM = `
  WITH overtaken AS (
    SELECT EXISTS (SELECT 1 FROM refund other WHERE other.platform_id = $1 AND other.payment_id = $3 AND other.id <> $2
      AND other.state = 'DONE' AND other.updated_at >= $13::timestamptz) AS is_overtaken
  ), gone AS (
    SELECT a.id AS attempt_id, greatest(coalesce(known.amount, 0), coalesce(sum(sent.amount), 0)) AS amount
    FROM payment_attempt a
    LEFT JOIN jsonb_to_recordset($5::jsonb) AS known("attemptId" uuid, amount bigint) ON known."attemptId" = a.id
    LEFT JOIN refund sent ON sent.platform_id = a.platform_id AND sent.payment_id = a.payment_id AND sent.attempt_id = a.id
      AND ${IS_SENT}
    WHERE a.platform_id = $1 AND a.payment_id = $3 GROUP BY a.id, known.amount
  ), claimed AS (
  UPDATE refund r SET state = 'SENDING', next_check_at = now() + make_interval(mins => $8), updated_at = now(),
    sends = r.sends + 1, first_sent_at = coalesce(r.first_sent_at, now()), sent_at = now(), misses = 0,
    node_id = $11,
    reason = CASE WHEN CASE WHEN r.cause <> 'WANTED' THEN r.amount > $10::bigint
      ELSE r.amount + (SELECT gone.amount FROM gone WHERE gone.attempt_id = $4) > $6::bigint
        OR r.amount + (SELECT sum(gone.amount) FROM gone) > $7::bigint + p.returning_amount
      END THEN '${NOT_CONFIRMED}' END
  FROM payment p
  WHERE r.platform_id = $1 AND r.id = $2 AND r.state = 'REQUESTED' AND p.platform_id = r.platform_id AND p.id = r.payment_id
    AND NOT (SELECT is_overtaken FROM overtaken)
    AND (r.cause = 'WANTED' OR (p.version = $9::integer AND NOT EXISTS (
      SELECT 1 FROM refund other WHERE other.platform_id = $1 AND other.payment_id = $3 AND other.id <> r.id
        AND (other.state IN ('SENDING', 'PENDING', 'UNKNOWN') OR (other.state = 'REQUESTED' AND other.cause = 'WANTED')))))
    AND ($12::boolean OR NOT EXISTS (SELECT 1 FROM dispute d WHERE d.platform_id = p.platform_id AND d.payment_id = p.id
      AND d.state IN ('OPEN', 'ANSWERED')))
  RETURNING r.reason IS NULL AS may_send, r.cause
  ), decided AS (
    -- Money that leaves as too little makes no sale with what comes later: who decides about that on an older state decides again.
    UPDATE payment SET version = version + 1 WHERE platform_id = $1 AND id = $3
      AND EXISTS (SELECT 1 FROM claimed WHERE may_send AND cause = 'UNDERPAID')
  )
  SELECT (SELECT may_send FROM claimed) AS may_send, is_overtaken FROM overtaken`;

export interface DueRefund extends Laned {
  state: RefundState;
}
export type OpenRefund = Omit<DueRefund, 'lanes'>;

/** Refunds that have not ended, after one minute, then ever more rarely, at last every six hours. */
export const DUE_REFUNDS: DueRows = {
  table: 'refund',
  due: 'next_check_at',
  joins: 'JOIN payment_attempt a ON a.platform_id = t.platform_id AND a.id = t.attempt_id',
  where: `t.state IN ('REQUESTED', 'SENDING', 'PENDING', 'UNKNOWN')`,
  connection: 'a.connection_id',
  putOff: 'make_interval(mins => least(360, 2 ^ least(t.checks, 10))::int)',
  set: 'checks = t.checks + 1',
  columns: 't.state',
};

/** Returns the refunds of one payment that may go on now: a provider's word may end them, or they waited for another one to end. */
export const selectOpenRefunds = (platformId: string, paymentId: string): Statement<OpenRefund> => ({
  text: `SELECT platform_id, id, state FROM refund
    WHERE platform_id = $1 AND payment_id = $2 
      AND (state IN ('PENDING', 'UNKNOWN') OR (state = 'REQUESTED' AND sends = 0)) ORDER BY created_at, id`,
  values: [platformId, paymentId],
});

/** A refund that surely did nothing gives its key back, so that the same call may be repeated. */
export const releaseKey = (platformId: string, procedure: string, key: string, refundId: string): Statement => ({
  text: `UPDATE idempotency_key SET key = $4 WHERE platform_id = $1 AND procedure = $2 AND key = $3
    AND response_body->>'refundId' = $5`,
  values: [platformId, procedure, key, `failed ${refundId}`, refundId],
});

export interface EndedRow {
  state: RefundState;
  amount: number;
  currency: Currency;
  method: PaymentMethod;
  title: string;
  buyerName: string;
  sellerId: string;
  authorisedBy: string | null;
  buyerEmail: string;
  locale: Locale | null;
  saleId: string;
  sellerName: string;
  /** The address of who answers for the product; empty where the platform does. */
  supportEmail: string;
  /** The buyer asked for it, and was told that it is granted. */
  wasGranted: boolean;
}

/** Returns the row to one caller alone, because people are notified once of how a refund ended. */
export const claimEnded = (platformId: string, id: string): Statement<EndedRow> => ({
  text: `UPDATE refund r SET notified_at = now()
    FROM payment p
    JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
    JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
    JOIN person seller ON seller.platform_id = s.platform_id AND seller.id = s.seller_id
    JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    JOIN product ON product.platform_id = o.platform_id AND product.id = o.product_id
    WHERE r.platform_id = $1 AND r.id = $2 AND (r.state = 'DONE' OR (r.cause = 'WANTED' AND r.state = 'REFUSED')) AND r.notified_at IS NULL
      AND p.platform_id = r.platform_id AND p.id = r.payment_id
    RETURNING r.state, r.amount, p.currency, p.method, i.title, s.buyer_name, s.buyer_email, s.locale, s.seller_id, r.authorised_by,
      s.id AS sale_id, seller.name AS seller_name,
      coalesce(product.support_email, '') AS support_email, EXISTS (SELECT 1 FROM refund_request q
        WHERE q.platform_id = p.platform_id AND q.payment_id = p.id AND q.refund_id = r.id AND q.state = 'GRANTED') AS was_granted`,
  values: [platformId, id],
});
