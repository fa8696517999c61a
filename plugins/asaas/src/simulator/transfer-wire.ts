/** Writes transfers as Asaas does. */
import { type BookedWithdrawal, toSaoPauloDate } from '@feira/plugin-kit';
import { toReais } from '@feira/schemas/rules/money';
import { toWallClock } from './wire.ts';

/** Transfers to a key that begins so are blocked. */
export const BLOCKED = 'blocked@';

/** The fields of a transfer that Asaas keeps beyond the kit's book. */
export interface TransferData {
  operationType: string;
  walletId: string | null;
  description: string | null;
  endToEndIdentifier: string | null;
}
export type Transfer = BookedWithdrawal<TransferData>;

const WORDS = { PENDING: 'PENDING', DONE: 'DONE', FAILED: 'FAILED', RETURNED: 'FAILED', UNKNOWN: 'SOMETHING_NEW' };

export function toTransfer({ data, ...transfer }: Transfer) {
  const isDone = transfer.status === 'DONE';
  const isBlocked = transfer.status === 'PENDING' && transfer.destination.pixKey?.startsWith(BLOCKED);
  return {
    object: 'transfer',
    id: transfer.id,
    value: toReais(transfer.amount),
    status: isBlocked ? 'BLOCKED' : WORDS[transfer.status],
    dateCreated: toSaoPauloDate(new Date(transfer.createdAt)),
    effectiveDate: isDone && transfer.endedAt ? toWallClock(new Date(transfer.endedAt)) : null,
    failReason: transfer.reason,
    ...data,
    endToEndIdentifier: isDone ? data.endToEndIdentifier : null,
    externalReference: transfer.reference || null,
  };
}
