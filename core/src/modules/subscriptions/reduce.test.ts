import { accessEndOf, addPeriods, reduceSubscription } from '@feira/schemas/rules/subscription';
import { DEFAULT_DUNNING, type SubscriptionEvent, type SubscriptionTerms } from '@feira/schemas/subscription';
import { describe, expect, it } from 'vitest';
import { openDraw, rounds, SEED } from '../../../test/draw.ts';

const DAY_MS = 86_400_000;
const TERMS: SubscriptionTerms = {
  firstAmount: 1000,
  recurringAmount: 2000,
  currency: 'BRL',
  frequencyInDays: 30,
  period: 'DAYS',
  cycles: null,
  trialDays: null,
  discount: null,
  affiliate: null,
  dunning: DEFAULT_DUNNING,
  title: 'Assinatura',
  locale: 'pt-BR',
};
const ANCHOR = new Date('2026-01-31T02:30:00.000Z');
const day = (number: number) => new Date(ANCHOR.getTime() + number * DAY_MS).toISOString();

type Partly = { kind: SubscriptionEvent['kind']; at: string; cycle?: number; data?: object; by?: string; key?: string };
const event = ({ kind, at, cycle = undefined, data = {}, by = 'ENGINE', key }: Partly): SubscriptionEvent =>
  ({ key: key ?? `${kind}:${cycle ?? at}`, kind, at, by, cycle: cycle ?? null, data }) as SubscriptionEvent;
const paid = (cycle: number, at: string) => event({ kind: 'PAID', cycle, at });

const reduce = (events: SubscriptionEvent[], terms: Partial<SubscriptionTerms> = {}) =>
  reduceSubscription({ ...TERMS, ...terms }, ANCHOR, events);

