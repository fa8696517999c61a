/** Reads and writes the rows of disputes. Every statement names the platform; those of a seller name the seller too. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { DISPUTE_FILE_TYPES, DISPUTE_KINDS, DISPUTE_STATES, getDispute } from '@feira/schemas/procedures/disputes';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';

export type DisputeKind = (typeof DISPUTE_KINDS)[number];
export type DisputeState = (typeof DISPUTE_STATES)[number];
export type Outcome = 'WON' | 'LOST' | 'ACCEPTED';
export type FileType = (typeof DISPUTE_FILE_TYPES)[number];

/** The columns that decisions about a dispute depend on. */
export interface StoredDispute {
  id: string;
  paymentId: string;
  sellerId: string;
  kind: DisputeKind;
  state: DisputeState;
  amount: number;
  currency: Currency;
  dueAt: Date;
  openedAt: Date;
  openingEvent: string | null;
  settledAt: Date | null;
  /** The number of corrections of the outcome. */
  corrections: number;
  /** The attempt whose charge the bank asks back, where the case is about one of several that paid for the sale. */
  attemptId: string | null;
}

const STORED = `id, payment_id, seller_id, kind, state, amount, currency, due_at, opened_at, opening_event, settled_at,
  corrections, attempt_id`;

export const selectStored = (platformId: string, id: string): Statement<StoredDispute> => ({
  text: `SELECT ${STORED} FROM dispute WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

export const lockStored = (platformId: string, id: string): Statement<StoredDispute> => ({
  text: `SELECT ${STORED} FROM dispute WHERE platform_id = $1 AND id = $2 FOR UPDATE`,
  values: [platformId, id],
});

/** Selects the disputes of a payment, the oldest first. */
export const selectOfPayment = (
  platformId: string,
  paymentId: string,
): Statement<StoredDispute & { closingEvent: string | null }> => ({
  text: `SELECT ${STORED}, closing_event FROM dispute
    WHERE platform_id = $1 AND payment_id = $2 ORDER BY opened_at, id`,
  values: [platformId, paymentId],
});

/**
 * Locks the payment and raises its version before a dispute opens: a decision on the old version is made again, and of two simultaneous
 * openings the second sees the dispute of the first.
 */
export const touchPayment = (platformId: string, paymentId: string): Statement<{ sellerId: string }> => ({
  text: `UPDATE payment SET version = version + 1, updated_at = now() WHERE platform_id = $1 AND id = $2
    RETURNING (SELECT s.seller_id FROM sale s WHERE s.platform_id = payment.platform_id AND s.id = payment.sale_id) AS seller_id`,
  values: [platformId, paymentId],
});

export interface NewDispute {
  id: string;
  paymentId: string;
  sellerId: string;
  kind: DisputeKind;
  amount: number;
  heldAmount: number;
  currency: Currency;
  reason: string;
  providerReference: string | null;
  dueAt: Date;
  openedAt: Date;
  openingEvent: string | null;
  attemptId: string | null;
}

export const insertDispute = (platformId: string, dispute: NewDispute): Statement => ({
  text: `INSERT INTO dispute (platform_id, id, payment_id, seller_id, kind, amount, held_amount, currency, reason,
      provider_reference, due_at, opened_at, opening_event, attempt_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
  values: [
    platformId,
    dispute.id,
    dispute.paymentId,
    dispute.sellerId,
    dispute.kind,
    dispute.amount,
    dispute.heldAmount,
    dispute.currency,
    dispute.reason,
    dispute.providerReference,
    dispute.dueAt,
    dispute.openedAt,
    dispute.openingEvent,
    dispute.attemptId,
  ],
});

/** Links the provider's event to a dispute that a person had opened before. */
export const setOpeningEvent = (platformId: string, id: string, event: string): Statement => ({
  text: 'UPDATE dispute SET opening_event = $3 WHERE platform_id = $1 AND id = $2 AND opening_event IS NULL',
  values: [platformId, id, event],
});

export interface Closing {
  id: string;
  outcome: Outcome;
  /** Null where a provider decided it. */
  closedBy: string | null;
  note: string;
  closedAt: Date;
  event: string | null;
}

/** Returns the dispute where it was still open: of two simultaneous outcomes, one counts. */
export const closeOpen = (
  platformId: string,
  { id, outcome, closedBy, note, closedAt, event }: Closing,
): Statement<StoredDispute> => ({
  text: `UPDATE dispute SET state = $3, closed_by = $4, note = $5, closed_at = $6, closing_event = $7
    WHERE platform_id = $1 AND id = $2 AND state IN ('OPEN', 'ANSWERED') RETURNING ${STORED}`,
  values: [platformId, id, outcome, closedBy, note, closedAt, event],
});

/** Replaces the outcome of a closed dispute, which is to be settled again. */
export const correctClosed = (
  platformId: string,
  { id, outcome, closedBy, note, closedAt }: Omit<Closing, 'event'>,
): Statement<StoredDispute> => ({
  text: `UPDATE dispute SET state = $3, closed_by = $4, note = $5, closed_at = $6, settled_at = NULL, corrections = corrections + 1
    WHERE platform_id = $1 AND id = $2 AND state IN ('WON', 'LOST', 'ACCEPTED') RETURNING ${STORED}`,
  values: [platformId, id, outcome, closedBy, note, closedAt],
});

/** Marks the outcome as settled unless it was corrected meanwhile. */
export const setSettled = (
  platformId: string,
  { id, corrections }: Pick<StoredDispute, 'id' | 'corrections'>,
  settledAt: Date,
): Statement => ({
  text: `UPDATE dispute SET settled_at = $3
    WHERE platform_id = $1 AND id = $2 AND settled_at IS NULL AND corrections = $4`,
  values: [platformId, id, settledAt, corrections],
});

export const setAnswered = (platformId: string, id: string, defence: string, answeredAt: Date): Statement => ({
  text: `UPDATE dispute SET state = 'ANSWERED', defence = $3, answered_at = $4 WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, defence, answeredAt],
});

/** Returns the dispute to one node alone, because people are notified once. */
/** Returns no row where something else works on the dispute; the sweep comes back. */
export const setExpired = (platformId: string, id: string, expiredAt: Date): Statement<StoredDispute> => ({
  text: `UPDATE dispute SET expired_at = $3 WHERE (platform_id, id) IN (
      SELECT platform_id, id FROM dispute WHERE platform_id = $1 AND id = $2 AND state = 'OPEN' AND expired_at IS NULL
      FOR UPDATE SKIP LOCKED)
    RETURNING ${STORED}`,
  values: [platformId, id, expiredAt],
});

export const setChecked = (platformId: string, id: string, checkedAt: Date): Statement => ({
  text: 'UPDATE dispute SET checked_at = $3 WHERE platform_id = $1 AND id = $2',
  values: [platformId, id, checkedAt],
});

export interface FileRow extends RowOf<typeof getDispute, 'files'> {}

export const selectFiles = (platformId: string, disputeId: string): Statement<FileRow> => ({
  text: `SELECT id, name, media_type, octet_length(content) AS bytes, created_at
    FROM dispute_file WHERE platform_id = $1 AND dispute_id = $2 ORDER BY created_at, id`,
  values: [platformId, disputeId],
});

export const selectFile = (
  platformId: string,
  disputeId: string,
  fileId: string,
): Statement<Pick<NewFile, 'name' | 'mediaType' | 'content'>> => ({
  text: `SELECT name, media_type, content FROM dispute_file
    WHERE platform_id = $1 AND dispute_id = $2 AND id = $3`,
  values: [platformId, disputeId, fileId],
});

export interface NewFile {
  id: string;
  disputeId: string;
  name: string;
  mediaType: FileType;
  content: Buffer;
  addedBy: string;
}

export const insertFile = (platformId: string, file: NewFile): Statement => ({
  text: `INSERT INTO dispute_file (platform_id, id, dispute_id, name, media_type, content, added_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  values: [platformId, file.id, file.disputeId, file.name, file.mediaType, file.content, file.addedBy],
});

export const deleteFile = (platformId: string, disputeId: string, fileId: string): Statement => ({
  text: 'DELETE FROM dispute_file WHERE platform_id = $1 AND dispute_id = $2 AND id = $3 RETURNING id',
  values: [platformId, disputeId, fileId],
});

/** The payment's names in audit entries and notifications. */
export interface Subject {
  publicId: string;
  saleId: string;
  title: string;
  buyerName: string;
  method: PaymentMethod;
}

export const selectSubject = (platformId: string, paymentId: string): Statement<Subject> => ({
  text: `SELECT p.public_id, s.id AS sale_id, i.title, s.buyer_name, p.method
    FROM payment p JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
    JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0
    WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, paymentId],
});
