/**
 * Decides the state of a subscription by its terms and the evidence about it. Pure: the same evidence in any order, however often it is
 * repeated, leads to the same state.
 */
import { CALENDAR_MONTHS, type RecurrencePeriod } from '../src/options.ts';
import type {
  SubscriptionEndReason,
  SubscriptionEvent,
  SubscriptionMethod,
  SubscriptionStatus,
  SubscriptionTerms,
} from '../src/subscription.ts';
import { cutPrice } from './order-price.ts';

const DAY_MS = 86_400_000;
/** Brazil has kept UTC-3 all year round since it abolished summer time in 2019. */
const SAO_PAULO_MS = -3 * 3_600_000;

/** The distance between two charges. */
export interface Frequency {
  frequencyInDays: number;
  period: RecurrencePeriod;
}

/** Returns the months between two charges; null where they are counted in days. */
export const monthsOf = ({ frequencyInDays, period }: Frequency): number | null =>
  period === 'CALENDAR' ? (CALENDAR_MONTHS.get(frequencyInDays) ?? null) : null;

/** Returns the length of a period in twelfths of a day, by which prices compare: a month of the calendar is the twelfth part of 365 days. */
export const lengthOf = (frequency: Frequency): number => {
  const months = monthsOf(frequency);
  return months === null ? frequency.frequencyInDays * 12 : months * 365;
};

/** A moment from which on periods are counted: that in which this cycle begins. */
export interface Anchor extends Frequency {
  cycle: number;
  at: Date;
}

/**
 * Returns the moment a number of periods after another one: the same time of day in São Paulo. Periods of the calendar follow from the first
 * day and are never added up: the 31st is the 28th in February, and the 31st again in March.
 */
export function addPeriods(from: Date, count: number, frequency: Frequency): Date {
  const months = monthsOf(frequency);
  if (months === null) return new Date(from.getTime() + count * frequency.frequencyInDays * DAY_MS);
  const local = new Date(from.getTime() + SAO_PAULO_MS);
  const day = local.getUTCDate();
  const moved = new Date(local);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + count * months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return new Date(moved.getTime() - SAO_PAULO_MS);
}

export interface CyclePlan {
  number: number;
  startsAt: Date;
  endsAt: Date;
  /** Cents; 0 in a free trial. */
  amount: number;
  /** Cents of the discount that the amount is less. */
  discount: number;
  /** The offer and its title, where the cycle before had another one; null where nothing changes. */
  offer: { id: string; title: string } | null;
}

export interface SubscriptionState {
  status: SubscriptionStatus;
  method: SubscriptionMethod | null;
  /** The latest cycle that was paid or free, with its period. */
  cycle: number;
  periodStart: Date;
  periodEnd: Date;
  /** The next cycle to be charged; null where none follows. */
  next: CyclePlan | null;
  pastDueSince: Date | null;
  /** Dunning is over, and the subscription stays past due: nothing is charged any more by itself. */
  isDunningOver: boolean;
  cancelAtPeriodEnd: boolean;
  pausedAt: Date | null;
  endedAt: Date | null;
  endReason: SubscriptionEndReason | null;
  /** The offer of the current cycle, where it was changed; null for the one that began it. */
  offerId: string | null;
  title: string | null;
  /** The price of the plan of the current cycle, as it will be charged next where nothing changes it. */
  plan: { amount: number } & Frequency;
  /** The plans and prices that held before, each until its last charge. The title is null for the plan of the sign-up. */
  earlier: ({ title: string | null; amount: number; untilCycle: number } & Frequency)[];
  /** Cents of an earlier period that were credited to the current cycle. */
  credited: number;
  /** The change of the plan that is to come. */
  planned: ({ cycle: number; offerId: string; title: string; amount: number; at: Date } & Frequency) | null;
  /** The frequency of the next cycle. */
  frequency: Frequency;
}

