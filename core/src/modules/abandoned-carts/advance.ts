/**
 * Moves the recovery of one cart on: notices that it was abandoned, runs the step that is due, and says when to look again. Everything of
 * one cart happens in one transaction under its lock, so that repeated and simultaneous jobs, on whichever node, write each mail once.
 */
import { createHash } from 'node:crypto';
import { decideStep, fillRecoveryText, type RecoveryStep } from '@feira/schemas/rules/cart-recovery';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { resumeUrlOf } from '../../shared/resume-url.ts';
import { findValidCoupon } from '../coupons/service.ts';
import { announceLive } from '../events/service.ts';
import { mailIdOf, prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { findOffer } from '../offers/model.ts';
import { isDummyAddress } from '../purchase-mails/service.ts';
import { unsubscribeUrlOf } from './links.ts';
import {
  type CartKey,
  endCart,
  insertStep,
  type LockedCart,
  lockOpenCart,
  markAbandoned,
  type RecoveryRow,
  scheduleCart,
  selectFacts,
  selectRecovery,
  selectRun,
} from './model.ts';

export type CartsApp = Pick<
  FastifyInstance,
  'database' | 'clock' | 'config' | 'dataKeys' | 'findPlatform' | 'findPlatformUrl' | 'cache'
>;

const PERCENT = 100;

/** Puts a buyer into the same group of a seller each time, by chance. */
export function isInHoldout(sellerId: string, emailLower: string, percent: number): boolean {
  const drawn = createHash('sha256').update(`cart-holdout|${sellerId}|${emailLower}`).digest().readUInt32BE(0);
  return drawn % PERCENT < percent;
}

export async function advanceCart(app: CartsApp, { platformId, id }: CartKey): Promise<void> {
  const platform = await app.findPlatform(platformId);
  // A disabled platform sends nothing. Its carts come up again when their claim ends.
  if (!platform) return;
  await app.database.transaction(platformId, async (transaction) => {
    const cart = await transaction.find(lockOpenCart(platformId, id));
    if (!cart) return;
    const now = app.clock.now();
    const dueAt = await runDue(app, transaction, { platform, cart, now });
    if (dueAt !== undefined) await transaction.run(scheduleCart(platformId, id, dueAt));
  });
}

interface Due {
  platform: PlatformContext;
  cart: LockedCart;
  now: Date;
}

/** Returns when to look again; null for never, and undefined where the cart has ended. */
async function runDue(app: CartsApp, transaction: Transaction, due: Due): Promise<Date | null | undefined> {
  const { platform, cart, now } = due;
  const end = (...how: Parameters<typeof endCart> extends [string, string, infer How] ? [How] : never) =>
    transaction.run(endCart(platform.id, cart.id, ...how)).then(() => undefined);
  if (cart.expiresAt <= now) return end({ state: 'EXPIRED' });
  const facts = await transaction.find(selectFacts(platform.id, cart.id));
  if (!facts || facts.isRefunded) return end({ state: 'STOPPED', stopReason: 'REFUNDED' });
  // The event of the payment marks it as recovered.
  if (facts.isPaid) return null;
  if (facts.isReplaced) return end({ state: 'STOPPED', stopReason: 'REPLACED' });
  if (facts.isUnsubscribed) return end({ state: 'STOPPED', stopReason: 'UNSUBSCRIBED' });
  // The mails about the code remind the buyer until then.
  if (facts.payableUntil && facts.payableUntil > now) return facts.payableUntil;
  const recovery = await findActive(transaction, platform, cart);
  const isHoldout = cart.abandonedAt ? cart.isHoldout : await noticeAbandoned(transaction, due, recovery);
  if (!recovery || isHoldout !== false) return null;
  const offer = await findOffer(app, platform, cart.offerId);
  if (!offer || offer.unavailable) return null;
  const ran = await transaction.list(selectRun(platform.id, cart.id));
  const next = decideStep(recovery, { changedAt: cart.changedAt, zone: cart.zone, ran }, now);
  for (const step of next.skip)
    await transaction.run(insertStep(platform.id, cart.id, step, { state: 'SKIPPED', at: now }));
  if (next.run) await runStep(app, transaction, due, next.run, offer);
  return next.dueAt;
}

async function findActive(
  transaction: Transaction,
  platform: PlatformContext,
  { offerId, productId }: LockedCart,
): Promise<RecoveryRow | null> {
  const recovery = await transaction.find(selectRecovery(platform.id, offerId, productId));
  return recovery?.isEnabled ? recovery : null;
}

/** Draws the buyer's group where a recovery is on, and tells the seller and the seller's systems once. */
async function noticeAbandoned(
  transaction: Transaction,
  { platform, cart, now }: Due,
  recovery: RecoveryRow | null,
): Promise<boolean | null> {
  const isHoldout = recovery ? isInHoldout(cart.sellerId, cart.emailLower, recovery.holdoutPercent) : null;
  await transaction.runAll([
    markAbandoned(platform.id, cart.id, now, isHoldout),
    prepareNotification(platform.id, cart.sellerId, {
      type: 'cart.abandoned',
      // The buyer stays on the page behind the link: notifications outlive the keeping time of carts.
      parameters: { title: cart.title, ...(cart.amount !== null && { amount: cart.amount, currency: cart.currency }) },
      href: '/platform/abandoned-cart',
      source: `cart.abandoned:${cart.id}`,
    }),
    announceLive(platform.id, 'cart.abandoned', {
      key: cart.id,
      sellerId: cart.sellerId,
      subjectId: cart.id,
      productIds: [cart.productId],
    }),
  ]);
  return isHoldout;
}

async function runStep(
  app: CartsApp,
  transaction: Transaction,
  { platform, cart, now }: Due,
  step: RecoveryStep,
  offer: Parameters<typeof findValidCoupon>[2],
): Promise<void> {
  const record = (how: Omit<Parameters<typeof insertStep>[3], 'at'>) =>
    transaction.run(insertStep(platform.id, cart.id, step, { ...how, at: now }));
  if (step.channel === 'WHATSAPP') return void (await record({ state: cart.phone ? 'WAITING' : 'SKIPPED' }));
  const isCouponGone = step.coupon !== null && !(await findValidCoupon(app, platform.id, offer, step.coupon));
  if (isCouponGone || (app.config.smtpUrl && isDummyAddress(cart.email)))
    return void (await record({ state: 'SKIPPED' }));
  const source = `cart|${cart.id}|${step.id}`;
  await record({ state: 'SENT', mailId: mailIdOf(source) });
  await transaction.run(await writeMail(app, platform, cart, step, source));
}

async function writeMail(
  app: CartsApp,
  platform: PlatformContext,
  cart: LockedCart,
  { coupon, texts }: RecoveryStep,
  source: string,
) {
  const url = await app.findPlatformUrl(platform.id);
  const { emailLower, sellerId, sellerName: seller, title, supportEmail, amount, currency } = cart;
  const locale = cart.locale ?? platform.settings.locale;
  return prepareMail(
    app,
    platform.id,
    {
      to: cart.email,
      locale,
      template: 'cart-reminder',
      parameters: {
        name: cart.name ?? '',
        title,
        seller,
        amount,
        currency,
        supportEmail,
        coupon: coupon ?? '',
        wording: texts[locale],
        link: resumeUrlOf(url, cart.resumeToken, coupon),
        endsAt: cart.expiresAt.toISOString(),
        unsubscribeLink: unsubscribeUrlOf(app, url, { platformId: platform.id, sellerId, emailLower }),
      },
    },
    source,
  );
}

/** The message that a seller sends by WhatsApp, which is in Portuguese, with the link back to the cart. */
export const writeMessage = (
  step: Pick<RecoveryStep, 'texts'>,
  values: Parameters<typeof fillRecoveryText>[2],
  resumeUrl: string,
): string => `${fillRecoveryText(step.texts['pt-BR'].intro, 'pt-BR', values)}\n${resumeUrl}`;
