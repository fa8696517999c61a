/** Reads and writes the rows of buyers' requests for a refund. */
import type {
  REFUND_GROUNDS,
  REFUND_PAYERS,
  REFUND_REASONS,
  REFUND_REQUEST_STATES,
} from '@feira/schemas/procedures/refunds';
import type { Statement } from '../../plugins/database.ts';

export type Ground = (typeof REFUND_GROUNDS)[number];

export interface RequestRow {
  id: string;
  protocol: string;
  paymentId: string;
  reason: (typeof REFUND_REASONS)[number];
  note: string;
  ground: Ground;
  state: (typeof REFUND_REQUEST_STATES)[number];
  paidBy: (typeof REFUND_PAYERS)[number];
  refundId: string | null;
  decideBy: Date | null;
  answer: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

const COLUMNS = `q.id, q.protocol, q.payment_id, q.reason, q.note, q.ground, q.state, q.paid_by, q.refund_id, q.decide_by, q.answer,
  q.created_at, q.decided_at`;

/** Returns the last request of each payment. */
export const selectRequestsOf = (platformId: string, paymentIds: string[]): Statement<RequestRow> => ({
  text: `SELECT DISTINCT ON (q.payment_id) ${COLUMNS} FROM refund_request q
    WHERE q.platform_id = $1 AND q.payment_id = ANY($2::uuid[]) ORDER BY q.payment_id, q.created_at DESC, q.id DESC`,
  values: [platformId, paymentIds],
});

export const selectRequest = (platformId: string, id: string): Statement<RequestRow & { sellerId: string }> => ({
  text: `SELECT ${COLUMNS}, q.seller_id FROM refund_request q WHERE q.platform_id = $1 AND q.id = $2`,
  values: [platformId, id],
});

export const insertRequest = (
  platformId: string,
  sellerId: string,
  request: Omit<RequestRow, 'answer' | 'decidedAt'>,
): Statement => ({
  text: `INSERT INTO refund_request (platform_id, id, protocol, payment_id, seller_id, reason, note, ground, state, paid_by,
      refund_id, decide_by, created_at, decided_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
  values: [
    platformId,
    request.id,
    request.protocol,
    request.paymentId,
    sellerId,
    request.reason,
    request.note,
    request.ground,
    request.state,
    request.paidBy,
    request.refundId,
    request.decideBy,
    request.createdAt,
    request.state === 'WAITING' ? null : request.createdAt,
  ],
});

export interface Decision extends Pick<RequestRow, 'state' | 'paidBy' | 'refundId' | 'answer'> {
  decidedBy: string | null;
  decidedAt: Date;
}

/** Decides on a request that waits: of two decisions at once the second returns no row. */
export const decideWaiting = (
  platformId: string,
  where: { id: string } | { paymentId: string },
  decision: Decision,
): Statement => ({
  text: `UPDATE refund_request q SET state = $3, paid_by = $4, refund_id = $5, answer = $6, decided_by = $7, decided_at = $8
    WHERE q.platform_id = $1 AND q.${'id' in where ? 'id' : 'payment_id'} = $2 AND q.state = 'WAITING' RETURNING ${COLUMNS}`,
  values: [
    platformId,
    'id' in where ? where.id : where.paymentId,
    decision.state,
    decision.paidBy,
    decision.refundId,
    decision.answer,
    decision.decidedBy,
    decision.decidedAt,
  ],
});

export const postpone = (platformId: string, id: string, until: Date): Statement => ({
  text: `UPDATE refund_request SET decide_by = $3 WHERE platform_id = $1 AND id = $2 AND state = 'WAITING'`,
  values: [platformId, id, until],
});