const isFreeTrial = ({ trialDays, firstAmount }: SubscriptionTerms): boolean => trialDays !== null && firstAmount === 0;

/** The number of the last cycle; null for no end. */
export const lastCycleOf = (terms: SubscriptionTerms): number | null =>
  terms.cycles === null ? null : terms.cycles + (isFreeTrial(terms) ? 1 : 0);

/** The order of evidence: by its time; where that is the same, by its key. */
const inOrder = (one: SubscriptionEvent, other: SubscriptionEvent): number =>
  Date.parse(one.at) - Date.parse(other.at) || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);

interface Price {
  from: number;
  amount: number;
}

interface Plan extends Frequency {
  from: number;
  offerId: string;
  title: string;
  proration: number;
}

/** The working state of the fold. */
interface Fold {
  anchors: Anchor[];
  prices: Price[];
  /** Cycles whose money is there, by number. */
  paid: Set<number>;
  overdue: { cycle: number; since: Date } | null;
  dunningOver: number | null;
  method: SubscriptionMethod | null;
  cancelOrderedBy: SubscriptionEndReason | null;
  pausedAt: Date | null;
  end: { at: Date; reason: SubscriptionEndReason; cycle: number | null } | null;
  /** The plans that were changed to; the current cycle has the last one. */
  plans: Plan[];
  /** The plan that is to come, with its prices. It takes nothing away before its cycle is paid. */
  planned: (Plan & { prices: Price[] }) | null;
}

const anchorOf = ({ anchors }: Fold, cycle: number): Anchor => {
  const found = anchors.findLast((anchor) => anchor.cycle <= cycle) ?? anchors[0];
  if (!found) throw new Error('A subscription has no anchor.');
  return found;
};

const frequencyOf = ({ frequencyInDays, period }: Frequency): Frequency => ({ frequencyInDays, period });

function periodOf(terms: SubscriptionTerms, fold: Fold, cycle: number): { startsAt: Date; endsAt: Date } {
  const anchor = anchorOf(fold, cycle);
  const at = (number: number) => addPeriods(anchor.at, number - anchor.cycle, anchor);
  const startsAt = at(cycle);
  if (cycle === 1 && terms.trialDays !== null)
    return { startsAt, endsAt: new Date(startsAt.getTime() + terms.trialDays * DAY_MS) };
  return { startsAt, endsAt: at(cycle + 1) };
}

/** Returns what a cycle costs by the prices that hold for it. */
function priceOf(terms: SubscriptionTerms, fold: Fold, cycle: number): { amount: number; discount: number } {
  if (cycle === 1) return { amount: terms.firstAmount, discount: 0 };
  const changed = fold.prices.filter(({ from }) => from <= cycle).at(-1);
  return priceCharge(terms, cycle, changed?.amount ?? terms.recurringAmount);
}

/** Returns what a later cycle costs at this price, with the discount that was promised for it. */
export function priceCharge(
  terms: SubscriptionTerms,
  cycle: number,
  amount: number,
): { amount: number; discount: number } {
  const charges = cycle - (isFreeTrial(terms) ? 1 : 0);
  const { discount: promised } = terms;
  const isCut = promised && (promised.cycles === null || charges <= promised.cycles);
  const discount = isCut ? cutPrice(amount, promised.cut) : 0;
  return { amount: amount - discount, discount };
}

const highestPaid = ({ paid }: Fold): number => Math.max(1, ...paid);

function moveAnchor(fold: Fold, anchor: Anchor): void {
  fold.anchors = [...fold.anchors.filter(({ cycle }) => cycle < anchor.cycle), anchor];
}

/** The planned change holds from its cycle on. */
function beginPlan(terms: SubscriptionTerms, fold: Fold, { prices, ...plan }: NonNullable<Fold['planned']>): void {
  const { from: cycle } = plan;
  fold.planned = null;
  fold.plans = [...fold.plans.filter(({ from }) => from < cycle), plan];
  fold.prices = [...fold.prices.filter(({ from }) => from < cycle), ...prices];
  const { frequencyInDays, period } = anchorOf(fold, cycle);
  if (plan.frequencyInDays !== frequencyInDays || plan.period !== period)
    moveAnchor(fold, { cycle, at: periodOf(terms, fold, cycle).startsAt, ...frequencyOf(plan) });
}

