/** Decides what may be refunded, by whom and on which ground. Pure. */
import { addDays, fromSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';
import type { Manifest } from '@feira/schemas/manifest';
import { DECISION_DAYS, LEGAL_DAYS, type REFUND_OBSTACLES } from '@feira/schemas/procedures/refunds';
import type { Payment } from '../payments/model.ts';
import { isMandateCharge, keptOf, refundRefusalOf } from '../payments/service.ts';
import type { Ground } from './request-model.ts';

export type Obstacle = (typeof REFUND_OBSTACLES)[number];
/** The part of one payment that its provider can give back. */
export type RefundSupport = 'none' | 'full' | 'partial';

const DAY_MS = 86_400_000;
/** The Central Bank allows a PIX to be given back for so long. */
const PIX_DAYS = 90;

export function refundSupportOf(
  payment: Pick<Payment, 'method' | 'attempts'>,
  { capabilities: { methods, mandates } }: Manifest,
): RefundSupport {
  const declared = isMandateCharge(payment) ? mandates?.refund : methods?.[payment.method]?.refund;
  return declared ?? 'none';
}

/** Returns why nothing of a payment can be given back through its provider, or null where something can. */
export function obstacleOf(payment: Payment, support: RefundSupport, now: Date): Obstacle | null {
  const kept = keptOf(payment);
  const refusal = refundRefusalOf(payment, Math.max(kept, 1));
  if (refusal === 'NOT_PAID' || refusal === 'DISPUTED') return refusal;
  if (refusal === 'SURPLUS_FIRST') return 'SURPLUS';
  if (refusal || kept === 0) return 'ALL_RETURNED';
  if (support === 'none' || (support === 'full' && kept < payment.amount)) return 'UNSUPPORTED';
  return isExpired(payment, now) ? 'EXPIRED' : null;
}

const isExpired = ({ method, approvedAt }: Payment, now: Date): boolean =>
  method === 'PIX' && approvedAt !== null && now.getTime() > approvedAt.getTime() + PIX_DAYS * DAY_MS;

/** True where only the provider stands in the way: then the seller can still pay the buyer back. */
export const isSellersToPay = (obstacle: Obstacle | null): boolean =>
  obstacle === 'UNSUPPORTED' || obstacle === 'EXPIRED';

export interface Purchase {
  approvedAt: Date;
  guaranteeDays: number;
  /** The longest time of delivery that was named at the purchase; the days of the law begin when it has passed. */
  deliveryDays: number;
}

/** Returns the end of the day that is `days` calendar days later in São Paulo. */
const endOfDay = (since: Date, days: number): Date => new Date(fromSaoPaulo(addDays(toSaoPauloDate(since), days)));

/** Returns until when a buyer may withdraw by law, and until when the product's guarantee lasts. */
export function deadlinesOf({ approvedAt, guaranteeDays, deliveryDays }: Purchase): { legal: Date; guaranteed: Date } {
  return {
    legal: endOfDay(approvedAt, LEGAL_DAYS + deliveryDays),
    guaranteed: endOfDay(approvedAt, Math.max(guaranteeDays, LEGAL_DAYS) + deliveryDays),
  };
}

/** Returns the ground of a request made now, and until when it holds. The last day counts whole. */
export function groundOf(purchase: Purchase, now: Date): { ground: Ground; until: Date | null } {
  const { legal, guaranteed } = deadlinesOf(purchase);
  const isIn = (end: Date) => now.getTime() < end.getTime() + 1000;
  if (isIn(legal)) return { ground: 'LAW', until: legal };
  return isIn(guaranteed) ? { ground: 'GUARANTEE', until: guaranteed } : { ground: 'LATE', until: null };
}

export const decideBy = (now: Date): Date => endOfDay(now, DECISION_DAYS);

const MOST_DELIVERY_DAYS = 60;

/** Returns the most calendar days that a text such as "5 a 10 dias úteis" promises; 0 where it names none. */
export function readDeliveryDays(text: string | null): number {
  const days = Math.max(0, ...(text?.match(/\d+/g) ?? []).map(Number));
  // Five working days are a week.
  const calendarDays = /[uú]te?i[sl]|working|business/i.test(text ?? '') ? Math.ceil((days * 7) / 5) : days;
  return Math.min(calendarDays, MOST_DELIVERY_DAYS);
}
