/** Maps a transfer of the book to the acquirer's wire format. */
import type { BookedWithdrawal } from '@feira/plugin-kit';

/** The fields of a transfer that the acquirer keeps beyond the kit's book. */
export interface TransferData {
  kind: 'pix' | 'bank_account' | 'receiver';
  /** Its word when it fails. */
  failure: 'refused' | 'canceled';
  /** Made, and never told about. */
  isAnswerLost: boolean;
}
export type Transfer = BookedWithdrawal<TransferData>;

export const transferWord = ({ status, data }: Transfer) =>
  ({ PENDING: 'processing', DONE: 'paid', FAILED: data.failure, RETURNED: 'refused', UNKNOWN: 'quarantined' })[status];

export const toWireTransfer = (transfer: Transfer) => ({
  id: transfer.id,
  reference: transfer.reference,
  kind: transfer.data.kind,
  amount: transfer.amount,
  status: transferWord(transfer),
  reason: transfer.reason,
  paid_at: transfer.status === 'DONE' ? transfer.endedAt : null,
});