const BY: Record<string, SubscriptionEndReason> = { BUYER: 'BUYER', SELLER: 'SELLER', PLATFORM: 'PLATFORM' };
const reasonOf = ({ by }: SubscriptionEvent): SubscriptionEndReason => BY[by] ?? 'PLATFORM';

function apply(terms: SubscriptionTerms, fold: Fold, event: SubscriptionEvent): void {
  const at = new Date(event.at);
  const { cycle } = event;
  switch (event.kind) {
    case 'PAID': {
      if (cycle === null) return;
      if (fold.planned && fold.planned.from <= cycle) beginPlan(terms, fold, fold.planned);
      const { endsAt } = periodOf(terms, fold, cycle);
      // A period that went by unpaid is not paid for: it begins anew with the payment.
      if (cycle > 1 && at > endsAt && !fold.paid.has(cycle)) moveAnchor(fold, { ...anchorOf(fold, cycle), cycle, at });
      fold.paid.add(cycle);
      if (fold.overdue && fold.overdue.cycle <= cycle) fold.overdue = null;
      if (fold.dunningOver !== null && fold.dunningOver <= cycle) fold.dunningOver = null;
      // A buyer who pays late what dunning had given up has the subscription back.
      if (fold.end?.reason === 'UNPAID' && fold.end.cycle === cycle) fold.end = null;
      return;
    }
    case 'REVERSED': {
      if (cycle === null || fold.end) return;
      // An earlier cycle was used up. A chargeback denies the agreement itself.
      if (event.data.cause === 'CHARGEBACK') fold.end = { at, reason: 'CHARGEBACK', cycle };
      else if (cycle === highestPaid(fold)) fold.end = { at, reason: 'REFUNDED', cycle };
      return;
    }
    case 'RESTORED':
      if (fold.end?.reason === 'CHARGEBACK' && fold.end.cycle === cycle) fold.end = null;
      return;
    case 'OVERDUE':
      if (cycle !== null && cycle > highestPaid(fold) && !fold.end) fold.overdue ??= { cycle, since: at };
      return;
    case 'DUNNING_ENDED':
      if (cycle === null || cycle <= highestPaid(fold) || fold.end) return;
      if (event.data.end === 'CANCEL') fold.end = { at, reason: 'UNPAID', cycle };
      else fold.dunningOver = cycle;
      return;
    case 'PAUSED':
      if (!fold.end) fold.pausedAt ??= at;
      return;
    case 'RESUMED': {
      if (!fold.pausedAt || fold.end) return;
      fold.pausedAt = null;
      const paidCycle = highestPaid(fold);
      // Nothing was used in the time of the pause: the next period begins now.
      if (at > periodOf(terms, fold, paidCycle).endsAt)
        moveAnchor(fold, { ...anchorOf(fold, paidCycle + 1), cycle: paidCycle + 1, at });
      fold.overdue = null;
      return;
    }
    case 'CANCEL_ORDERED':
      if (!fold.end) fold.cancelOrderedBy ??= reasonOf(event);
      return;
    case 'CANCEL_WITHDRAWN':
      if (!fold.end) fold.cancelOrderedBy = null;
      return;
    case 'CANCELED':
      fold.end ??= { at, reason: event.data.cause ?? reasonOf(event), cycle: null };
      return;
    case 'PERIOD_ENDED': {
      if (fold.end || cycle === null || cycle < highestPaid(fold)) return;
      if (fold.cancelOrderedBy) fold.end = { at, reason: fold.cancelOrderedBy, cycle };
      else if (lastCycleOf(terms) !== null && cycle >= (lastCycleOf(terms) as number))
        fold.end = { at, reason: 'COMPLETED', cycle };
      return;
    }
    case 'PRICE_CHANGED':
      if (cycle !== null) {
        const { planned } = fold;
        const holder = planned && planned.from <= cycle ? planned : fold;
        holder.prices = [
          ...holder.prices.filter(({ from }) => from < cycle),
          { from: cycle, amount: event.data.amount },
        ];
      }
      return;
    case 'PLAN_CHANGED': {
      if (cycle === null) return;
      const { amount, offerId, title = terms.title, proration, startsAt } = event.data;
      const { frequencyInDays, period = terms.period } = event.data;
      const frequency = { frequencyInDays, period };
      const prices = [{ from: cycle, amount }];
      fold.planned = { from: cycle, offerId, title, ...frequency, proration, prices };
      if (startsAt) {
        moveAnchor(fold, { cycle, at: new Date(startsAt), ...frequency });
        beginPlan(terms, fold, fold.planned);
      } else if (fold.paid.has(cycle)) beginPlan(terms, fold, fold.planned);
      return;
    }
    case 'PLAN_KEPT':
      fold.planned = null;
      return;
    case 'METHOD_CHANGED':
      fold.method = event.data.method;
      return;
    case 'CHARGE_REFUSED':
    case 'CODE_SENT':
    case 'TRIAL_ENDING':
    case 'DUNNING_STEP':
    case 'CARD_CHANGED':
      return;
  }
}

