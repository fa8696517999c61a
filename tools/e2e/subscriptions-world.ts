/** Subscriptions as the server would answer them, for tests of their screens. */
import type { Input, Output } from '@feira/schemas/procedure';
import {
  cancel,
  changePlan,
  changePrice,
  getFigures,
  getSubscription,
  keepPlan,
  listLogs,
  listPlans,
  listSubscriptions,
  pause,
  resume,
} from '@feira/schemas/procedures/subscriptions';
import { SUBSCRIPTION_LOG_GROUPS, type SubscriptionEventKind } from '@feira/schemas/subscription';
import type { FakedServer } from './faked-screens.ts';

export type Whole = Output<typeof getSubscription>;
type Event = Whole['events'][number];

const id = (number: number) => `019ab3c4-5d6e-7f80-9123-${number.toString(16).padStart(12, '0')}`;
export const SELLER = { sellerId: id(900), sellerName: 'Bia Costa' };
export const OTHER = { sellerId: id(901), sellerName: 'Loja do Pão Comércio de Alimentos Ltda' };
export const OFFER = id(1);
export const SALE = id(500);

const day = (text: string) => `${text}T15:00:00.000Z`;
const event = (number: number, kind: SubscriptionEventKind, at: string, changes: Partial<Event> = {}): Event => ({
  id: id(700 + number),
  kind,
  at,
  by: 'ENGINE',
  personName: null,
  cycle: null,
  data: {},
  ...changes,
});

export const createSubscription = (number: number, changes: Partial<Whole> = {}): Whole => ({
  id: id(number + 100),
  status: 'ACTIVE',
  method: 'CREDIT_CARD',
  title: 'Clube do Pão mensal',
  productName: 'Clube do Pão',
  productId: id(2),
  customerId: id(3),
  amount: 4_990,
  currency: 'BRL',
  frequencyInDays: 30,
  period: 'DAYS',
  cycle: 2,
  cycles: null,
  periodStart: day('2026-10-21'),
  periodEnd: day('2026-11-20'),
  nextChargeAt: day('2026-11-20'),
  pastDueSince: null,
  cancelAtPeriodEnd: false,
  pausedAt: null,
  endedAt: null,
  endReason: null,
  createdAt: day('2026-09-21'),
  offerId: OFFER,
  ...SELLER,
  buyerName: `Assinante ${number}`,
  buyerEmail: `assinante${number}@exemplo.com`,
  buyerDocument: '52998224725',
  buyerPhone: '11987654321',
  card: { brand: 'visa', lastDigits: '4242', expiry: '2027-03' },
  promised: {
    firstAmount: 990,
    recurringAmount: 4_990,
    frequencyInDays: 30,
    period: 'DAYS',
    earlier: [{ title: 'Clube do Pão', amount: 3_990, frequencyInDays: 30, period: 'DAYS', untilCycle: 1 }],
    cycles: null,
    trialDays: 7,
    discount: { code: 'PAO10', cycles: 2, basisPoints: 1_000, amount: null },
    affiliate: { name: 'Davi Lima', basisPoints: 3_000, cycles: 3 },
    dunning: { graceDays: 5, endDay: 10, end: 'CANCEL' },
  },
  accessEndsAt: null,
  planned: null,
  version: 3,
  cyclesMade: [
    {
      number: 2,
      periodStart: day('2026-10-21'),
      periodEnd: day('2026-11-20'),
      dueAt: day('2026-10-21'),
      amount: 4_491,
      discount: 499,
      state: 'PAID',
      attempts: 2,
      nextAttemptAt: null,
      paidAt: day('2026-10-22'),
      saleId: SALE,
      paymentId: 'payment000000000000002',
      paymentStatus: 'APPROVED',
    },
    {
      number: 1,
      periodStart: day('2026-09-21'),
      periodEnd: day('2026-10-21'),
      dueAt: day('2026-09-21'),
      amount: 990,
      discount: 0,
      state: 'PAID',
      attempts: 1,
      nextAttemptAt: null,
      paidAt: day('2026-09-21'),
      saleId: id(501),
      paymentId: 'payment000000000000001',
      paymentStatus: 'APPROVED',
    },
  ],
  events: [
    event(4, 'PAID', day('2026-10-22'), { cycle: 2, by: 'PROVIDER', data: { amount: 4_491, saleId: SALE } }),
    event(3, 'DUNNING_STEP', day('2026-10-22'), { cycle: 2, data: { action: 'RETRY_CARD', day: 1 } }),
    event(2, 'CHARGE_REFUSED', day('2026-10-21'), {
      cycle: 2,
      by: 'PROVIDER',
      data: { attempt: 1, reason: 'insufficient_funds' },
    }),
    event(1, 'PAID', day('2026-09-21'), { cycle: 1, by: 'PROVIDER', data: { amount: 990 } }),
  ],
  ...changes,
});

/** A seller charges nothing at once. */
export const PLANS: Output<typeof listPlans>['plans'] = [
  {
    offerId: id(2),
    title: 'Clube do Pão anual',
    amount: 47_900,
    frequencyInDays: 365,
    period: 'CALENDAR',
    effect: 'LATER',
    at: day('2026-11-20'),
    charge: 47_900,
    credit: 0,
    unusedDays: 0,
    discount: 0,
    methods: [],
    nextAt: day('2027-11-20'),
    nextAmount: 47_900,
  },
  {
    offerId: id(3),
    title: 'Clube do Pão completo',
    amount: 8_990,
    frequencyInDays: 30,
    period: 'DAYS',
    effect: 'LATER',
    at: day('2026-12-20'),
    charge: 8_990,
    credit: 0,
    unusedDays: 0,
    discount: 0,
    methods: [],
    nextAt: day('2027-01-19'),
    nextAmount: 8_990,
  },
];

