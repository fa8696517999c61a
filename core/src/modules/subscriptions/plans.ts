/** Moves a subscription to another offer of its product: what each costs, the charge of an upgrade, and changes of the next period. */
import type { RECURRENCE_DAYS, RecurrencePeriod } from '@feira/schemas/options';
import { findPlanRefusal, type PlanChange, type PlanMethod, planChange } from '@feira/schemas/rules/plan-change';
import { addPeriods, lengthOf, priceCharge, type SubscriptionState } from '@feira/schemas/rules/subscription';
import type { PlanOrder } from '@feira/schemas/subscription';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { chargeCycle } from '../checkout/service.ts';
import { findOffer, type Offer } from '../offers/model.ts';
import { findPayment, keptOf } from '../payments/service.ts';
import { type Changer, change } from './changes.ts';
import { selectCycle, selectPaidItem, selectPlanOffers, selectTries } from './cycle-model.ts';
import { canUseCard } from './due.ts';
import { affiliateOf, type Read, readFacts } from './engine.ts';
import { mailSubscriber } from './mails.ts';
import type { Subscription } from './model.ts';
import { offeredMethods } from './own.ts';
import { refusePlanChange } from './plan-refusals.ts';
import { judgeTry, reportPayment } from './reports.ts';
import { subscriptionNotFound } from './service.ts';

/** The code of an upgrade is paid within so long, or the plan stays. */
const CODE_MS = 86_400_000;

interface Wanted {
  platform: PlatformContext;
  subscription: Subscription;
  by: 'BUYER' | 'SELLER';
}

/** Another plan, with what it costs to change to it. */
export interface PlanChoice {
  offerId: string;
  title: string;
  amount: number;
  frequencyInDays: Days;
  period: RecurrencePeriod;
  change: PlanChange;
  /** The charge after the one of the change. */
  nextAt: Date;
  nextAmount: number;
}

type PlanOffer = Offer & { recurrencePrice: number; frequencyInDays: Days };
const isPlan = (offer: Offer | null): offer is PlanOffer =>
  offer !== null && offer.recurrencePrice !== null && offer.frequencyInDays !== null;

/** Returns the cents of the running period that its buyer has paid for the subscription itself and not got back. */
async function findWorth(app: FastifyInstance, { subscription, state }: Read): Promise<number> {
  const { platformId, id } = subscription;
  const paid = await app.database.find(platformId, selectPaidItem(platformId, id, state.cycle), true);
  const payment = paid && (await findPayment(app, platformId, paid.paymentId));
  if (!paid || !payment) return 0;
  const returned = Math.max(0, payment.amount - keptOf(payment));
  return Math.max(0, paid.unitPrice + state.credited - returned);
}

/** Returns why the plan cannot change now; null where it can. */
export const refusalOf = (app: FastifyInstance, { subscription, state, facts }: Read) =>
  findPlanRefusal(state, {
    terms: subscription.terms,
    method: subscription.method,
    isChargeOpen: facts.last !== null && facts.last.kind !== 'FAILED',
    now: app.clock.now(),
  });

/** Returns the ways to pay an upgrade: the stored card, or a code. */
const payMethods = ({ platform }: Wanted, { facts }: Read, offer: Offer): PlanMethod[] =>
  offeredMethods(platform, offer).filter((method) => method !== 'CREDIT_CARD' || canUseCard(facts));

function toChoice(
  app: FastifyInstance,
  wanted: Wanted,
  { read, worth, offer }: { read: Read; worth: number; offer: PlanOffer },
): PlanChoice | null {
  const { terms, method } = wanted.subscription;
  const { id: offerId, title, recurrencePrice: amount, frequencyInDays, period } = offer;
  const isKept = method === 'PIX_AUTOMATICO' || offeredMethods(wanted.platform, offer).includes(method);
  if (!isKept) return null;
  const now = app.clock.now();
  const plan = { amount, frequencyInDays, period };
  const { state, cycle } = read;
  const isWritten = cycle !== undefined;
  const methods = payMethods(wanted, read, offer);
  const found = planChange({ terms, state, plan, worth, by: wanted.by, methods, isWritten, now });
  if (!found) return null;
  const startsAt = found.effect === 'NOW' ? now : found.at;
  const nextAt = addPeriods(startsAt, 1, plan);
  const nextAmount = priceCharge(terms, found.cycle + 1, amount).amount;
  return { offerId, title, ...plan, change: found, nextAt, nextAmount };
}

async function readWanted(app: FastifyInstance, { subscription }: Wanted): Promise<Read> {
  const read = await readFacts(app, subscription.platformId, subscription.id);
  if (!read) throw subscriptionNotFound();
  return read;
}

