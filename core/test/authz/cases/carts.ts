/** Cases of abandoned carts: a seller sees and recovers those of their own offers. */
import { STANDARD_TEXTS } from '@feira/schemas/rules/cart-recovery';
import { type Context, type Outcome, type Outcomes, type ProcedureCase, plain } from '../case.ts';

/** Only the platform's first seller, who is "seller" among the callers, reaches the cart. */
const ofSeller = (none: Outcome): Outcomes => ({ rest: none, seller: 'ok', impersonated: 'ok' });

const cart: ProcedureCase = {
  ids: ['cartId'],
  variants: {
    own: { input: ({ other }) => ({ cartId: other.cartId }), outcome: ofSeller('CART_NOT_FOUND') },
    foreign: { input: ({ foreign }) => ({ cartId: foreign.cartId }), outcome: 'CART_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ cartId: operated.cartId }), outcome: 'CART_NOT_FOUND' },
  },
};

const subject = (extra: Record<string, unknown>): ProcedureCase['variants'] => ({
  own: {
    input: ({ other }: Context) => ({ subject: 'OFFER', subjectId: other.openOfferId, ...extra }),
    outcome: ofSeller('OFFER_NOT_FOUND'),
  },
  other: {
    input: ({ other }: Context) => ({ subject: 'OFFER', subjectId: other.offerId, ...extra }),
    outcome: 'OFFER_NOT_FOUND',
  },
  foreign: {
    input: ({ foreign }: Context) => ({ subject: 'PRODUCT', subjectId: foreign.productId, ...extra }),
    outcome: 'PRODUCT_NOT_FOUND',
  },
  operated: {
    input: ({ operated }: Context) => ({ subject: 'OFFER', subjectId: operated.offerId, ...extra }),
    outcome: 'OFFER_NOT_FOUND',
  },
});

const RECOVERY = {
  isEnabled: true,
  keepDays: 30,
  holdoutPercent: 10,
  quiet: { from: 21, until: 8 },
  // The id names a step of this recovery alone.
  steps: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      channel: 'MAIL',
      afterMinutes: 60,
      coupon: null,
      texts: STANDARD_TEXTS.MAIL,
    },
  ],
  version: 0,
};

const list: ProcedureCase = {
  ids: ['productId'],
  variants: {
    ...plain().variants,
    own: { input: ({ other }) => ({ productId: other.openProductId }), outcome: 'ok' },
    foreign: { input: ({ foreign }) => ({ productId: foreign.productId }), outcome: 'ok' },
  },
};

export const CARTS: Record<string, ProcedureCase> = {
  'abandonedCarts.listCarts': list,
  'abandonedCarts.markContacted': cart,
  'abandonedCarts.stopCart': cart,
  'abandonedCarts.getRecovery': { ids: ['subjectId'], variants: subject({}) },
  'abandonedCarts.updateRecovery': { ids: ['steps.id', 'subjectId'], variants: subject(RECOVERY) },
  'abandonedCarts.previewStep': plain(() => ({ locale: 'en', ...STANDARD_TEXTS.MAIL.en })),
  'abandonedCarts.getUplift': list,
};
