/** Writes to the buyers of imported subscriptions, and begins each anew once its buyer agrees. No card comes along: the buyer pays again from the next due date. */
import { HOST_PATHS } from '@feira/schemas/addresses';
import type { Locale } from '@feira/schemas/common';
import { INVITES_A_CALL, INVITES_A_DAY } from '@feira/schemas/imports';
import { addPeriods, promiseSubscription, reduceSubscription } from '@feira/schemas/rules/subscription';
import type { SubscriptionMethod } from '@feira/schemas/subscription';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId, newPublicId } from '../../shared/ids.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import { recordEvent } from '../audit/service.ts';
import { prepareMail } from '../mail/service.ts';
import { findRenewedOffer, type Offer } from '../offers/model.ts';
import { insertFirstCycle, insertSubscription } from '../subscriptions/cycle-model.ts';
import type { Subscription } from '../subscriptions/model.ts';
import { tokenOf } from '../subscriptions/service.ts';
import {
  countInvites,
  insertOpeningSale,
  lockWaiting,
  markAgreed,
  selectWaiting,
  takeInvites,
  type Waiting,
} from './subscription-model.ts';

export type SubscribersApp = Pick<
  FastifyInstance,
  'database' | 'clock' | 'config' | 'cache' | 'dataKeys' | 'findPlatform' | 'findPlatformUrl' | 'subscriptions'
>;

/** The page at which buyers agree to go on. */
export const AGREEMENT_PATH = '/continue-subscription';
const PURPOSE = 'imported-subscription';

export async function inviteSubscribers(
  app: SubscribersApp,
  { platform, person, request }: PersonCall,
): Promise<{ sent: number }> {
  if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
  const url = await app.findPlatformUrl(platform.id);
  const { locale } = platform.settings;
  return app.database.transaction(platform.id, async (transaction) => {
    let today = 0;
    for (const statement of countInvites(platform.id, person.id))
      today = (await transaction.find(statement))?.today ?? today;
    const left = Math.min(INVITES_A_CALL, INVITES_A_DAY - today);
    if (left <= 0) throw new AppError('IMPORT_INVITES_LIMIT');
    const invited = await transaction.list(takeInvites(platform.id, person.id, left));
    for (const { id, publicId, name, email, title, seller, amount, currency, nextDueAt, invites } of invited) {
      const link = `${url}${AGREEMENT_PATH}?token=${signToken(app.config.encryptionKey, PURPOSE, publicId)}`;
      const parameters = {
        name: name ?? '',
        seller,
        title,
        amount,
        currency,
        nextDueAt: nextDueAt.toISOString(),
        link,
      };
      const mail = { to: email, template: 'subscription-moved', locale, parameters } as const;
      await transaction.run(await prepareMail(app, platform.id, mail, `subscription-moved|${id}|${invites}`));
    }
    if (invited.length > 0)
      await transaction.run(
        recordEvent(platform.id, request, { type: 'import.subscribersInvited', details: { count: invited.length } }),
      );
    return { sent: invited.length };
  });
}

/** Returns the public id that the token of a buyer's link names; null for one that is not ours. */
export const readLink = ({ config }: Pick<SubscribersApp, 'config'>, token: string): string | null =>
  readToken([config.encryptionKey, ...config.previousEncryptionKeys], PURPOSE, token);

/** Tells what waits for its buyer, and the day of the first charge here; null where the seller has taken it back. */
export async function findWaiting(
  app: SubscribersApp,
  platformId: string,
  publicId: string,
): Promise<{ waiting: Waiting; offer: Offer; dueAt: Date } | null> {
  const waiting = await app.database.find(platformId, selectWaiting(platformId, publicId), true);
  const offer = waiting && (await findRenewedOffer(app, platformId, waiting.offerId));
  return waiting && offer?.frequencyInDays ? { waiting, offer, dueAt: nextDue(app.clock.now(), waiting, offer) } : null;
}

const DAY_MS = 86_400_000;
/** The buyer has so long to choose a way to pay before the first charge. */
const LEAST_MS = DAY_MS;
const MOST_PERIODS = 2_000;

/** A date that has passed is moved on by whole periods, so that nobody pays for time before they agreed. */
function nextDue(now: Date, { nextDueAt }: Waiting, { frequencyInDays, period }: Offer): Date {
  const earliest = now.getTime() + LEAST_MS;
  for (let count = 0; count < MOST_PERIODS; count += 1) {
    const due = addPeriods(nextDueAt, count, { frequencyInDays: frequencyInDays ?? 30, period });
    if (due.getTime() >= earliest) return due;
  }
  return new Date(earliest);
}