describe('reduceSubscription', () => {
  it('comes to the same state whatever the order of the evidence and however often it is repeated', () => {
    const draw = openDraw();
    const kinds = [
      'PAID',
      'OVERDUE',
      'DUNNING_ENDED',
      'PAUSED',
      'RESUMED',
      'CANCEL_ORDERED',
      'CANCEL_WITHDRAWN',
      'CANCELED',
      'PERIOD_ENDED',
      'REVERSED',
      'RESTORED',
      'PRICE_CHANGED',
      'PLAN_CHANGED',
      'METHOD_CHANGED',
    ] as const;
    for (let round = 0; round < rounds({ short: 300, long: 5_000 }); round++) {
      const events = Array.from({ length: 2 + draw.below(14) }, (_, place) => {
        const kind = draw.pick(kinds);
        const data = {
          DUNNING_ENDED: { end: draw.pick(['CANCEL', 'KEEP_PAST_DUE']) },
          REVERSED: { cause: draw.pick(['REFUND', 'CHARGEBACK']) },
          PRICE_CHANGED: { amount: 100 + draw.below(5000) },
          PLAN_CHANGED: {
            offerId: 'o',
            amount: 100 + draw.below(5000),
            frequencyInDays: draw.pick([7, 30, 90]),
            period: draw.pick(['DAYS', 'CALENDAR', undefined] as const),
            proration: 0,
          },
          METHOD_CHANGED: { method: draw.pick(['PIX', 'CREDIT_CARD']) },
        }[kind as string];
        // Times are few, so that many are the same.
        return event({
          kind,
          cycle: 1 + draw.below(5),
          at: day(draw.below(12) * 15),
          data: data ?? {},
          key: `${place}`,
          by: draw.pick(['BUYER', 'SELLER']),
        });
      });
      const terms = {
        cycles: draw.pick([null, 3]),
        trialDays: draw.pick([null, 7]),
        period: draw.pick(['DAYS', 'CALENDAR'] as const),
      };
      const expected = reduce(events, terms);
      const repeated = draw.shuffle([...events, ...events.filter(() => draw.below(2) === 0)]);

      expect(reduce(repeated, terms), `seed ${SEED}, round ${round}`).toEqual(expected);
    }
  });

  it('counts periods from the anchor, so that late payments move none of them', () => {
    const state = reduce(
      Array.from({ length: 23 }, (_, index) => paid(index + 2, day((index + 1) * 30 + (index % 5)))),
    );

    expect(state).toMatchObject({ status: 'ACTIVE', cycle: 24 });
    expect(state.periodStart.toISOString()).toBe(day(23 * 30));
    expect(state.next).toMatchObject({ number: 25, startsAt: new Date(day(24 * 30)), amount: 2000 });
  });

  it('is past due until the cycle is paid, and gives access until the grace is over', () => {
    const overdue = event({ kind: 'OVERDUE', cycle: 2, at: day(30) });

    const state = reduce([paid(1, day(0)), overdue]);

    expect(state).toMatchObject({ status: 'PAST_DUE', pastDueSince: new Date(day(30)) });
    expect(accessEndOf(TERMS, state)).toEqual(new Date(day(30 + DEFAULT_DUNNING.graceDays)));
    expect(reduce([overdue, paid(2, day(33))])).toMatchObject({ status: 'ACTIVE', cycle: 2, pastDueSince: null });
    // The payment came first, and its report last.
    expect(reduce([overdue, paid(2, day(29))])).toMatchObject({ status: 'ACTIVE', cycle: 2 });
  });

  it('ends unpaid by the rule, and is there again for whoever pays late, from the payment on', () => {
    const end = event({ kind: 'DUNNING_ENDED', cycle: 2, at: day(40), data: { end: 'CANCEL' } });

    expect(reduce([end])).toMatchObject({ status: 'CANCELED', endReason: 'UNPAID', next: null });
    expect(reduce([end, paid(2, day(45))]).periodStart.toISOString()).toBe(day(30));
    const late = reduce([end, paid(2, day(75))]);
    expect(late).toMatchObject({ status: 'ACTIVE', cycle: 2, endedAt: null });
    expect(late.periodStart.toISOString()).toBe(day(75));
    expect(late.next?.startsAt.toISOString()).toBe(day(105));
  });

  it('keeps a subscription past due where the rule says so, and charges nothing more by itself', () => {
    const end = event({ kind: 'DUNNING_ENDED', cycle: 2, at: day(40), data: { end: 'KEEP_PAST_DUE' } });

    expect(reduce([event({ kind: 'OVERDUE', cycle: 2, at: day(30) }), end])).toMatchObject({
      status: 'PAST_DUE',
      isDunningOver: true,
    });
  });

  it('cancels at the end of the period or at once, and lets a cancellation be withdrawn until then', () => {
    const ordered = event({ kind: 'CANCEL_ORDERED', at: day(10), by: 'BUYER' });
    const over = event({ kind: 'PERIOD_ENDED', cycle: 1, at: day(30) });

    expect(reduce([ordered])).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: true, next: null });
    expect(reduce([ordered, over])).toMatchObject({ status: 'CANCELED', endReason: 'BUYER' });
    expect(reduce([ordered, event({ kind: 'CANCEL_WITHDRAWN', at: day(20) }), over])).toMatchObject({
      status: 'ACTIVE',
    });
    expect(reduce([event({ kind: 'CANCELED', at: day(3), by: 'SELLER' })])).toMatchObject({
      status: 'CANCELED',
      endReason: 'SELLER',
      endedAt: new Date(day(3)),
    });
  });

  it('charges nothing for the time of a pause: the next period begins when it is resumed', () => {
    const paused = event({ kind: 'PAUSED', at: day(10) });

    expect(reduce([paused])).toMatchObject({ status: 'PAUSED' });
    const short = reduce([paused, event({ kind: 'RESUMED', at: day(20) })]);
    expect(short.next?.startsAt.toISOString()).toBe(day(30));
    const long = reduce([paused, event({ kind: 'RESUMED', at: day(50) })]);
    expect(long.next).toMatchObject({ number: 2, startsAt: new Date(day(50)), endsAt: new Date(day(80)) });
  });

  it('ends after the promised number of charges, to which a free trial adds a period', () => {
    const two = reduce([paid(2, day(30)), event({ kind: 'PERIOD_ENDED', cycle: 2, at: day(60) })], { cycles: 2 });
    expect(two).toMatchObject({ status: 'ENDED', endReason: 'COMPLETED' });

    const trial = { cycles: 2, trialDays: 7, firstAmount: 0 };
    expect(reduce([], trial)).toMatchObject({ status: 'TRIALING', next: { number: 2, startsAt: new Date(day(7)) } });
    expect(reduce([paid(2, day(7))], trial).next).toMatchObject({ number: 3, startsAt: new Date(day(37)) });
    expect(reduce([paid(2, day(7)), paid(3, day(37))], trial).next).toBeNull();
  });

  it('ends where the money of the current cycle goes back, and where any charge was disputed', () => {
    const back = (cycle: number, cause: string) => event({ kind: 'REVERSED', cycle, at: day(35), data: { cause } });

    expect(reduce([paid(2, day(30)), back(2, 'REFUND')])).toMatchObject({ status: 'CANCELED', endReason: 'REFUNDED' });
    expect(reduce([paid(2, day(30)), back(1, 'REFUND')])).toMatchObject({ status: 'ACTIVE' });
    expect(reduce([paid(2, day(30)), back(1, 'CHARGEBACK')])).toMatchObject({ endReason: 'CHARGEBACK' });
    const won = event({ kind: 'RESTORED', cycle: 1, at: day(40) });
    expect(reduce([paid(2, day(30)), back(1, 'CHARGEBACK'), won])).toMatchObject({ status: 'ACTIVE', cycle: 2 });
  });

  it('takes the discount off as many charges as were promised, and a new price from its cycle on', () => {
    const discount = { code: 'DEZ', cut: { basisPoints: 1000 }, cycles: 3 };

    expect(reduce([], { discount }).next).toMatchObject({ amount: 1800, discount: 200 });
    expect(reduce([paid(2, day(30)), paid(3, day(60))], { discount }).next).toMatchObject({
      amount: 2000,
      discount: 0,
    });
    const always = { discount: { ...discount, cycles: null } };
    expect(reduce([paid(2, day(30)), paid(40, day(1170))], always).next).toMatchObject({ amount: 1800, discount: 200 });
    const price = event({ kind: 'PRICE_CHANGED', cycle: 3, at: day(1), data: { amount: 2500 } });
    expect(reduce([price]).next?.amount).toBe(2000);
    expect(reduce([price, paid(2, day(30))]).next?.amount).toBe(2500);
  });
});

