/** Turns what becomes of payments into evidence about their subscription: events may come late, twice and in any order. */
import { type CyclePlan, priceCharge, reduceSubscription } from '@feira/schemas/rules/subscription';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { findMandateOfSale, isMandateOver } from '../mandates/service.ts';
import type { Payment } from '../payments/model.ts';
import {
  authoriseRefund,
  declineOf,
  findPayment,
  isConfirming,
  keptOf,
  lockPayment,
  mayBeCharged,
  standingAttemptOf,
} from '../payments/service.ts';
import { announceChange } from './announcing.ts';
import {
  insertFirstCycle,
  insertPlanCycle,
  insertSubscription,
  moveCycle,
  noteTry,
  payCycle,
  reverseCycle,
  type SubscriptionSale,
  selectCycle,
  selectFirstSale,
  selectSubscriptionSale,
} from './cycle-model.ts';
import { mailSubscriber, notifySellerOf } from './mails.ts';
import { insertEvents, type NewEvent, type Subscription } from './model.ts';
import { addEvidence } from './service.ts';

/** The answer to a card may be lost for so long; a charge that appears after it goes back if the cycle was paid otherwise. */
const DOUBT_MS = 2 * 86_400_000;
const DUPLICATE_NOTE = 'Pagamento de um período da assinatura que já estava pago, ou depois do fim dela';

/** Returns the outcome of a try, as far as it decides whether another one may be made. */
export function judgeTry(payment: Payment, now: Date): 'PAID' | 'CONFIRMING' | 'OPEN' | 'FAILED' {
  const { status, method } = payment;
  if (isConfirming(payment)) return 'CONFIRMING';
  if (status === 'PENDING') return method === 'CREDIT_CARD' ? 'CONFIRMING' : 'OPEN';
  if (status !== 'REJECTED' && status !== 'CANCELED') return 'PAID';
  const askedAt = payment.attempts.at(-1)?.createdAt ?? payment.createdAt;
  const isDoubtful = mayBeCharged(payment) && now.getTime() - askedAt.getTime() < DOUBT_MS;
  return isDoubtful ? 'CONFIRMING' : 'FAILED';
}

/** Applies what became of one payment to its subscription; a payment of something else changes nothing. */
export async function reportPayment(app: FastifyInstance, platformId: string, paymentId: string): Promise<void> {
  const payment = await findPayment(app, platformId, paymentId);
  const sale =
    payment && (await app.database.find(platformId, selectSubscriptionSale(platformId, payment.saleId), true));
  if (!payment || !sale) return;
  if (sale.cycle === 1) await beginSubscription(app, payment, sale);
  const isDuplicate = await app.database.transaction(platformId, (transaction) =>
    applyPayment(app, transaction, payment, sale),
  );
  if (isDuplicate) await returnDuplicate(app, payment);
}