/** The upgrade whose charge is open: a code that can be paid, or a card's charge of which nobody knows yet. */
async function findPending(app: FastifyInstance, { subscription, latest, facts }: Read) {
  if (!latest?.plan || !facts.last || facts.last.kind === 'FAILED') return null;
  const payment = await findPayment(app, subscription.platformId, latest.paymentId);
  return payment && { title: latest.plan.title, amount: payment.amount, paymentId: payment.publicId };
}

type Days = (typeof RECURRENCE_DAYS)[number];

/** The change of the plan that is to come, as pages show it. */
export const plannedOf = ({ planned }: SubscriptionState) =>
  planned && {
    title: planned.title,
    amount: planned.amount,
    frequencyInDays: planned.frequencyInDays as Days,
    period: planned.period,
    at: planned.at,
  };

/** Lists the plans that the subscription can be moved to, cheapest day first, with the exact amounts of now. */
export async function listPlans(app: FastifyInstance, wanted: Wanted) {
  const read = await readWanted(app, wanted);
  const refusal = refusalOf(app, read);
  const pending = await findPending(app, read);
  const planned = plannedOf(read.state);
  const plans = refusal ? [] : await listChoices(app, wanted, read);
  return { refusal, pending, planned, plans };
}

async function listChoices(app: FastifyInstance, wanted: Wanted, read: Read): Promise<PlanChoice[]> {
  const { platform, subscription } = wanted;
  const { platformId, productId, offerId, currency } = subscription;
  const ids = await app.database.list(platformId, selectPlanOffers(platformId, { productId, offerId, currency }), true);
  const worth = await findWorth(app, read);
  const offers = await Promise.all(ids.map(({ id }) => findOffer(app, platform, id)));
  const choices = offers.map((offer) =>
    isPlan(offer) && offer.unavailable === null ? toChoice(app, wanted, { read, worth, offer }) : null,
  );
  const perDay = (choice: PlanChoice) => choice.amount / lengthOf(choice);
  return choices.filter((choice) => choice !== null).sort((one, other) => perDay(one) - perDay(other));
}

interface Order {
  offerId: string;
  /** Cents of the charge that was shown: the one of now, or the first of the new plan. */
  expectedCharge: number;
  expectedEffect: PlanChange['effect'];
  method: PlanMethod | null;
}

/** The public id of the payment of an upgrade; null where the change holds from a later period on. */
type Ordered = { effect: PlanChange['effect']; paymentId: string | null };

/**
 * Changes the plan as it was shown. A repeated call finds what the first has done. Throws PLAN_CHANGE_UNAVAILABLE, PRICE_CHANGED where the
 * amounts are others now, OFFER_NOT_FOUND, METHOD_NOT_ENABLED and PAYMENT_REFUSED.
 */
export async function changePlan(
  app: FastifyInstance,
  wanted: Wanted,
  changer: Changer,
  order: Order,
): Promise<Ordered> {
  const read = await readWanted(app, wanted);
  const done = await findDone(app, read, order);
  if (done) return done;
  const refusal = refusalOf(app, read);
  if (refusal) throw refusePlanChange(refusal);
  const choice = (await listChoices(app, wanted, read)).find(({ offerId }) => offerId === order.offerId);
  if (!choice) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });
  if (choice.change.charge !== order.expectedCharge || choice.change.effect !== order.expectedEffect)
    throw new AppError('PRICE_CHANGED', { fields: ['expectedCharge'] });
  if (choice.change.effect === 'NOW')
    return upgradeNow(app, wanted, read, { choice, change: choice.change, order, changer });
  await changeLater(app, wanted, changer, choice);
  return { effect: 'LATER', paymentId: null };
}

/** Returns what an equal call before this one has done. */
async function findDone(app: FastifyInstance, { subscription, state, latest, facts }: Read, { offerId }: Order) {
  const { platformId, id } = subscription;
  if (state.planned?.offerId === offerId) return { effect: 'LATER' as const, paymentId: null };
  const isOpen = latest?.plan?.offerId === offerId && facts.last && facts.last.kind !== 'FAILED';
  const tries =
    state.offerId === offerId
      ? await app.database.list(platformId, selectTries(platformId, id, state.cycle), true)
      : [];
  const made = isOpen ? latest : tries.find(({ plan }) => plan?.offerId === offerId);
  const payment = made && (await findPayment(app, platformId, made.paymentId));
  if (!payment || judgeTry(payment, app.clock.now()) === 'FAILED') return null;
  return { effect: 'NOW' as const, paymentId: payment.publicId };
}