describe('addPeriods', () => {
  const at = (time: string) => new Date(time);

  it('keeps the time of day of São Paulo through midnight and the ends of months', () => {
    const days = { frequencyInDays: 30, period: 'DAYS' } as const;
    // 30 January 23:30 in São Paulo, which is the 31st in UTC.
    expect(addPeriods(ANCHOR, 1, days).toISOString()).toBe('2026-03-02T02:30:00.000Z');
    expect(addPeriods(ANCHOR, 24, days).getTime() - ANCHOR.getTime()).toBe(24 * 30 * DAY_MS);
  });

  it('counts periods of the calendar from the first day, which the shortest month does not change', () => {
    const months = { frequencyInDays: 30, period: 'CALENDAR' } as const;
    const last = at('2026-01-31T15:00:00-03:00');
    expect(addPeriods(last, 1, months)).toEqual(at('2026-02-28T15:00:00-03:00'));
    expect(addPeriods(last, 2, months)).toEqual(at('2026-03-31T15:00:00-03:00'));
    expect(addPeriods(last, 1, { ...months, frequencyInDays: 90 })).toEqual(at('2026-04-30T15:00:00-03:00'));
    // An hour before midnight of São Paulo is the next month in UTC.
    expect(addPeriods(at('2026-01-31T23:00:00-03:00'), 1, months)).toEqual(at('2026-02-28T23:00:00-03:00'));
    expect(addPeriods(at('2028-02-29T12:00:00-03:00'), 1, { ...months, frequencyInDays: 365 })).toEqual(
      at('2029-02-28T12:00:00-03:00'),
    );
  });
});