/** Returns whether the payment pays for nothing: another sale has paid the same cycle before, or the subscription has ended. */
async function applyPayment(
  app: FastifyInstance,
  transaction: Transaction,
  payment: Payment,
  { saleId, subscriptionId, cycle: number, attempt, plan }: SubscriptionSale,
): Promise<boolean> {
  const { platformId, method } = payment;
  const cycle = { platformId, subscriptionId, number };
  const judged = judgeTry(payment, app.clock.now());
  const paidAt = payment.approvedAt ?? app.clock.now();
  let isDuplicate = false;
  let hadEnded = false;
  const events: NewEvent[] = [];
  const changed = await addEvidence(
    transaction,
    platformId,
    subscriptionId,
    () => events,
    async (locked) => {
      if (judged !== 'PAID') {
        const reason = declineOf(payment);
        const isTry = judged === 'OPEN' || judged === 'FAILED';
        // A refusal may be heard after dunning has given the cycle up, which it stays.
        const state = judged === 'OPEN' ? 'OPEN' : locked.endReason === 'UNPAID' ? 'UNPAID' : 'DUE';
        const noted = { saleId, attempt, isCard: method === 'CREDIT_CARD', state, reason } as const;
        // A try to change the plan says nothing about the cycle, which is charged as before.
        if (isTry && !plan) await transaction.run(noteTry(cycle, noted));
        if (judged === 'FAILED')
          events.push({
            key: `refused:${saleId}`,
            kind: 'CHARGE_REFUSED',
            at: (payment.attempts.at(-1)?.createdAt ?? payment.createdAt).toISOString(),
            by: 'PROVIDER',
            cycle: number,
            data: { attempt, reason, saleId },
          });
        if (judged === 'OPEN')
          events.push({
            key: `code:${saleId}`,
            kind: 'CODE_SENT',
            at: payment.createdAt.toISOString(),
            by: 'ENGINE',
            cycle: number,
            data: { saleId },
          });
        return;
      }
      hadEnded = locked.endedAt !== null;
      // A buyer can still pay a cycle that dunning has given up. After every other end there is no period left to pay for, and no plan to change.
      if (hadEnded && (plan || locked.endReason !== 'UNPAID')) {
        const known = await transaction.find(selectCycle(platformId, subscriptionId, number));
        const isCounted = known?.saleId === saleId && (known.state === 'PAID' || known.state === 'REVERSED');
        isDuplicate = !isCounted;
        if (isDuplicate) return;
      }
      if (plan) {
        const discount = priceCharge(locked.terms, number, plan.amount).discount;
        const begun = { number, startsAt: paidAt, amount: payment.amount, discount };
        await transaction.run(insertPlanCycle(platformId, subscriptionId, begun));
      }
      const payer = await transaction.find(payCycle(cycle, { saleId, attempt, paidAt }));
      isDuplicate = payer !== undefined && payer.saleId !== saleId;
      if (isDuplicate) return;
      events.push({
        key: `paid:${number}`,
        kind: 'PAID',
        at: paidAt.toISOString(),
        by: 'PROVIDER',
        cycle: number,
        data: { saleId, amount: payment.amount },
      });
      if (plan)
        events.push({
          key: `plan:${saleId}`,
          kind: 'PLAN_CHANGED',
          at: paidAt.toISOString(),
          by: 'BUYER',
          cycle: number,
          data: { ...plan, saleId, startsAt: paidAt.toISOString() },
        });
      await transaction.run(reverseCycle(cycle, saleId, false));
      const cause = payment.status === 'CHARGEBACK' ? 'CHARGEBACK' : keptOf(payment) === 0 ? 'REFUND' : null;
      const now = app.clock.now().toISOString();
      if (cause) {
        await transaction.run(reverseCycle(cycle, saleId, true));
        const key = `reversed:${cause}:${saleId}`;
        events.push({ key, kind: 'REVERSED', at: now, by: 'PROVIDER', cycle: number, data: { cause, saleId } });
      } else if (payment.evidence.some(({ status }) => status === 'CHARGEBACK')) {
        const key = `restored:${saleId}`;
        events.push({ key, kind: 'RESTORED', at: now, by: 'PROVIDER', cycle: number, data: { saleId } });
      }
    },
  );
  if (!changed) return isDuplicate;
  const { subscription, state } = changed;
  if (judged === 'PAID' && !isDuplicate && state.cycle === number) await transaction.run(moveCycle(cycle, state));
  if (changed.isNew && plan && judged === 'PAID' && !isDuplicate) {
    const at = state.next?.startsAt ?? null;
    const mail = await mailSubscriber(app, subscription, { step: 'PLAN_CHANGED', source: `plan:${saleId}`, at });
    if (mail) await transaction.run(mail);
  }
  if (changed.isNew && hadEnded && !subscription.endedAt) {
    const source = `again:${subscription.version}`;
    const at = state.next?.startsAt ?? null;
    const mail = await mailSubscriber(app, subscription, { step: 'RESUMED', source, at });
    if (mail) await transaction.run(mail);
  }
  if (changed.isNew && subscription.endedAt && events.some(({ kind }) => kind === 'REVERSED')) {
    const mail = await mailSubscriber(app, subscription, {
      step: 'ENDED',
      source: `ended:${subscription.version}`,
      at: subscription.accessEndsAt,
    });
    if (mail) await transaction.run(mail);
    await transaction.run(notifySellerOf(subscription, 'subscription.ended', `${subscription.version}`));
  }
  return isDuplicate;
}