/** Charges what the upgrade costs as a try of the next cycle. The plan changes with the payment, however late it is heard of. */
async function upgradeNow(
  app: FastifyInstance,
  { platform, subscription }: Wanted,
  { latest, state }: Read,
  {
    choice: { offerId, title, amount, frequencyInDays, period },
    change: { cycle, charge, credit, discount, methods },
    order,
    changer,
  }: { choice: PlanChoice; change: Extract<PlanChange, { effect: 'NOW' }>; order: Order; changer: Changer },
): Promise<Ordered> {
  const { method } = order;
  if (!method || !methods.includes(method)) throw new AppError('METHOD_NOT_ENABLED', { fields: ['method'] });
  const { platformId, id, cardId, connectionId, storedCardId, terms, locale } = subscription;
  const plan: PlanOrder = { offerId, title, amount, frequencyInDays, period, proration: credit };
  // One of two calls at once makes the purchase: the number of the try is one of those that the cycle itself would make.
  const attempt = (latest?.attempt ?? 0) + 1;
  const now = app.clock.now();
  const failure = await chargeCycle(app, {
    platform,
    buyer: subscription,
    offerId,
    method,
    locale,
    customerIp: changer.request.ip,
    card: method === 'CREDIT_CARD' && cardId && connectionId ? { cardId, connectionId, storedCardId } : null,
    renewal: {
      subscriptionId: id,
      cycle,
      attempt,
      amount: charge,
      coupon: terms.discount && discount > 0 ? { code: terms.discount.code, discount } : null,
      title,
      plan,
      affiliate: affiliateOf(terms, cycle),
      initiator: 'BUYER',
      payableUntil: new Date(Math.min(now.getTime() + CODE_MS, state.periodEnd.getTime())),
    },
  }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return error;
    },
  );
  const [made] = await app.database.list(platformId, selectTries(platformId, id, cycle), true);
  if (!made || made.attempt < attempt) throw failure ?? new AppError('METHOD_NOT_ENABLED', { fields: ['method'] });
  if (made.plan?.offerId !== offerId) throw refusePlanChange('CHARGE_OPEN');
  await reportPayment(app, platformId, made.paymentId);
  app.subscriptions.wake();
  const payment = await findPayment(app, platformId, made.paymentId);
  if (!payment || judgeTry(payment, now) === 'FAILED') throw new AppError('PAYMENT_REFUSED');
  return { effect: 'NOW', paymentId: payment.publicId };
}

/** Writes the change of a later period under the lock of the subscription, where it still is what was shown. */
async function changeLater(app: FastifyInstance, wanted: Wanted, changer: Changer, choice: PlanChoice): Promise<void> {
  const { platformId, id } = wanted.subscription;
  const { offerId, title, amount, frequencyInDays, period, change: shown } = choice;
  let at: Date | null = null;
  const { subscription, isNew } = await change(
    app,
    platformId,
    id,
    changer,
    async ({ state, subscription }, transaction) => {
      const refusal = findPlanRefusal(state, {
        terms: subscription.terms,
        method: subscription.method,
        isChargeOpen: false,
        now: app.clock.now(),
      });
      if (refusal) throw refusePlanChange(refusal);
      // The engine writes a cycle before it charges it, and its price holds from then on.
      const written = await transaction.find(selectCycle(platformId, id, shown.cycle));
      if (written || !state.next || shown.cycle < state.next.number)
        throw new AppError('PRICE_CHANGED', { fields: ['expectedCharge'] });
      at = shown.effect === 'LATER' ? shown.at : null;
      return [
        {
          kind: 'PLAN_CHANGED',
          cycle: shown.cycle,
          data: { offerId, title, amount, frequencyInDays, period, proration: 0 },
        },
      ];
    },
  );
  if (!isNew) return;
  const news = {
    step: 'PLAN_ORDERED',
    source: `planned:${subscription.version}`,
    at,
    amount: shown.charge,
    title,
  } as const;
  const mail = await mailSubscriber(app, subscription, news);
  if (mail) await app.database.write(platformId, [mail]);
}

/** Takes a change back that does not hold yet. A repeated call changes nothing. */
export async function keepPlan(
  app: FastifyInstance,
  { subscription }: Wanted,
  changer: Changer,
): Promise<Subscription> {
  const { platformId, id } = subscription;
  const changed = await change(app, platformId, id, changer, async ({ state: { planned } }, transaction) => {
    if (!planned) return [];
    if (await transaction.find(selectCycle(platformId, id, planned.cycle))) throw refusePlanChange('CHARGE_OPEN');
    return [{ kind: 'PLAN_KEPT', cycle: planned.cycle, data: {} }];
  });
  return changed.subscription;
}
