/** Tells the buyer and the seller what happens to a subscription, each thing once. */
import { DASHBOARD_PATHS, HOST_PATHS } from '@feira/schemas/addresses';
import type { DeclineAdvice } from '@feira/schemas/declines';
import { monthsOf } from '@feira/schemas/rules/subscription';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { MailParameters } from '../mail/model.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { isDummyAddress } from '../purchase-mails/service.ts';
import { selectAddresses } from './cycle-model.ts';
import type { Subscription } from './model.ts';
import { type Changed, tokenOf } from './service.ts';

export type SubscriptionMailsApp = Pick<
  FastifyInstance,
  'database' | 'clock' | 'config' | 'dataKeys' | 'findPlatformUrl'
>;

export type SubscriptionStep = MailParameters['subscription-news']['step'];

export interface News {
  step: SubscriptionStep;
  /** The fact, so that it is told once. */
  source: string;
  /** Cents; those of the next charge where they are left out. */
  amount?: number;
  /** The time that the mail names. */
  at?: Date | null;
  advice?: DeclineAdvice | null;
  /** The plan that it is about, where that is another one. */
  title?: string;
}

/** Returns the address of the buyer's page of the subscription. The secret is in the fragment, which browsers send to no server. */
export const findPageUrl = async (
  app: Pick<FastifyInstance, 'config' | 'findPlatformUrl'>,
  { platformId, publicId }: Pick<Subscription, 'platformId' | 'publicId'>,
): Promise<string> => `${await app.findPlatformUrl(platformId)}${HOST_PATHS.subscription}#${tokenOf(app, publicId)}`;

/** Returns a statement that mails the buyer; null where there is nobody to write to. */
export async function mailSubscriber(
  app: SubscriptionMailsApp,
  subscription: Subscription,
  { step, source, amount = subscription.amount, at = null, advice = null, title }: News,
): Promise<Statement | null> {
  const {
    platformId,
    id,
    sellerId,
    productId,
    buyerEmail: to,
    buyerName: name,
    locale,
    currency,
    terms,
    frequencyInDays,
  } = subscription;
  const found = await app.database.find(platformId, selectAddresses(platformId, sellerId, productId), true);
  if (!found || found.isQuiet || (app.config.smtpUrl && isDummyAddress(to))) return null;
  const link = await findPageUrl(app, subscription);
  const { sellerName: seller, supportEmail } = found;
  const shared = { name, title: title ?? terms.title, seller, amount, currency, supportEmail, orderCode: '', link };
  const parameters = {
    ...shared,
    step,
    at: at?.toISOString() ?? '',
    lastDigits: subscription.cardLastDigits ?? '',
    ...(advice && { advice }),
    ...(!title && { plan: { amount: subscription.amount, frequencyInDays, months: monthsOf(subscription) } }),
  };
  return prepareMail(
    app,
    platformId,
    { to, locale, template: 'subscription-news', parameters },
    `subscription|${id}|${source}`,
  );
}

/** Returns a statement that tells the buyer how later charges are paid; null where there is nobody to write to. */
export function mailPayment(
  app: SubscriptionMailsApp,
  { subscription, state }: Changed,
  step: Extract<SubscriptionStep, 'CARD_CHANGED' | 'CODES_CHOSEN' | 'AGREEMENT_ENDED'>,
): Promise<Statement | null> {
  const next = state.next?.startsAt ?? null;
  // A charge that is due already is made or asked for at once.
  const at = next && next > app.clock.now() ? next : null;
  return mailSubscriber(app, subscription, { step, source: `payment:${subscription.version}`, at });
}

/** Returns a statement that notifies the seller. */
export const notifySellerOf = (
  { platformId, id, sellerId, buyerName, amount, currency, terms }: Subscription,
  type: 'subscription.pastDue' | 'subscription.ended',
  source: string,
): Statement =>
  prepareNotification(platformId, sellerId, {
    type,
    parameters: { title: terms.title, buyerName, amount, currency },
    href: `${DASHBOARD_PATHS.seller}/subscriptions`,
    source: `${type}:${id}:${source}`,
  });
