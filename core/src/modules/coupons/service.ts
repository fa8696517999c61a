/** Creates, changes and deletes the coupons of sellers with an audit event each, and finds one by its code for a checkout. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AttemptLimit } from '../../plugins/attempts.ts';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { networkOf } from '../../shared/networks.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import type { Offer } from '../offers/model.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { Coupon, type CouponRow, countTargets, type Discount, selectByCode, type Terms } from './model.ts';

type CouponsApp = Pick<FastifyInstance, 'database' | 'clock'>;

const normaliseCode = (code: string): string => code.trim().toUpperCase();

/** Codes that no coupon has are guesses. A carrier puts many honest buyers behind one address, whose right codes do not count. */
const limitGuesses = (ip: string): AttemptLimit[] => [
  {
    key: createHash('sha256')
      .update(`coupon ${networkOf(ip)}`)
      .digest(),
    free: 30,
    longestWait: 600,
    memory: 900,
  },
];

export interface AppliedCoupon {
  id: string;
  code: string;
  discount: Discount;
  /** Charges of a subscription that it takes its discount off; null for all. */
  cycles: number | null;
}

/**
 * Returns the coupon of this code as the offer takes it now. Throws COUPON_UNKNOWN, COUPON_EXPIRED, COUPON_NOT_FOR_OFFER, COUPON_USED_UP,
 * and TOO_MANY_REQUESTS after many unknown codes from one network.
 */
export async function findCoupon(
  app: Pick<FastifyInstance, 'database' | 'clock' | 'attempts'>,
  { platform, ip }: { platform: PlatformContext; ip: string },
  offer: Offer,
  code: string,
): Promise<AppliedCoupon> {
  const refuse = (why: 'UNKNOWN' | 'EXPIRED' | 'NOT_FOR_OFFER' | 'USED_UP') =>
    new AppError(`COUPON_${why}`, { fields: ['coupon'] });
  const limits = limitGuesses(ip);
  await app.attempts.take(platform.id, limits);
  const coupon = await findOwnCode(app, platform.id, offer.sellerId, code);
  if (!coupon) throw refuse('UNKNOWN');
  await app.attempts.giveBack(platform.id, limits);
  const obstacle = obstacleOf(coupon, offer, app.clock.now());
  if (obstacle) throw refuse(obstacle);
  return { id: coupon.id, code: coupon.code, discount: coupon.discount, cycles: coupon.cycles };
}

/** Returns why an offer does not take an active coupon at that time; null where it does. */
function obstacleOf(
  { discount, startsAt, endsAt, offerIds, productIds, maxUses, uses }: CouponRow,
  offer: Offer,
  now: Date,
): 'EXPIRED' | 'NOT_FOR_OFFER' | 'USED_UP' | null {
  // A payment link without a product names its price itself.
  if (offer.link && offer.link.kind !== 'OFFER') return 'NOT_FOR_OFFER';
  if ((startsAt && now < startsAt) || (endsAt && now >= endsAt)) return 'EXPIRED';
  const isForAll = offerIds.length + productIds.length === 0;
  if (!isForAll && !offerIds.includes(offer.id) && !productIds.includes(offer.productId)) return 'NOT_FOR_OFFER';
  if ('coin' in discount && discount.coin !== offer.coin) return 'NOT_FOR_OFFER';
  return maxUses !== null && uses >= maxUses ? 'USED_UP' : null;
}

/** Returns the coupon of this code where the offer takes it now. For codes that a seller chose, which nobody guesses. */
export async function findValidCoupon(
  app: Pick<FastifyInstance, 'database' | 'clock'>,
  platformId: string,
  offer: Offer,
  code: string,
): Promise<AppliedCoupon | null> {
  const coupon = await findOwnCode(app, platformId, offer.sellerId, code);
  if (!coupon || obstacleOf(coupon, offer, app.clock.now())) return null;
  return { id: coupon.id, code: coupon.code, discount: coupon.discount, cycles: coupon.cycles };
}

/** Returns a seller's active coupon of this code. */
export async function findOwnCode(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  sellerId: string,
  code: string,
): Promise<CouponRow | null> {
  const coupon = await database.find(platformId, selectByCode(platformId, sellerId, normaliseCode(code)), true);
  return coupon?.isActive ? coupon : null;
}

async function checkTerms(transaction: Transaction, { platform, person }: PersonCall, terms: Terms): Promise<void> {
  const { startsAt, endsAt, offerIds, productIds } = terms;
  if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt)) {
    throw new AppError('COUPON_PERIOD_INVALID', { fields: ['endsAt'] });
  }
  const own = await transaction.find(countTargets(platform.id, person.id, terms));
  if (own?.offers !== offerIds.length) throw new AppError('OFFER_NOT_FOUND', { fields: ['offerIds'] });
  if (own.products !== productIds.length) throw new AppError('PRODUCT_NOT_FOUND', { fields: ['productIds'] });
}

export async function createCoupon(
  app: CouponsApp,
  call: PersonCall,
  { code: typed, ...terms }: Terms & { code: string },
) {
  const { platform, person, request } = call;
  const [id, code] = [newId(), normaliseCode(typed)];
  await app.database
    .transaction(platform.id, async (transaction) => {
      await checkTerms(transaction, call, terms);
      await queryIn(transaction, Coupon).insert({ id, platformId: platform.id, sellerId: person.id, code, ...terms });
      await transaction.run(recordEvent(platform.id, request, describeChange({ id, code }, null, terms)));
    })
    .catch((error) => {
      if (error.constraint === 'coupon_code') throw new AppError('COUPON_CODE_TAKEN', { fields: ['code'] });
      throw error;
    });
  return { couponId: id };
}

interface Edited {
  couponId: string;
  version: number;
}

const describeChange = (
  { id, code }: Pick<CouponRow, 'id' | 'code'>,
  before: Terms | null,
  after: Terms | null,
): AuditEntry => ({ type: 'coupon.changed', subject: { type: 'coupon', id, name: code }, details: { before, after } });

/** Throws EDIT_CONFLICT with the terms that changed since the coupon was read. */
function changeCoupon<T>(
  app: CouponsApp,
  { platform, person, request }: PersonCall,
  { couponId, version }: Edited,
  change: (transaction: Transaction, coupon: Coupon) => Promise<{ after: Terms | null; result: T }>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const coupon = await Coupon.lockOwn(transaction, couponId, person.id);
    if (!coupon) throw new AppError('COUPON_NOT_FOUND', { fields: ['couponId'] });
    checkVersion(coupon, version);
    const { after, result } = await change(transaction, coupon);
    await transaction.run(recordEvent(platform.id, request, describeChange(coupon, coupon.values(), after)));
    return result;
  });
}

export const updateCoupon = (
  app: CouponsApp,
  call: PersonCall,
  edited: Edited,
  terms: Terms,
): Promise<{ version: number }> =>
  changeCoupon(app, call, edited, async (transaction, coupon) => {
    await checkTerms(transaction, call, terms);
    const changed = Object.keys(findChange<Terms>(coupon.values(), terms)?.after ?? {});
    return { after: terms, result: { version: await writeVersion(transaction, coupon, terms, changed) } };
  });

export const deleteCoupon = (app: CouponsApp, call: PersonCall, edited: Edited) =>
  changeCoupon(app, call, edited, async (transaction, coupon) => {
    await queryIn(transaction, Coupon).findById(coupon.id).patch({ deletedAt: app.clock.now() });
    return { after: null, result: undefined };
  });
