/** Lists the commands, which are all that can happen to a payment. Fields that do not occur together stand in no command together. */
import type { Payment } from '../model.ts';
import { type Agreed, agreed } from './agreed.ts';
import { type AttemptAdded, attemptAdded } from './attempt-added.ts';
import { type AttemptEnded, attemptEnded } from './attempt-ended.ts';
import { type Checked, checked } from './checked.ts';
import type { Draft, Handler } from './draft.ts';
import { type RefundEnded, refundEnded } from './refund-ended.ts';
import { type RefundOrdered, refundOrdered } from './refund-ordered.ts';
import { type Reported, reported } from './reported.ts';
import { type ReturnOrdered, returnOrdered } from './return-ordered.ts';
import { type ReviewEnded, reviewEnded } from './review-ended.ts';
import { type WebhookReceived, webhookReceived } from './webhook-received.ts';

export type Command =
  | Reported
  | WebhookReceived
  | Checked
  | AttemptEnded
  | AttemptAdded
  | Agreed
  | RefundOrdered
  | RefundEnded
  | ReturnOrdered
  | ReviewEnded;

/** Returns what a command changes by itself; null where the payment does not allow it as it is. */
export function draftOf(payment: Payment, command: Command, now: Date): Draft | null {
  const by = <C>({ allows, apply }: Handler<C>, one: C) =>
    allows(payment, one, now) ? apply(payment, one, now) : null;
  switch (command.kind) {
    case 'REPORTED':
      return by(reported, command);
    case 'WEBHOOK_RECEIVED':
      return by(webhookReceived, command);
    case 'CHECKED':
      return by(checked, command);
    case 'ATTEMPT_ENDED':
      return by(attemptEnded, command);
    case 'ATTEMPT_ADDED':
      return by(attemptAdded, command);
    case 'AGREED':
      return by(agreed, command);
    case 'REFUND_ORDERED':
      return by(refundOrdered, command);
    case 'REFUND_ENDED':
      return by(refundEnded, command);
    case 'RETURN_ORDERED':
      return by(returnOrdered, command);
    case 'REVIEW_ENDED':
      return by(reviewEnded, command);
  }
}
