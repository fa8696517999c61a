/** Sellers' coupons: created, changed and deleted with an audit event each. */

import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import {
  type CouponRow,
  countTargets,
  insertCoupon,
  lockOwnCoupon,
  markDeleted,
  type Terms,
  updateTerms,
} from './model.ts';

type CouponsApp = Pick<FastifyInstance, 'database' | 'clock'>;

export const normaliseCode = (code: string): string => code.trim().toUpperCase();

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
    if (coupon.version !== version) throw new AppError('COUPON_CHANGED', { fields: ['version'] });
    await checkTerms(transaction, call, terms);
    await transaction.run(updateTerms(call.platform.id, id, terms));
    return { after: terms, result: { version: version + 1 } };
  });

export const deleteCoupon = (app: CouponsApp, call: PersonCall, id: string) =>
  changeCoupon(app, call, id, async (transaction) => {
    await transaction.run(markDeleted(call.platform.id, id, app.clock.now()));
    return { after: null, result: undefined };
  });
