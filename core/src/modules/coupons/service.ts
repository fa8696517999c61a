/** Creates, changes and deletes the coupons of sellers with an audit event each, and finds one by its code for a checkout. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AttemptLimit } from '../../plugins/attempts.ts';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { networkOf } from '../../shared/networks.ts';
import { recordEvent } from '../audit/service.ts';
import type { Offer } from '../offers/model.ts';
import {
  type CouponRow,
  countTargets,
  type Discount,
  insertCoupon,
  lockOwnCoupon,
  markDeleted,
  selectByCode,
  type Terms,
  updateTerms,
} from './model.ts';

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
  const coupon = await app.database.find(
    platform.id,
    selectByCode(platform.id, offer.sellerId, normaliseCode(code)),
    true,
  );
  if (!coupon?.isActive) throw refuse('UNKNOWN');
  await app.attempts.giveBack(platform.id, limits);
  const { id, discount, startsAt, endsAt, offerIds, productIds, maxUses, uses } = coupon;
  const now = app.clock.now();
  if ((startsAt && now < startsAt) || (endsAt && now >= endsAt)) throw refuse('EXPIRED');
  const isForAll = offerIds.length + productIds.length === 0;
  if (!isForAll && !offerIds.includes(offer.id) && !productIds.includes(offer.productId)) throw refuse('NOT_FOR_OFFER');
  if ('coin' in discount && discount.coin !== offer.coin) throw refuse('NOT_FOR_OFFER');
  if (maxUses !== null && uses >= maxUses) throw refuse('USED_UP');
  return { id, code: coupon.code, discount };
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

export function createCoupon(app: CouponsApp, call: PersonCall, { code: typed, ...terms }: Terms & { code: string }) {
  const { platform, person, request } = call;
  const [id, code] = [newId(), normaliseCode(typed)];
  return app.database.transaction(platform.id, async (transaction) => {
    await checkTerms(transaction, call, terms);
    const inserted = await transaction.run(insertCoupon(platform.id, id, person.id, code, terms));
    if (!inserted) throw new AppError('COUPON_CODE_TAKEN', { fields: ['code'] });
    const details = { couponId: id, code, before: null, after: terms };
    await transaction.run(recordEvent(platform.id, request, { type: 'coupon.changed', details }));
    return { couponId: id };
  });
}

function changeCoupon<T>(
  app: CouponsApp,
  { platform, person, request }: PersonCall,
  id: string,
  change: (transaction: Transaction, coupon: CouponRow) => Promise<{ after: Terms | null; result: T }>,
): Promise<T> {
  return app.database.transaction(platform.id, async (transaction) => {
    const coupon = await transaction.find(lockOwnCoupon(platform.id, id, person.id));
    if (!coupon) throw new AppError('COUPON_NOT_FOUND', { fields: ['couponId'] });
    const { after, result } = await change(transaction, coupon);
    const { code, uses: _, version: __, createdAt: ___, id: ____, ...before } = coupon;
    const details = { couponId: id, code, before, after };
    await transaction.run(recordEvent(platform.id, request, { type: 'coupon.changed', details }));
    return result;
  });
}

export const updateCoupon = (app: CouponsApp, call: PersonCall, id: string, version: number, terms: Terms) =>
  changeCoupon(app, call, id, async (transaction, coupon) => {
    if (coupon.version !== version) throw new AppError('EDIT_CONFLICT', { fields: ['version'] });
    await checkTerms(transaction, call, terms);
    await transaction.run(updateTerms(call.platform.id, id, terms));
    return { after: terms, result: { version: version + 1 } };
  });

export const deleteCoupon = (app: CouponsApp, call: PersonCall, id: string) =>
  changeCoupon(app, call, id, async (transaction) => {
    await transaction.run(markDeleted(call.platform.id, id, app.clock.now()));
    return { after: null, result: undefined };
  });