/** A paid first charge begins the subscription that was promised with it, once. */
async function beginSubscription(app: FastifyInstance, payment: Payment, sale: SubscriptionSale): Promise<void> {
  const { platformId, saleId, method } = payment;
  if (judgeTry(payment, app.clock.now()) !== 'PAID' || !payment.approvedAt || !sale.terms) return;
  const first = await app.database.find(platformId, selectFirstSale(platformId, saleId), true);
  if (!first) throw new Error('A payment has no sale.');
  const asked = method === 'PIX' ? await findMandateOfSale(app, platformId, saleId) : undefined;
  const mandate = asked && !isMandateOver(asked) ? asked : undefined;
  // Banks count in periods of the calendar.
  const terms = mandate ? { ...sale.terms, period: 'CALENDAR' as const } : sale.terms;
  const anchorAt = payment.approvedAt;
  const state = reduceSubscription(terms, anchorAt, []);
  const isCard = method === 'CREDIT_CARD';
  const subscription = {
    platformId,
    id: sale.subscriptionId,
    publicId: newPublicId(),
    ...first,
    firstSaleId: saleId,
    locale: terms.locale,
    currency: terms.currency,
    method: mandate ? 'PIX_AUTOMATICO' : method,
    connectionId: standingAttemptOf(payment)?.connectionId ?? null,
    cardId: isCard ? sale.cardId : null,
    storedCardId: isCard ? sale.storedCardId : null,
    cardBrand: payment.cardBrand,
    cardLastDigits: payment.cardLastDigits,
    cardExpiry: isCard ? sale.cardExpiry : null,
    terms,
    status: state.status,
    amount: nextAmountOf(state.next, terms.recurringAmount),
    frequencyInDays: terms.frequencyInDays,
    period: terms.period,
    anchorAt,
    cycle: 1,
    periodStart: state.periodStart,
    periodEnd: state.periodEnd,
    nextChargeAt: state.next?.startsAt ?? null,
  } as const;
  await app.database.transaction(platformId, async (transaction) => {
    if (!(await transaction.find(insertSubscription(subscription)))) return;
    const begun = { ...subscription, ...NOT_ENDED } satisfies Subscription;
    await transaction.runAll([insertFirstCycle(begun, anchorAt), ...announceChange(begun, null)]);
    const paid = {
      id: newId(),
      key: 'paid:1',
      kind: 'PAID',
      at: anchorAt.toISOString(),
      by: 'PROVIDER',
      cycle: 1,
      data: { saleId, amount: payment.amount },
    } as const;
    await transaction.run(insertEvents(platformId, sale.subscriptionId, [paid]));
    const mail = await mailSubscriber(app, begun, { step: 'BEGUN', source: 'begun', at: begun.nextChargeAt });
    if (mail) await transaction.run(mail);
  });
}

export const NOT_ENDED = {
  pastDueSince: null,
  cancelAtPeriodEnd: false,
  pausedAt: null,
  endedAt: null,
  endReason: null,
  accessEndsAt: null,
  checkAt: null,
  version: 1,
  createdAt: new Date(0),
};

const nextAmountOf = (next: CyclePlan | null, recurringAmount: number): number => next?.amount ?? recurringAmount;

/** Gives all of a charge back that pays for nothing. */
async function returnDuplicate(app: FastifyInstance, { platformId, id }: Payment): Promise<void> {
  const refusal = await app.database.transaction(platformId, async (transaction) => {
    const payment = await lockPayment(transaction, platformId, id);
    if (keptOf(payment) === 0 || payment.refunds.some(({ cause }) => cause === 'WANTED')) return null;
    const author = { authorisedAs: 'buyer', authorisedBy: null, note: DUPLICATE_NOTE } as const;
    return (await authoriseRefund(app, transaction, payment, { id: newId(), amount: keptOf(payment), ...author }))
      .refusal;
  });
  if (!refusal) return app.outbox.wake();
  app.log.error(
    { alert: 'appeared-charge-kept', paymentId: id, refusal },
    'A charge of a subscription that pays for nothing could not be given back: a person has to',
  );
}