/** Codes are mailed before the due date, and a card can be given on the page of the subscription; a card alone is asked for. */
function firstMethod(platform: PlatformContext, offer: Offer): SubscriptionMethod {
  const isReais = offer.coin === 'BRL';
  const isOffered = { PIX: offer.pixEnabled && isReais, BILLET: offer.billetEnabled && isReais, CREDIT_CARD: true };
  return (
    (['PIX', 'BILLET'] as const).find((method) => isOffered[method] && platform.settings.methods.includes(method)) ??
    'CREDIT_CARD'
  );
}

/** Names what a buyer agrees to. The form carries it, so that nobody agrees to terms that have changed since they were shown. */
export const nameTerms = ({ amount, currency }: Waiting, dueAt: Date): string =>
  `${amount} ${currency} ${dueAt.toISOString()}`;

export interface Agreement {
  locale: Locale;
  /** The terms that the buyer has seen. */
  seen: string;
  name: string | null;
  document: string | null;
  phone: string | null;
}

/**
 * Begins the subscription, once, and returns the address of its page; null where it is gone, or where its terms are not the ones that were
 * seen. Its first period costs nothing and ends on the next due date.
 */
export async function agree(
  app: SubscribersApp,
  platform: PlatformContext,
  publicId: string,
  { locale, seen, name, document, phone }: Agreement,
): Promise<string | null> {
  const found = await findWaiting(app, platform.id, publicId);
  if (!found) return null;
  const { offer } = found;
  const now = app.clock.now();
  const begun = newPublicId();
  const address = await app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockWaiting(platform.id, publicId));
    const waiting = await transaction.find(selectWaiting(platform.id, publicId));
    if (!waiting) return null;
    if (waiting.subscriptionPublicId) return waiting.subscriptionPublicId;
    const dueAt = nextDue(now, waiting, offer);
    if (nameTerms(waiting, dueAt) !== seen) return null;
    const trialDays = Math.max(1, Math.ceil((dueAt.getTime() - now.getTime()) / DAY_MS));
    const anchorAt = new Date(dueAt.getTime() - trialDays * DAY_MS);
    const promised = promiseSubscription(offer, {
      firstAmount: 0,
      discount: null,
      affiliate: null,
      dunning: offer.dunning ?? platform.settings.dunning,
      locale,
    });
    if (!promised) return null;
    const terms = { ...promised, recurringAmount: waiting.amount, cycles: null, trialDays };
    const state = reduceSubscription(terms, anchorAt, []);
    const sale = {
      id: newId(),
      locale,
      name: waiting.name ?? name ?? waiting.email,
      document: waiting.document ?? document,
      phone: waiting.phone ?? phone,
    };
    const subscription = {
      platformId: platform.id,
      id: newId(),
      publicId: begun,
      offerId: waiting.offerId,
      productId: waiting.productId,
      sellerId: waiting.sellerId,
      firstSaleId: sale.id,
      buyerName: sale.name,
      buyerEmail: waiting.email,
      buyerDocument: sale.document,
      buyerPhone: sale.phone,
      address: null,
      locale,
      currency: terms.currency,
      method: firstMethod(platform, offer),
      connectionId: null,
      cardId: null,
      storedCardId: null,
      cardBrand: null,
      cardLastDigits: null,
      cardExpiry: null,
      terms,
      status: state.status,
      amount: waiting.amount,
      frequencyInDays: terms.frequencyInDays,
      period: terms.period,
      anchorAt,
      cycle: 1,
      periodStart: state.periodStart,
      periodEnd: state.periodEnd,
      nextChargeAt: state.next?.startsAt ?? null,
    };
    await transaction.run(insertOpeningSale(platform.id, waiting, sale));
    await transaction.find(insertSubscription(subscription));
    await transaction.runAll([
      insertFirstCycle(subscription as Subscription, now),
      markAgreed(platform.id, waiting.id, subscription.id, now),
    ]);
    return begun;
  });
  if (!address) return null;
  app.subscriptions.wake();
  return subscriptionUrl(app, platform.id, address);
}

/** Returns the address of the buyer's page of a subscription. */
export const subscriptionUrl = async (
  app: Pick<SubscribersApp, 'config' | 'findPlatformUrl'>,
  platformId: string,
  publicId: string,
): Promise<string> => `${await app.findPlatformUrl(platformId)}${HOST_PATHS.subscription}#${tokenOf(app, publicId)}`;
