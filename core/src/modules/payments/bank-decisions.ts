/**
 * Turns the decisions of banks about a payment's cases into evidence, and reads them from it. A decision that was entered by mistake
 * is corrected by another one with a higher number: of each case the last counts, whichever was reported first.
 */
import { dropOverruled, type Evidence, isTakenByBank, numberOf, RETURNED_BY_BANK } from './status.ts';

export interface BankDecision {
  disputeId: string;
  /** The number of its earlier corrections. */
  corrections: number;
  occurredAt: Date;
}

/** Its number stands beside the case, so that the same outcome given twice, with another between, is two facts. */
const nameOf = ({ disputeId, corrections }: BankDecision): string[] =>
  corrections === 0 ? [disputeId] : [disputeId, String(corrections)];

const NOTHING_SAID = { amount: null, paidAmount: null, movementAmounts: null, isRecognised: true } as const;

/** A case came to its end; each counts once. `attemptId` is given where it is about one of several charges that paid for a sale. */
export const disputeEvidence = (
  disputeId: string,
  outcome: 'WON' | 'LOST',
  occurredAt: Date,
  corrections = 0,
  attemptId: string | null = null,
): Omit<Evidence, 'key'> => ({
  ...NOTHING_SAID,
  source: 'dispute',
  attemptId,
  providerStatus: `DISPUTE_${outcome}`,
  status: outcome === 'WON' ? 'APPROVED' : 'CHARGEBACK',
  transactionId: null,
  refundedAmount: null,
  movementIds: nameOf({ disputeId, corrections, occurredAt }),
  reason: null,
  occurredAt,
});

/** A bank took a part of the price out of one charge: the rest stays a sale. */
export const returnedByBank = (
  decision: BankDecision,
  { attemptId, transactionId, amount }: { attemptId: string | null; transactionId: string; amount: number },
): Omit<Evidence, 'key'> => ({
  ...NOTHING_SAID,
  source: 'refund',
  attemptId,
  providerStatus: RETURNED_BY_BANK,
  status: 'REFUNDED',
  transactionId,
  refundedAmount: amount,
  movementIds: nameOf(decision),
  // A part of the price, not of what was paid beyond it.
  reason: 'WANTED',
  occurredAt: decision.occurredAt,
});

/** Cents of the price that banks took as parts of it: of all charges, or of those that may be of one attempt. */
export const takenByBanks = (evidence: readonly Evidence[], attemptId?: string): number =>
  dropOverruled(evidence)
    .filter((item) => isTakenByBank(item) && (attemptId === undefined || (item.attemptId ?? attemptId) === attemptId))
    .reduce((sum, { refundedAmount }) => sum + (refundedAmount ?? 0), 0);

/** All of it, by a case of ours that was lost. */
export const isLost = (evidence: readonly Evidence[]): boolean =>
  dropOverruled(evidence).some(({ source, status }) => source === 'dispute' && status === 'CHARGEBACK');

/** Returns whether this very decision has taken a part already. */
export const hasTakenPart = (evidence: readonly Evidence[], { disputeId, corrections }: BankDecision): boolean =>
  evidence.some((item) => isTakenByBank(item) && item.movementIds[0] === disputeId && numberOf(item) === corrections);
