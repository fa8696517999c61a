/** Computes what becomes of an example sale under some rules, by the functions that price and split real sales. Pure. */
import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import type { ExampleOutcome, ExampleSale } from '@feira/schemas/procedures/money-rules';
import { minimumInstallmentIn } from '@feira/schemas/rules/amount-in';
import { listInstallments } from '@feira/schemas/rules/installments';
import { anticipationFeeOf } from '../anticipations/service.ts';
import { type MetRules, toRuledRates } from '../fees/service.ts';
import { reserveOf, splitSale } from '../payments/service.ts';
import { leastOf } from '../payouts/service.ts';

/** R$ 197.00: about the price of a course. */
export const EXAMPLE_PRICE = 19_700;

export interface Charge {
  method: PaymentMethod;
  installments: number;
  amount: number;
  currency: Currency;
}

export interface Rules {
  settings: PlatformSettings;
  met: MetRules;
  /** Returns the connections with which a charge begins; left out where the change is not about routes. */
  serve?: (charge: Charge) => { id: string; name: string }[];
}

/** Pays out nothing by itself: an example names no real seller. */
const SELLER = '00000000-0000-0000-0000-000000000000';

const WAYS = [
  { method: 'PIX', installments: 1 },
  { method: 'BILLET', installments: 1 },
  ...Array.from({ length: 12 }, (_, index) => ({ method: 'CREDIT_CARD', installments: index + 1 }) as const),
] as const;

type Way = (typeof WAYS)[number];

/** Returns every way to pay the example whose outcome differs under the two rules; each way where none does. */
export function compareExamples(before: Rules, after: Rules, price = EXAMPLE_PRICE): ExampleSale[] {
  const { currency } = after.settings;
  const examples = WAYS.map((way) => ({
    ...way,
    currency,
    price,
    before: computeOutcome(before, way, price),
    after: computeOutcome(after, way, price),
  })).filter((example) => example.before || example.after);
  const changed = examples.filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
  return changed.length > 0 ? changed : examples;
}

/** Returns null where the rules do not allow this way. */
export function computeOutcome(rules: Rules, { method, installments }: Way, price: number): ExampleOutcome | null {
  const { settings, met } = rules;
  if (!settings.methods.includes(method)) return null;
  const amount = method === 'CREDIT_CARD' ? findCharged(settings, installments, price) : price;
  if (amount === undefined) return null;
  const served = rules.serve?.({ method, installments, amount, currency: settings.currency });
  const sale = { coin: settings.currency, method, installments };
  const rates = { ...toRuledRates({ settings }, met, sale), affiliate: null, coProducers: [], guaranteeDays: 0 };
  const terms = splitSale(rates, { sellerId: SELLER, total: price, amount });
  const shareOf = (role: string) => terms.shares.find((share) => share.role === role)?.amount ?? 0;
  const seller = shareOf('seller');
  const { days, reserveDays } = terms.release;
  return {
    charged: amount,
    interest: shareOf('INTEREST'),
    platform: shareOf('PLATFORM'),
    manager: shareOf('manager'),
    seller,
    cost: terms.cost,
    releaseDays: days,
    reserved: reserveOf(seller, terms.release),
    reserveDays: Math.max(days, reserveDays),
    withdrawn: seller < leastOf(settings.withdrawals) ? 0 : seller - settings.withdrawals.fee,
    anticipationFee: settings.anticipation.isOffered
      ? anticipationFeeOf(seller, days, settings.anticipation.basisPointsPerDay)
      : null,
    connections: served?.map(({ name }) => name) ?? null,
  };
}

function findCharged(settings: PlatformSettings, count: number, total: number): number | undefined {
  const { max, interestFree, feeBasisPoints } = settings.installments;
  const minimumInstallment = minimumInstallmentIn(settings.currency, settings);
  return listInstallments({ total, maxInstallments: max, interestFree, feeBasisPoints, minimumInstallment }).find(
    ({ installmentNumber }) => installmentNumber === count,
  )?.total;
}

/** A day of waiting is worth what an anticipation costs for it by default. */
const WAITING_BASIS_POINTS = 12;
const PARTS = ['interest', 'platform', 'manager', 'seller', 'cost', 'withdrawn', 'anticipationFee'] as const;

/** Returns the largest part of the example that moves, in basis points of its price, rounded up. */
export function measureExamples(examples: readonly ExampleSale[]): number {
  const sizes = examples.flatMap(({ before, after, price }) => {
    if (!before || !after) return [0];
    const moved = PARTS.map((part) => Math.abs((after[part] ?? 0) - (before[part] ?? 0)));
    const waits = (outcome: ExampleOutcome) =>
      (outcome.seller - outcome.reserved) * outcome.releaseDays + outcome.reserved * outcome.reserveDays;
    const waited = (Math.abs(waits(after) - waits(before)) * WAITING_BASIS_POINTS) / 10_000;
    return [...moved, waited].map((cents) => Math.ceil((cents * 10_000) / price));
  });
  return Math.max(0, ...sizes);
}

/** Returns whether a change loosens what guards money, which no example shows. */
export function loosensSafeguard(before: PlatformSettings, after: PlatformSettings): boolean {
  const [old, next] = [before.withdrawals, after.withdrawals];
  return (
    before.custody !== after.custody ||
    after.ruleApprovalAbove > before.ruleApprovalAbove ||
    next.automaticUpTo > old.automaticUpTo ||
    next.secondApprovalAbove > old.secondApprovalAbove ||
    next.coolingHours < old.coolingHours ||
    (next.believesEvents === true && old.believesEvents !== true) ||
    JSON.stringify(next.payers ?? {}) !== JSON.stringify(old.payers ?? {}) ||
    after.anticipation.automaticUpTo > before.anticipation.automaticUpTo
  );
}
