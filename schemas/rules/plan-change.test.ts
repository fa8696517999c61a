import { describe, expect, it } from 'vitest';
import type { RecurrencePeriod } from '../src/options.ts';
import { DEFAULT_DUNNING, type SubscriptionEvent, type SubscriptionTerms } from '../src/subscription.ts';
import { countUnusedDays, creditOf, findPlanRefusal, isDearer, type PlanChange, planChange } from './plan-change.ts';
import { reduceSubscription } from './subscription.ts';

const DAY_MS = 86_400_000;
const TERMS: SubscriptionTerms = {
  firstAmount: 3_000,
  recurringAmount: 3_000,
  currency: 'BRL',
  frequencyInDays: 30,
  period: 'DAYS',
  cycles: null,
  trialDays: null,
  discount: null,
  affiliate: null,
  dunning: DEFAULT_DUNNING,
  title: 'Mensal',
  locale: 'pt-BR',
};
const ANCHOR = new Date('2026-01-10T15:00:00.000Z');
const at = (days: number) => new Date(ANCHOR.getTime() + days * DAY_MS);
const event = (kind: string, cycle: number | null, when: Date, data: object = {}): SubscriptionEvent =>
  ({ key: `${kind}:${when.getTime()}`, kind, cycle, at: when.toISOString(), by: 'BUYER', data }) as SubscriptionEvent;

interface Case {
  amount: number;
  frequencyInDays?: number;
  period?: RecurrencePeriod;
  now?: Date;
  terms?: Partial<SubscriptionTerms>;
  worth?: number;
  by?: 'BUYER' | 'SELLER';
  isWritten?: boolean;
  methods?: ('PIX' | 'CREDIT_CARD' | 'BILLET')[];
}
function ask({ amount, now = at(10), terms, worth = 3_000, ...asked }: Case): PlanChange | null {
  const { frequencyInDays = 30, period = 'DAYS', ...others } = asked;
  const whole = { ...TERMS, ...terms };
  const state = reduceSubscription(whole, ANCHOR, []);
  const plan = { amount, frequencyInDays, period };
  const rest = { by: 'BUYER', methods: ['CREDIT_CARD', 'PIX'], isWritten: false, ...others } as const;
  return planChange({ terms: whole, state, plan, worth, now, ...rest });
}

const inDays = (amount: number, frequencyInDays: number) => ({ amount, frequencyInDays, period: 'DAYS' }) as const;

describe('planChange', () => {
  it('charges an upgrade at once, less the unused days to the cent', () => {
    expect(ask({ amount: 9_990 })).toEqual({
      effect: 'NOW',
      cycle: 2,
      credit: 2_000,
      unusedDays: 20,
      charge: 7_990,
      discount: 0,
      methods: ['CREDIT_CARD', 'PIX'],
    });
    // The day that has begun is the buyer's, and so is half a cent.
    expect(ask({ amount: 9_990, now: new Date(at(10).getTime() + 1) })).toMatchObject({ unusedDays: 20 });
    expect(creditOf(1, { unused: 1, days: 2 })).toBe(1);
  });

  it('takes the price of a day: a year that costs less for each day is no upgrade', () => {
    expect(isDearer(inDays(30_000, 365), inDays(3_000, 30))).toBe(false);
    expect(ask({ amount: 30_000, frequencyInDays: 365 })).toEqual({
      effect: 'LATER',
      cycle: 2,
      at: at(30),
      charge: 30_000,
      discount: 0,
    });
  });

  it('takes a month of the calendar for the twelfth part of a year', () => {
    const inMonths = (amount: number, frequencyInDays: number) =>
      ({ amount, frequencyInDays, period: 'CALENDAR' }) as const;

    expect(isDearer(inMonths(1_200, 365), inMonths(100, 30))).toBe(false);
    expect(isDearer(inMonths(100, 30), inMonths(1_200, 365))).toBe(false);
    expect(isDearer(inMonths(301, 90), inMonths(100, 30))).toBe(true);
    expect(isDearer(inDays(1_200, 365), inMonths(1_200, 365))).toBe(false);
    // Thirty days are shorter than a month, so the same price for them is more.
    expect(isDearer(inDays(3_000, 30), inMonths(3_000, 30))).toBe(true);
    expect(ask({ amount: 3_000, period: 'CALENDAR' })).toMatchObject({ effect: 'LATER', at: at(30) });
  });

  it('waits for the end of the period where it is worth more than the new plan, or no code would live long enough', () => {
    const year = { frequencyInDays: 365, recurringAmount: 36_500, firstAmount: 36_500 };
    expect(ask({ amount: 6_000, terms: year, worth: 36_500 })).toMatchObject({ effect: 'LATER', at: at(365) });
    expect(ask({ amount: 9_990, now: at(29), methods: ['PIX'] })).toMatchObject({ effect: 'LATER', at: at(30) });
    expect(ask({ amount: 9_990, now: at(29), methods: ['PIX', 'CREDIT_CARD'] })).toMatchObject({
      effect: 'NOW',
      methods: ['CREDIT_CARD'],
    });
  });

  it('never charges at once for a seller, and gives the buyer ten days’ notice of a higher price', () => {
    expect(ask({ amount: 9_990, by: 'SELLER' })).toMatchObject({ effect: 'LATER', cycle: 2, at: at(30) });
    expect(ask({ amount: 9_990, by: 'SELLER', now: at(21) })).toMatchObject({ effect: 'LATER', cycle: 3, at: at(60) });
    expect(ask({ amount: 1_000, by: 'SELLER', now: at(29) })).toMatchObject({ effect: 'LATER', cycle: 2, at: at(30) });
  });

  it('leaves a cycle alone whose price is written, and a free trial free', () => {
    expect(ask({ amount: 1_000, isWritten: true })).toMatchObject({ effect: 'LATER', cycle: 3, at: at(60) });
    const free = { trialDays: 7, firstAmount: 0 };
    expect(ask({ amount: 9_990, terms: free, worth: 0, now: at(1) })).toMatchObject({ effect: 'LATER', at: at(7) });
  });

  it('keeps the coupon of the sign-up for the charges that it has left', () => {
    const discount = { code: 'DEZ', cut: { basisPoints: 1_000 }, cycles: 2 };
    expect(ask({ amount: 10_000, terms: { discount } })).toMatchObject({ discount: 1_000, charge: 9_000 - 2_000 });
    expect(ask({ amount: 10_000, terms: { discount: { ...discount, cycles: 1 } } })).toMatchObject({ discount: 0 });
  });

  it('never gives back more than was paid, and never charges less than can be charged, whatever the moment', () => {
    let seed = 20_261_127;
    const below = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % limit;
    };
    for (let round = 0; round < 2_000; round++) {
      const worth = below(100_000);
      const now = new Date(ANCHOR.getTime() + below(30 * DAY_MS));
      const later = new Date(now.getTime() + below(30 * DAY_MS));
      const days = countUnusedDays(ANCHOR, at(30), now);
      const credit = creditOf(worth, days);
      const price = { amount: 100 + below(100_000), frequencyInDays: [7, 15, 30, 60, 90, 365][below(6)] as number };
      const change = ask({ ...price, now, worth });

      expect(credit).toBeGreaterThanOrEqual(0);
      expect(credit).toBeLessThanOrEqual(worth);
      // A buyer who waits is credited no more.
      expect(creditOf(worth, countUnusedDays(ANCHOR, at(30), later))).toBeLessThanOrEqual(credit);
      if (change?.effect === 'NOW') {
        expect(isDearer({ ...price, period: 'DAYS' }, inDays(3_000, 30))).toBe(true);
        expect(change.charge).toBeGreaterThanOrEqual(100);
        expect(change.charge + change.credit).toBe(price.amount);
      }
    }
  });
});

