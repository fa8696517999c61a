/** Serves buyers at the page of their subscription: another card, another way to pay, and paying what is due at once. */
import type { SubscriptionMethod } from '@feira/schemas/subscription';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { storeSubscriptionCard } from '../checkout/service.ts';
import { findRenewedOffer, type Offer } from '../offers/model.ts';
import { findPayment } from '../payments/service.ts';
import type { CardProof } from '../velocity/service.ts';
import { selectTries, wantTry } from './cycle-model.ts';
import { advanceSubscription, chargeNow } from './engine.ts';
import { mailPayment } from './mails.ts';
import { type Subscription, selectSubscription, updateCard, updateMethod } from './model.ts';
import { judgeTry } from './reports.ts';
import { addEvidence, type Changed, subscriptionNotFound } from './service.ts';

interface Visit {
  platform: PlatformContext;
  subscription: Subscription;
  customerIp: string;
  /** The challenge that the buyer's machine has solved. */
  proof: CardProof | null;
  pageView: string | undefined;
}

/** Returns the ways to pay that a buyer can change to: those of the platform that the offer has as well. */
export async function listMethods(
  app: FastifyInstance,
  { platform, subscription }: Pick<Visit, 'platform' | 'subscription'>,
): Promise<SubscriptionMethod[]> {
  const offer = await findRenewedOffer(app, platform.id, subscription.offerId);
  if (!offer) return [subscription.method];
  return [...new Set([subscription.method, ...offeredMethods(platform, offer)])];
}

/** Returns the ways in which the offer's charges can be paid. */
export function offeredMethods(
  platform: PlatformContext,
  offer: Pick<Offer, 'creditCardEnabled' | 'pixEnabled' | 'billetEnabled' | 'coin'>,
): ('CREDIT_CARD' | 'PIX' | 'BILLET')[] {
  const isOffered = {
    CREDIT_CARD: offer.creditCardEnabled,
    PIX: offer.pixEnabled && offer.coin === 'BRL',
    BILLET: offer.billetEnabled && offer.coin === 'BRL',
  };
  return (['CREDIT_CARD', 'PIX', 'BILLET'] as const).filter(
    (method) => isOffered[method] && platform.settings.methods.includes(method),
  );
}

/** Stores another card and charges with it from now on, at once where a cycle is due. Throws the errors of storing a card. */
export async function changeCard(app: FastifyInstance, visit: Visit, token: string): Promise<void> {
  const { platform, subscription, customerIp, proof, pageView } = visit;
  if (subscription.endedAt) throw new AppError('SUBSCRIPTION_ENDED');
  const { id, platformId, offerId } = subscription;
  const card = await storeSubscriptionCard(app, {
    platform,
    buyer: subscription,
    offerId,
    token,
    customerIp,
    proof,
    pageView,
  });
  await app.database.transaction(platformId, async (transaction) => {
    const at = app.clock.now().toISOString();
    const shared = { at, by: 'BUYER', cycle: null } as const;
    const { brand, lastDigits } = card;
    const changed = await addEvidence(transaction, platformId, id, ({ state }) => {
      if (state.endedAt) throw new AppError('SUBSCRIPTION_ENDED');
      return [
        { ...shared, key: `card:${newId()}`, kind: 'CARD_CHANGED', data: { brand, lastDigits } },
        ...(subscription.method === 'CREDIT_CARD'
          ? []
          : [
              { ...shared, key: `method:${newId()}`, kind: 'METHOD_CHANGED', data: { method: 'CREDIT_CARD' } } as const,
            ]),
      ];
    });
    if (!changed) throw subscriptionNotFound();
    await transaction.run(updateCard(platformId, id, card));
    const withCard = { ...changed.subscription, cardBrand: brand, cardLastDigits: lastDigits };
    const mail = await mailPayment(app, { ...changed, subscription: withCard }, 'CARD_CHANGED');
    if (mail) await transaction.run(mail);
    await wantOther(transaction, changed, true);
  });
  await advanceSubscription(app, platformId, id);
}

/** Tries the open cycle in the new way, where it is past due or a code was made for it in the old way. */
async function wantOther(
  transaction: Transaction,
  { subscription, state }: Changed,
  isNewCard: boolean,
): Promise<void> {
  const { platformId, id } = subscription;
  const { next, pastDueSince } = state;
  if (!next) return;
  const tries = await transaction.list(selectTries(platformId, id, next.number));
  if (pastDueSince || tries.length > 0)
    await transaction.run(wantTry({ platformId, subscriptionId: id, number: next.number }, isNewCard));
}

/** Changes how later cycles are paid. A card is changed to by giving one. Throws METHOD_NOT_ENABLED. */
export async function changeMethod(app: FastifyInstance, visit: Visit, method: 'PIX' | 'BILLET'): Promise<void> {
  const { id, platformId } = visit.subscription;
  if (!(await listMethods(app, visit)).includes(method))
    throw new AppError('METHOD_NOT_ENABLED', { fields: ['method'] });
  await app.database.transaction(platformId, async (transaction) => {
    const changed = await addEvidence(transaction, platformId, id, ({ state }) => {
      if (state.endedAt) throw new AppError('SUBSCRIPTION_ENDED');
      const at = app.clock.now().toISOString();
      return [{ key: `method:${newId()}`, kind: 'METHOD_CHANGED', at, by: 'BUYER', cycle: null, data: { method } }];
    });
    if (!changed) throw subscriptionNotFound();
    await transaction.run(updateMethod(platformId, id, method));
    const mail = await mailPayment(app, changed, 'CODES_CHOSEN');
    if (mail) await transaction.run(mail);
    await wantOther(transaction, changed, false);
  });
  await advanceSubscription(app, platformId, id);
}

/**
 * Pays the open cycle once by a PIX or a boleto, or with the stored card, and returns the payment's public id: the same one as long as its code
 * is open or nobody knows what became of a charge. Throws SUBSCRIPTION_NOT_DUE and the errors of a purchase.
 */
export async function payNow(
  app: FastifyInstance,
  visit: Visit,
  method: 'CREDIT_CARD' | 'PIX' | 'BILLET',
): Promise<string> {
  const { customerIp, pageView } = visit;
  const { id, platformId } = visit.subscription;
  if (!(await listMethods(app, visit)).includes(method))
    throw new AppError('METHOD_NOT_ENABLED', { fields: ['method'] });
  await chargeNow(app, platformId, id, { method, customerIp, pageView });
  const found = await app.database.find(platformId, selectSubscription(platformId, id), true);
  if (!found) throw subscriptionNotFound();
  // A card that was charged has led the subscription on already.
  const [next, current] = await app.database.read(
    platformId,
    [selectTries(platformId, id, found.cycle + 1), selectTries(platformId, id, found.cycle)],
    true,
  );
  const made = next.rows[0] ?? current.rows[0];
  const payment = made && (await findPayment(app, platformId, made.paymentId));
  if (!payment) throw new AppError('SUBSCRIPTION_NOT_DUE');
  if (judgeTry(payment, app.clock.now()) === 'FAILED') throw new AppError('PAYMENT_REFUSED');
  return payment.publicId;
}
