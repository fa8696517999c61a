/** Tells which charges follow a sale of a subscription: by its promise as long as the subscription has not begun, then by its state. */
import type { RecurrencePeriod } from '@feira/schemas/options';
import { addPeriods, lastCycleOf, monthsOf, priceCharge } from '@feira/schemas/rules/subscription';
import type { SubscriptionTerms } from '@feira/schemas/subscription';

const DAY_MS = 86_400_000;

export interface PlanRow {
  /** The promise of the first charge; null on later ones. */
  terms: SubscriptionTerms | null;
  /** Cents of each charge; null before the subscription has begun. */
  amount: number | null;
  frequencyInDays: number | null;
  period: RecurrencePeriod | null;
  nextChargeAt: string | null;
}

/** The plan of a sale `s` as JSON; null where it belongs to no subscription. */
export const PLAN = `(SELECT jsonb_build_object('terms', l.terms, 'amount', u.amount, 'frequencyInDays', u.frequency_in_days,
      'period', coalesce(u.period, u.terms->>'period'),
      'nextChargeAt', CASE WHEN u.ended_at IS NULL AND u.paused_at IS NULL AND NOT u.cancel_at_period_end THEN u.next_charge_at END)
    FROM subscription_sale l LEFT JOIN subscription u ON u.platform_id = l.platform_id AND u.id = l.subscription_id
    WHERE l.platform_id = s.platform_id AND l.sale_id = s.id)`;

export interface Plan {
  /** Cents of the next charge. */
  amount: number;
  frequencyInDays: number;
  /** The months between two charges; null where they are counted in days. */
  months: number | null;
  nextChargeAt: Date | null;
}

export function toPlan(row: PlanRow | null, approvedAt: Date | null, now: Date): Plan | null {
  if (!row) return null;
  const { terms, amount, frequencyInDays, period } = row;
  if (amount !== null && frequencyInDays !== null && period !== null) {
    const next = row.nextChargeAt === null ? null : new Date(row.nextChargeAt);
    const months = monthsOf({ frequencyInDays, period });
    return { amount, frequencyInDays, months, nextChargeAt: next && next > now ? next : null };
  }
  if (!terms) return null;
  const hasNext = approvedAt !== null && lastCycleOf(terms) !== 1;
  return {
    amount: priceCharge(terms, 2, terms.recurringAmount).amount,
    frequencyInDays: terms.frequencyInDays,
    months: monthsOf(terms),
    nextChargeAt: hasNext ? endOfFirstPeriod(terms, approvedAt) : null,
  };
}

const endOfFirstPeriod = (terms: SubscriptionTerms, from: Date): Date =>
  terms.trialDays === null ? addPeriods(from, 1, terms) : new Date(from.getTime() + terms.trialDays * DAY_MS);
