/** A person decided about a payment in review: what its cards hold is captured, or let go. */
import { ownEvidence } from '../evidence.ts';
import { awaitsReview, listHolds } from '../holds.ts';
import { type Handler, toDraft } from './draft.ts';

export interface ReviewEnded {
  kind: 'REVIEW_ENDED';
  isAccepted: boolean;
}

export const reviewEnded: Handler<ReviewEnded> = {
  /** Once its time is over, the next check lets the amount go, and nobody may charge it any more. */
  allows: (payment, _, now) => awaitsReview(payment, payment.evidence) && now <= payment.expiresAt,
  apply(payment, { isAccepted }, occurredAt) {
    const draft = { ...toDraft(payment), isOrder: true };
    if (isAccepted) return { ...draft, holdDecision: 'CAPTURE' };
    const evidence = listHolds(payment).map(({ id: attemptId }) =>
      ownEvidence('REVIEW_REFUSED', { source: 'clock', attemptId, occurredAt }),
    );
    return { ...draft, evidence, holdDecision: 'VOID' };
  },
};