/** Returns the state of a subscription that began at `anchor`. */
export function reduceSubscription(
  terms: SubscriptionTerms,
  anchor: Date,
  events: readonly SubscriptionEvent[],
): SubscriptionState {
  const byKey = new Map<string, SubscriptionEvent>();
  // The earliest of several reports of one thing counts.
  for (const event of [...events].sort(inOrder)) if (!byKey.has(event.key)) byKey.set(event.key, event);
  const fold: Fold = {
    anchors: [{ cycle: 1, at: anchor, ...frequencyOf(terms) }],
    prices: [],
    paid: new Set(),
    overdue: null,
    dunningOver: null,
    method: null,
    cancelOrderedBy: null,
    pausedAt: null,
    end: null,
    plans: [],
    planned: null,
  };
  // A trial moves the second cycle to its end.
  if (terms.trialDays !== null) {
    const endsAt = new Date(anchor.getTime() + terms.trialDays * DAY_MS);
    fold.anchors.push({ cycle: 2, at: endsAt, ...frequencyOf(terms) });
  }
  for (const event of byKey.values()) apply(terms, fold, event);
  return toState(terms, fold);
}

function toState(terms: SubscriptionTerms, fold: Fold): SubscriptionState {
  const cycle = highestPaid(fold);
  const { startsAt: periodStart, endsAt: periodEnd } = periodOf(terms, fold, cycle);
  const { end, overdue, pausedAt } = fold;
  const last = lastCycleOf(terms);
  const isLast = last !== null && cycle >= last;
  const follows = !end && !isLast && !fold.cancelOrderedBy;
  const number = cycle + 1;
  const { planned } = fold;
  const plan = fold.plans.at(-1);
  const earlier = earlierOf(terms, fold, number);
  const price = fold.prices.findLast(({ from }) => from <= number)?.amount ?? terms.recurringAmount;
  const current = { amount: price, ...frequencyOf(anchorOf(fold, cycle)) };
  if (planned) beginPlan(terms, fold, planned);
  const isNext = planned !== null && planned.from <= number;
  return {
    status: statusOf(terms, fold, cycle),
    method: fold.method,
    cycle,
    periodStart,
    periodEnd,
    next: follows
      ? {
          number,
          ...periodOf(terms, fold, number),
          ...priceOf(terms, fold, number),
          offer: isNext ? { id: planned.offerId, title: planned.title } : null,
        }
      : null,
    pastDueSince: end ? null : (overdue?.since ?? null),
    isDunningOver: fold.dunningOver !== null,
    cancelAtPeriodEnd: !end && fold.cancelOrderedBy !== null,
    pausedAt: end ? null : pausedAt,
    endedAt: end?.at ?? null,
    endReason: end?.reason ?? null,
    offerId: plan?.offerId ?? null,
    title: plan?.title ?? null,
    plan: current,
    earlier,
    credited: plan?.from === cycle ? plan.proration : 0,
    planned:
      follows && planned
        ? {
            cycle: planned.from,
            offerId: planned.offerId,
            title: planned.title,
            amount: planned.prices[0]?.amount ?? price,
            ...frequencyOf(planned),
            at: periodOf(terms, fold, planned.from).startsAt,
          }
        : null,
    frequency: frequencyOf(anchorOf(fold, number)),
  };
}