describe('findPlanRefusal', () => {
  const refusal = (events: SubscriptionEvent[], asked: object = {}) =>
    findPlanRefusal(reduceSubscription(TERMS, ANCHOR, events), {
      terms: TERMS,
      method: 'CREDIT_CARD',
      isChargeOpen: false,
      now: at(10),
      ...asked,
    });

  it('names what has to be done first', () => {
    expect(refusal([])).toBeNull();
    expect(refusal([], { method: 'PIX_AUTOMATICO' })).toBe('MANDATE');
    expect(refusal([], { isChargeOpen: true })).toBe('CHARGE_OPEN');
    expect(refusal([], { terms: { cycles: 12 } })).toBe('FIXED_CYCLES');
    expect(refusal([event('PAUSED', null, at(1))])).toBe('PAUSED');
    expect(refusal([event('CANCEL_ORDERED', null, at(1))])).toBe('CANCEL_ORDERED');
    expect(refusal([event('CANCELED', null, at(1))])).toBe('ENDED');
    expect(refusal([event('OVERDUE', 2, at(30))], { now: at(31) })).toBe('PAST_DUE');
  });
});

describe('the state after a change of the plan', () => {
  const changed = (cycle: number, when: Date, data: object = {}) =>
    event('PLAN_CHANGED', cycle, when, {
      offerId: 'ano',
      title: 'Anual',
      amount: 30_000,
      frequencyInDays: 365,
      proration: 0,
      ...data,
    });

  it('begins a period of the new plan with the payment of an upgrade', () => {
    const now = at(10);
    const upgrade = { amount: 9_990, frequencyInDays: 30, proration: 2_000, startsAt: now.toISOString() };
    const state = reduceSubscription(TERMS, ANCHOR, [event('PAID', 2, now), changed(2, now, upgrade)]);

    expect(state).toMatchObject({ cycle: 2, periodStart: now, periodEnd: at(40), offerId: 'ano', credited: 2_000 });
    expect(state.next).toMatchObject({ number: 3, startsAt: at(40), amount: 9_990, offer: null });
    expect(state.plan).toEqual({ amount: 9_990, frequencyInDays: 30, period: 'DAYS' });
  });

  it('takes nothing away before the period of a later change, which can be taken back until then', () => {
    const state = reduceSubscription(TERMS, ANCHOR, [changed(2, at(5))]);

    expect(state).toMatchObject({ offerId: null, plan: { amount: 3_000, frequencyInDays: 30 }, periodEnd: at(30) });
    expect(state.planned).toMatchObject({ title: 'Anual', at: at(30), amount: 30_000 });
    expect(state.next).toMatchObject({ amount: 30_000, endsAt: at(395), offer: { id: 'ano', title: 'Anual' } });
    expect(reduceSubscription(TERMS, ANCHOR, [changed(2, at(5)), event('PLAN_KEPT', 2, at(6))])).toEqual(
      reduceSubscription(TERMS, ANCHOR, []),
    );
    const trial = { ...TERMS, trialDays: 7 };
    expect(reduceSubscription(trial, ANCHOR, [changed(2, at(5)), event('PLAN_KEPT', 2, at(6))])).toEqual(
      reduceSubscription(trial, ANCHOR, []),
    );
    const held = reduceSubscription(TERMS, ANCHOR, [changed(2, at(5)), event('PAID', 2, at(30))]);
    expect(held).toMatchObject({ offerId: 'ano', title: 'Anual', planned: null, periodEnd: at(395) });
  });
});
