import type { PaymentView } from '@feira/schemas/checkout';
import type { IconName } from '../../components/icon.tsx';
import type { TextKey } from '../../texts.ts';

export type PaymentScene =
  | 'review'
  | 'reviewEnded'
  | 'confirming'
  | 'preparing'
  | 'delayed'
  | 'bank'
  | 'pix'
  | 'billet'
  | 'debit'
  | 'processing'
  | 'approved'
  | 'rejected'
  | 'canceled'
  | 'refunded'
  | 'chargeback';

const SCENES = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  CANCELED: 'canceled',
  REFUNDED: 'refunded',
  CHARGEBACK: 'chargeback',
} as const;

/**
 * Returns the view of a payment at `now` (ms). While the bank has not answered, the page offers nothing else: a second payment could be a
 * double one. A charge whose code has not come cannot be paid at all, so there another one is safe.
 */
export function sceneOf(payment: PaymentView, now: number): PaymentScene {
  if (payment.review === 'ENDED') return 'reviewEnded';
  if (payment.status !== 'PENDING') return SCENES[payment.status];
  if (payment.review === 'WAITING') return 'review';
  if (payment.isConfirming) return 'confirming';
  if (payment.mandate?.face === 'DEBIT') return 'debit';
  if (payment.nextStep) return isStepOpen(payment.nextStep, now) ? 'bank' : 'processing';
  if (payment.lateCodeAt) return now < Date.parse(payment.lateCodeAt) ? 'preparing' : 'delayed';
  if (payment.method === 'PIX') return payment.pixCode ? 'pix' : 'confirming';
  if (payment.method === 'BILLET') return payment.billetCode || payment.billetUrl ? 'billet' : 'confirming';
  return 'processing';
}

const isStepOpen = ({ expiresAt }: NonNullable<PaymentView['nextStep']>, now: number): boolean =>
  expiresAt === undefined || now < Date.parse(expiresAt);

/**
 * Returns whether money may still arrive: also for a code that has expired, and for a charge whose refusal was premature. So may the bank's
 * word about an agreement that was paid with it.
 */
export const mayChange = ({ status, mandate }: PaymentView): boolean =>
  ['PENDING', 'REJECTED', 'CANCELED'].includes(status) || mandate?.face === 'ASKED';

/** Returns whether the buyer may pay now. */
export function isOpen(payment: PaymentView): boolean {
  return payment.status === 'PENDING';
}

export const SCENE_FACES: Record<PaymentScene, { icon: IconName; tone: 'wait' | 'good' | 'bad' }> = {
  review: { icon: 'clock', tone: 'wait' },
  reviewEnded: { icon: 'cross', tone: 'bad' },
  confirming: { icon: 'clock', tone: 'wait' },
  preparing: { icon: 'clock', tone: 'wait' },
  delayed: { icon: 'alert', tone: 'wait' },
  bank: { icon: 'person', tone: 'wait' },
  pix: { icon: 'pix', tone: 'wait' },
  billet: { icon: 'billet', tone: 'wait' },
  debit: { icon: 'pix', tone: 'wait' },
  processing: { icon: 'clock', tone: 'wait' },
  approved: { icon: 'check', tone: 'good' },
  rejected: { icon: 'cross', tone: 'bad' },
  canceled: { icon: 'clock', tone: 'bad' },
  refunded: { icon: 'back', tone: 'wait' },
  chargeback: { icon: 'alert', tone: 'bad' },
};

/** Returns the sentence under the amount. It reads "nothing was charged" only where that is known. */
export function sceneText(payment: PaymentView, scene: PaymentScene): TextKey {
  if (payment.mayBeCharged && (scene === 'rejected' || scene === 'canceled')) return 'mayBeChargedText';
  if (scene === 'rejected' && payment.decline) return 'nothingCharged';
  if (scene === 'pix' && payment.restAmount) return 'restText';
  if (scene === 'canceled' && payment.mandate?.face === 'DEBIT') return 'canceledDebitText';
  if (scene === 'canceled' && payment.renewableUntil) return 'canceledRenewText';
  return scene === 'canceled' && payment.paidAmount > 0 ? 'canceledPaidText' : `${scene}Text`;
}

/** Returns the cents under the heading: while a PIX is waited for, those that are to be paid. */
export const shownAmount = ({ amount, codeAmount, restAmount }: PaymentView, scene: PaymentScene): number =>
  scene === 'pix' ? (restAmount ?? codeAmount ?? amount) : amount;

/** Describes an unusual state of the money in one sentence; undefined when there is none. */
export function settlementText(payment: PaymentView): { key: TextKey; difference: number } | undefined {
  const { settlement, paidAmount, amount, refundedAmount, status } = payment;
  const hasRefund = refundedAmount > 0;
  const difference = Math.abs(paidAmount - amount);
  switch (settlement) {
    case 'LATE':
      return { key: hasRefund ? 'lateRefunded' : status === 'APPROVED' ? 'lateApproved' : 'late', difference };
    case 'OVERPAID':
      return { key: hasRefund ? 'overpaidRefunded' : 'overpaid', difference };
    case 'DUPLICATE':
      return { key: hasRefund ? 'duplicateRefunded' : 'duplicate', difference };
    case 'UNDERPAID':
      return { key: hasRefund ? 'underpaidRefunded' : 'underpaid', difference };
    default:
      return hasRefund && status !== 'REFUNDED' ? { key: 'partlyRefunded', difference } : undefined;
  }
}

/** Formats a countdown: days become hours, because a deadline of tomorrow is easier to see in hours. */
export function formatRemaining(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