/** Returns what held before the plan and the price of the cycle `next`. */
function earlierOf(terms: SubscriptionTerms, { plans, prices }: Fold, next: number): SubscriptionState['earlier'] {
  const begins = new Set([...plans, ...prices].map(({ from }) => from).filter((from) => from <= next));
  return [...begins]
    .sort((one, other) => one - other)
    .map((begin) => {
      const plan = plans.findLast(({ from }) => from < begin);
      return {
        title: plan?.title ?? null,
        amount: prices.findLast(({ from }) => from < begin)?.amount ?? terms.recurringAmount,
        ...frequencyOf(plan ?? terms),
        untilCycle: begin - 1,
      };
    });
}

function statusOf(terms: SubscriptionTerms, { end, pausedAt, overdue }: Fold, cycle: number): SubscriptionStatus {
  if (end) return end.reason === 'COMPLETED' ? 'ENDED' : 'CANCELED';
  if (pausedAt) return 'PAUSED';
  if (overdue) return 'PAST_DUE';
  return terms.trialDays !== null && cycle === 1 ? 'TRIALING' : 'ACTIVE';
}

/** The parts of an offer that a subscription is promised by. */
export interface SubscribedOffer {
  title: string;
  coin: SubscriptionTerms['currency'];
  recurrencePrice: number | null;
  frequencyInDays: number | null;
  period: RecurrencePeriod;
  trialDays: number | null;
  recurrenceCycles: number | null;
  affiliateCycles: number | null;
}

/** Returns what an offer promises to who subscribes now; null where it has no recurrence. */
export function promiseSubscription(
  {
    title,
    coin,
    recurrencePrice,
    frequencyInDays,
    period,
    trialDays,
    recurrenceCycles,
    affiliateCycles,
  }: SubscribedOffer,
  {
    affiliate,
    ...agreed
  }: Pick<SubscriptionTerms, 'firstAmount' | 'discount' | 'dunning' | 'locale'> & {
    affiliate: Omit<NonNullable<SubscriptionTerms['affiliate']>, 'cycles'> | null;
  },
): SubscriptionTerms | null {
  if (recurrencePrice === null || frequencyInDays === null) return null;
  return {
    ...agreed,
    recurringAmount: recurrencePrice,
    currency: coin,
    frequencyInDays,
    period,
    cycles: recurrenceCycles,
    trialDays,
    affiliate: affiliate && { ...affiliate, cycles: affiliateCycles },
    title,
  };
}

/** Returns when access ends unless something is paid or withdrawn until then; null while it is open. */
export function accessEndOf({ dunning }: Pick<SubscriptionTerms, 'dunning'>, state: SubscriptionState): Date | null {
  const { endedAt, endReason, pastDueSince, pausedAt, cancelAtPeriodEnd, periodEnd } = state;
  const grace = new Date(periodEnd.getTime() + dunning.graceDays * DAY_MS);
  if (endedAt) return endReason === 'UNPAID' && grace < endedAt ? grace : endedAt;
  if (pastDueSince) return grace;
  return pausedAt || cancelAtPeriodEnd ? periodEnd : null;
}
