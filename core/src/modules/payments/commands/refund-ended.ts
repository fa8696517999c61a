/** One of our refunds has ended. The command is dropped where the refund had ended before. */
import { takenByBanks } from '../bank-decisions.ts';
import type { NewEvidence } from '../evidence.ts';
import type { Payment, Refund } from '../model.ts';
import { reportedBackOf, sumOf } from '../questions.ts';
import { type Handler, toDraft } from './draft.ts';

interface Ended {
  id: string;
  reason: string | null;
  /** The provider's own words where `reason` is one of ours. */
  providerReason?: string | null;
  providerRefundId: string | null;
}

/** The end of one of our refunds. */
export type RefundEnd =
  | (Ended & {
      state: 'DONE';
      /** The refund ends only once the provider shows as much gone back as was ever sent. */
      isOnlyIfSeen?: true;
    })
  | (Ended & {
      state: 'REFUSED';
      /** Cents that are ordered in its place. */
      reordered?: number;
    });

export interface RefundEnded {
  kind: 'REFUND_ENDED';
  end: RefundEnd;
}

export const refundEnded: Handler<RefundEnded> = {
  allows(payment, { end }) {
    const refund = refundOf(payment, end);
    return refund !== undefined && mayEnd(payment, refund, end);
  },
  apply(payment, { end }, now) {
    const ended = refundOf(payment, end) as Refund;
    const draft = {
      ...toDraft(payment),
      refunds: payment.refunds.map((item) => (item === ended ? endRefund(item, end) : item)),
      isOrder: true,
    };
    if (end.state === 'DONE') return { ...draft, evidence: [refundEvidence(payment, ended, now)] };
    const { attemptId, amount, cause } = ended;
    const { returningAmount } = payment;
    return {
      ...draft,
      // The owners keep money whose return was refused.
      returningAmount: cause === 'WANTED' ? Math.max(0, returningAmount - amount) : returningAmount,
      returnOrder: end.reordered === undefined ? null : { attemptId, amount: end.reordered },
    };
  },
};

const refundOf = ({ refunds }: Payment, { id }: RefundEnd): Refund | undefined =>
  refunds.find((item) => item.id === id);

function mayEnd(payment: Payment, refund: Refund, end: RefundEnd): boolean {
  if (refund.state === 'DONE' || refund.state === 'REFUSED') return false;
  if (end.state !== 'DONE' || !end.isOnlyIfSeen) return true;
  const { attemptId } = refund;
  // The sum alone does not tell which of several under way was done: then all of them must show.
  const sent = payment.refunds.filter(
    (item) => item.attemptId === attemptId && item.state !== 'REFUSED' && item.state !== 'REQUESTED',
  );
  // The provider may count a part that a bank took, so this must show beside them.
  return (
    reportedBackOf(payment, attemptId) >=
    sumOf(sent.map((item) => item.amount)) + takenByBanks(payment.evidence, attemptId)
  );
}

const endRefund = (refund: Refund, { state, reason, providerReason = null, providerRefundId }: RefundEnd): Refund => ({
  ...refund,
  state,
  reason,
  providerReason,
  providerRefundId: providerRefundId ?? refund.providerRefundId,
});

/** A refund that is done, as evidence: it has the refund's own id, because two refunds may be of the same amount. */
function refundEvidence(payment: Payment, refund: Refund, now: Date): NewEvidence {
  const attempt = payment.attempts.find(({ id }) => id === refund.attemptId);
  return {
    source: 'refund',
    attemptId: refund.attemptId,
    providerStatus: 'REFUNDED_BY_US',
    status: 'REFUNDED',
    isRecognised: true,
    transactionId: attempt?.transactionId ?? null,
    amount: null,
    paidAmount: null,
    refundedAmount: refund.amount,
    movementIds: [refund.id],
    movementAmounts: null,
    reason: refund.cause,
    occurredAt: now,
  };
}
