/** Decides whether a purchase asks its buyer for a mandate, and which one. Pure. */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import type { MandateRetries } from '@feira/schemas/mandate';
import type { Manifest } from '@feira/schemas/manifest';
import { checkRecurrence, dueDateAfter } from '@feira/schemas/rules/mandate';
import { priceRenewal, type UsedCoupon } from '@feira/schemas/rules/order-price';

/** The parts of an offer that a mandate is made of. */
export interface Recurring {
  type: 'ONE_TIME' | 'SUBSCRIPTION';
  coin: string;
  recurrencePrice: number | null;
  frequencyInDays: number | null;
  /** Days until the first charge that follows; null where they are a whole period. */
  trialDays: number | null;
}

/** The agreement that a purchase asks for beside its first charge (journey 3). */
export interface MandatePlan {
  recurrenceDays: number;
  retries: MandateRetries;
  /** Cents of every charge, or of the largest one where the provider has no charges of one amount. */
  amount: number | null;
  maxAmount: number | null;
  firstChargeDate: string;
}

/** One code pays the first charge and agrees to those that follow. */
export const JOURNEY = 3;

/** The agreement begins with the first charge that may come under it. */
function firstDate(today: string, days: number, trialDays: number | null): string {
  const afterPeriod = dueDateAfter(today, days, 1) as string;
  const dates = trialDays === null ? [afterPeriod] : [afterPeriod, addDays(today, trialDays)];
  return dates.sort()[0] as string;
}

const OPERATIONS = ['createMandate', 'getMandate', 'cancelMandate', 'chargeMandate', 'getMandateCharge'] as const;

/**
 * Returns the mandate for a subscription that is bought by PIX through a provider; null where its offer has no period of mandates, the
 * provider has not proven what a whole life of one needs, or the coupon makes later charges differ and the provider has only charges of one
 * amount.
 */
export function planMandate(
  manifest: Manifest,
  offer: Recurring,
  now: Date,
  coupon: UsedCoupon | null = null,
): MandatePlan | null {
  const { recurrencePrice, frequencyInDays } = offer;
  const { mandates } = manifest.capabilities;
  if (offer.type !== 'SUBSCRIPTION' || offer.coin !== 'BRL' || !recurrencePrice || !frequencyInDays) return null;
  if (!mandates?.journeys.includes(JOURNEY) || 'refusal' in checkRecurrence(mandates, frequencyInDays)) return null;
  if (!OPERATIONS.every((operation) => manifest.operations.includes(operation))) return null;
  const isFixed = mandates.amounts.includes('FIXED');
  const isForSome = coupon !== null && coupon.cycles !== null && coupon.cycles > 1;
  if (isFixed && isForSome) return null;
  const amount = isForSome ? recurrencePrice : priceRenewal(recurrencePrice, coupon);
  return {
    recurrenceDays: frequencyInDays,
    retries:
      mandates.retries.includes('3R_7D') && manifest.operations.includes('retryMandateCharge') ? '3R_7D' : 'NONE',
    amount: isFixed ? amount : null,
    maxAmount: isFixed ? null : amount,
    firstChargeDate: firstDate(toSaoPauloDate(now), frequencyInDays, offer.trialDays),
  };
}