export interface SubscriptionsWorld {
  all: Whole[];
  figures: Output<typeof getFigures>;
}

export const createSubscriptions = (): SubscriptionsWorld => ({
  all: [
    createSubscription(1, { buyerName: 'Ana Compradora' }),
    createSubscription(2, {
      buyerName: 'Maximiliano Albuquerque dos Santos Cavalcanti',
      status: 'PAST_DUE',
      method: 'PIX',
      card: null,
      pastDueSince: day('2026-11-20'),
      cycles: 12,
      amount: 123_456_789,
      ...OTHER,
    }),
    createSubscription(3, { status: 'TRIALING', method: 'PIX_AUTOMATICO', card: null }),
    createSubscription(4, {
      status: 'CANCELED',
      method: 'BILLET',
      card: null,
      endedAt: day('2026-11-01'),
      endReason: 'UNPAID',
      nextChargeAt: null,
      accessEndsAt: day('2026-11-01'),
    }),
    ...Array.from({ length: 40 }, (_, index) => createSubscription(index + 5)),
  ],
  figures: {
    currency: 'BRL',
    mrr: 204_590,
    live: 43,
    pastDue: 1,
    begun: 12,
    ended: 3,
    churnBasisPoints: 625,
    renewed: 183_210,
    reasons: [
      { reason: 'BUYER', count: 2 },
      { reason: 'UNPAID', count: 1 },
    ],
    cohorts: [
      { month: '2026-09', begun: 20, retained: [20, 18, 17] },
      { month: '2026-10', begun: 16, retained: [16, 15] },
      { month: '2026-11', begun: 8, retained: [8] },
    ],
  },
});

export function answerSubscriptions(server: FakedServer, world: SubscriptionsWorld): void {
  server.answer(listSubscriptions, (input) => find(world.all, input));
  server.answer(getSubscription, ({ subscriptionId }) => world.all.find((one) => one.id === subscriptionId)!);
  server.answer(getFigures, ({ currency = 'BRL' }) => ({ ...world.figures, currency }));
  const change = (subscriptionId: string, changes: Partial<Whole>) => {
    world.all = world.all.map((one) => (one.id === subscriptionId ? { ...one, ...changes } : one));
    return { status: world.all.find((one) => one.id === subscriptionId)!.status };
  };
  server.answer(cancel, ({ subscriptionId, isAtOnce }) =>
    change(
      subscriptionId,
      isAtOnce
        ? { status: 'CANCELED', endedAt: day('2026-11-20'), endReason: 'SELLER', nextChargeAt: null }
        : { cancelAtPeriodEnd: true, nextChargeAt: null },
    ),
  );
  server.answer(pause, ({ subscriptionId }) =>
    change(subscriptionId, { status: 'PAUSED', pausedAt: day('2026-11-20') }),
  );
  server.answer(resume, ({ subscriptionId }) =>
    change(subscriptionId, {
      status: 'ACTIVE',
      pausedAt: null,
      cancelAtPeriodEnd: false,
      nextChargeAt: day('2026-11-20'),
    }),
  );
  server.answer(changePrice, ({ subscriptionId, amount }) => {
    change(subscriptionId, { amount });
    return { fromCycle: 3, fromAt: day('2026-12-20') };
  });
  server.answer(listPlans, () => ({ refusal: null, pending: null, planned: null, plans: PLANS }));
  server.answer(changePlan, ({ subscriptionId, offerId }) => {
    const { title, amount, frequencyInDays, period } = PLANS.find((plan) => plan.offerId === offerId)!;
    return change(subscriptionId, { planned: { title, amount, frequencyInDays, period, at: day('2026-11-20') } });
  });
  server.answer(keepPlan, ({ subscriptionId }) => change(subscriptionId, { planned: null }));
  server.answer(listLogs, ({ group, search }) => {
    const kinds: readonly string[] = group ? SUBSCRIPTION_LOG_GROUPS[group] : [];
    const [one] = world.all;
    const items = (one?.events ?? [])
      .filter(({ kind }) => !group || kinds.includes(kind))
      .filter(() => !search || one!.title.toLowerCase().includes(search))
      .map((log) => ({
        ...log,
        subscriptionId: one!.id,
        title: one!.title,
        sellerName: one!.sellerName,
        status: one!.status,
        currency: one!.currency,
      }));
    return { items, next: null };
  });
}

function find(all: readonly Whole[], input: Input<typeof listSubscriptions>) {
  const { search, status, method, offerId, sellerId, after, limit = 20 } = input;
  const found = all.filter(
    (one) =>
      (!search || one.buyerName.toLowerCase().includes(search)) &&
      (!status || one.status === status) &&
      (!method || one.method === method) &&
      (!offerId || one.offerId === offerId) &&
      (!sellerId || one.sellerId === sellerId),
  );
  const [start, end] = [Number(after ?? 0), Number(after ?? 0) + Number(limit)];
  const items = found
    .slice(start, end)
    .map(
      ({
        buyerDocument: _,
        buyerPhone: __,
        card: ___,
        promised: ____,
        accessEndsAt: _____,
        version: ______,
        ...one
      }) => {
        const { cyclesMade: _cycles, events: _events, planned: _planned, ...listed } = one;
        return listed;
      },
    );
  return { items, next: end < found.length ? String(end) : null };
}