describe('periods of the calendar', () => {
  const at = (time: string) => new Date(`${time}-03:00`);
  const isoDay = (date: Date) => new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
  /** The days on which the charges fall, each of which is paid on its day. */
  function listDays(anchor: Date, charges: number, changes: Partial<SubscriptionTerms>): string[] {
    const terms = { ...TERMS, cycles: null, ...changes };
    const events: SubscriptionEvent[] = [];
    const days = [isoDay(anchor)];
    for (let cycle = 2; cycle <= charges; cycle++) {
      const { next } = reduceSubscription(terms, anchor, events);
      if (!next) throw new Error('No charge follows.');
      days.push(isoDay(next.startsAt));
      events.push(paid(cycle, next.startsAt.toISOString()));
    }
    return days;
  }
  const monthly = { frequencyInDays: 30, period: 'CALENDAR', trialDays: null } as const;

  it.each([
    [
      '2026-01-31T23:30:00',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31'],
      ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31'],
    ],
    [
      '2028-02-29T00:10:00',
      ['2028-02-29', '2028-03-29', '2028-04-29', '2028-05-29', '2028-06-29', '2028-07-29', '2028-08-29'],
      ['2028-09-29', '2028-10-29', '2028-11-29', '2028-12-29', '2029-01-29', '2029-02-28'],
    ],
  ])('charge on the same day of each month from %s on, and never twice in one month', (anchor, ...days) => {
    const charged = listDays(at(anchor), 13, monthly);

    expect(charged).toEqual(days.flat());
    expect(new Set(charged.map((day) => day.slice(0, 7))).size).toBe(13);
  });

  it('charge twice in one month where they are counted in days', () => {
    const days = listDays(at('2026-01-31T12:00:00'), 3, { ...monthly, period: 'DAYS' });

    expect(days).toEqual(['2026-01-31', '2026-03-02', '2026-04-01']);
    expect(listDays(at('2026-05-01T12:00:00'), 2, { ...monthly, period: 'DAYS' })).toEqual([
      '2026-05-01',
      '2026-05-31',
    ]);
  });

  it.each([
    [90, ['2025-11-30', '2026-02-28', '2026-05-30', '2026-08-30']],
    [180, ['2025-11-30', '2026-05-30', '2026-11-30', '2027-05-30']],
    [365, ['2025-11-30', '2026-11-30', '2027-11-30', '2028-11-30']],
  ])('count %i days as months', (frequencyInDays, days) => {
    expect(listDays(at('2025-11-30T10:00:00'), 4, { ...monthly, frequencyInDays })).toEqual(days);
  });

  it('begin at the end of a trial, whose day they keep', () => {
    const days = listDays(at('2026-01-24T10:00:00'), 4, { ...monthly, trialDays: 7 });

    expect(days).toEqual(['2026-01-24', '2026-01-31', '2026-02-28', '2026-03-31']);
  });

  it('begin with a plan that counts by the calendar, and end with one that counts days', () => {
    const anchor = at('2026-01-01T10:00:00');
    const change = (cycle: number, when: string, data: object) =>
      event({
        kind: 'PLAN_CHANGED',
        cycle,
        at: at(when).toISOString(),
        data: { offerId: 'other', title: 'Outro', amount: 2_000, proration: 0, ...data },
      });
    const terms = { ...TERMS, cycles: null, ...monthly, period: 'DAYS' } as const;
    const toMonths = change(2, '2026-01-05T10:00:00', { frequencyInDays: 30, period: 'CALENDAR' });
    const began = reduceSubscription(terms, anchor, [toMonths, paid(2, at('2026-01-31T10:00:00').toISOString())]);
    const toDays = change(3, '2026-02-05T10:00:00', { frequencyInDays: 30, period: 'DAYS' });
    const ended = reduceSubscription(terms, anchor, [
      toMonths,
      paid(2, at('2026-01-31T10:00:00').toISOString()),
      toDays,
    ]);
    const old = reduceSubscription({ ...terms, period: 'CALENDAR' }, anchor, [
      change(2, '2026-01-05T10:00:00', { frequencyInDays: 90 }),
    ]);

    expect(began.plan).toEqual({ amount: 2_000, frequencyInDays: 30, period: 'CALENDAR' });
    expect(isoDay(began.periodStart)).toBe('2026-01-31');
    expect(isoDay(began.periodEnd)).toBe('2026-02-28');
    expect(isoDay(began.next!.endsAt)).toBe('2026-03-31');
    expect(ended.planned).toMatchObject({ frequencyInDays: 30, period: 'DAYS' });
    expect(isoDay(ended.next!.endsAt)).toBe('2026-03-30');
    // A plan that was ordered before plans had a period counts as the subscription does.
    expect(old.planned).toMatchObject({ frequencyInDays: 90, period: 'CALENDAR' });
  });
});
