/** Cases of coupons: each seller has their own, for their own offers and products. */
import { type Outcomes, type ProcedureCase, plain } from '../case.ts';

const TERMS = {
  discount: { basisPoints: 1000 },
  maxUses: null,
  maxUsesPerBuyer: null,
  cycles: 1,
  startsAt: null,
  endsAt: null,
  offerIds: [],
  productIds: [],
  isActive: true,
};

const named = (extra: Record<string, unknown>): ProcedureCase => ({
  ids: ['couponId'],
  variants: {
    own: { input: ({ caller }) => ({ couponId: caller.couponId, ...extra }), outcome: 'ok' },
    other: { input: ({ other }) => ({ couponId: other.couponId, ...extra }), outcome: 'COUPON_NOT_FOUND' },
    foreign: { input: ({ foreign }) => ({ couponId: foreign.couponId, ...extra }), outcome: 'COUPON_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ couponId: operated.couponId, ...extra }), outcome: 'COUPON_NOT_FOUND' },
  },
});

const OWN: Outcomes = { rest: 'PRODUCT_NOT_FOUND', seller: 'ok', impersonated: 'ok' };

export const COUPONS: Record<string, ProcedureCase> = {
  'coupons.listMyCoupons': {
    ids: ['productId'],
    variants: {
      ...plain().variants,
      own: { input: ({ other }) => ({ productId: other.openProductId }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ productId: foreign.productId }), outcome: 'ok' },
    },
  },
  'coupons.createCoupon': {
    ids: ['offerIds', 'productIds'],
    variants: {
      own: { input: ({ other }) => ({ code: 'OWN', ...TERMS, productIds: [other.openProductId] }), outcome: OWN },
      foreign: {
        input: ({ foreign }) => ({ code: 'FOREIGN', ...TERMS, offerIds: [foreign.offerId] }),
        outcome: 'OFFER_NOT_FOUND',
      },
      'foreign product': {
        input: ({ foreign }) => ({ code: 'FOREIGN', ...TERMS, productIds: [foreign.productId] }),
        outcome: 'PRODUCT_NOT_FOUND',
      },
    },
  },
  'coupons.updateCoupon': {
    ids: ['couponId', 'offerIds', 'productIds'],
    variants: {
      ...named({ version: 1, ...TERMS }).variants,
      'foreign offer': {
        input: ({ caller, foreign }) => ({
          couponId: caller.couponId,
          version: 1,
          ...TERMS,
          offerIds: [foreign.offerId],
        }),
        outcome: 'OFFER_NOT_FOUND',
      },
    },
  },
  'coupons.deleteCoupon': named({ version: 1 }),
};
