/** Cases of buyers: ids of offers and payments are public on their own platform and unknown on others. */
import { type Outcome, type ProcedureCase, plain } from '../case.ts';

const offer = (
  field: string,
  input: (offerId: string) => Record<string, unknown>,
  outcome: Outcome = 'ok',
): ProcedureCase => ({
  ids: [field],
  variants: {
    own: { input: ({ other }) => input(other.offerId), outcome },
    foreign: { input: ({ foreign }) => input(foreign.offerId), outcome: 'OFFER_NOT_FOUND' },
    operated: { input: ({ operated }) => input(operated.offerId), outcome: 'OFFER_NOT_FOUND' },
  },
});

const PURCHASE = {
  name: 'João Comprador',
  email: 'joao@example.com',
  cpf: '52998224725',
  phone: '11987654321',
  paymentMethod: 'PIX',
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

const PURCHASE_IDS = [
  'offerId',
  'orderBumpsIds',
  'deliveryOptionId',
  'abandonedCartId',
  'affiliateId',
  'adConsent.clientId',
  'adConsent.eventIds',
  'creditCard.token',
  'secondCard.token',
  'creditCard.creditCardId',
];

export const SHOP: Record<string, ProcedureCase> = {
  'checkout.getCheckout': offer('checkoutId', (checkoutId) => ({ checkoutId })),
  'checkout.getInstallments': {
    ids: ['checkoutId', 'orderBumpsIds'],
    variants: {
      ...offer('checkoutId', (checkoutId) => ({ checkoutId })).variants,
      'foreign bump': {
        input: ({ other, foreign }) => ({ checkoutId: other.offerId, orderBumpsIds: foreign.bumpId }),
        outcome: 'ORDER_BUMP_NOT_FOUND',
      },
    },
  },
  'checkout.quoteFreight': {
    ids: ['checkoutId', 'orderBumpsIds'],
    variants: {
      ...offer('checkoutId', (checkoutId) => ({ checkoutId, cep: '01310100' })).variants,
      'foreign bump': {
        input: ({ other, foreign }) => ({
          checkoutId: other.offerId,
          cep: '01310100',
          orderBumpsIds: [foreign.bumpId],
        }),
        outcome: 'ok',
      },
    },
  },
  'checkout.getCoupon': {
    ...offer('checkoutId', (checkoutId) => ({ checkoutId, code: 'NENHUM' }), 'COUPON_UNKNOWN'),
    counts: ['sign_in_attempt'],
  },
  'checkout.tokenCreditCard': {
    ...offer(
      'checkoutId',
      (checkoutId) => ({ checkoutId, token: 'x', name: 'João Comprador', email: 'joao@example.com' }),
      'CARD_NOT_SAVED',
    ),
    // These ids belong to the provider and mean nothing on their own.
    ids: ['checkoutId', 'token', 'receiverId'],
    counts: ['velocity_counter'],
  },
  // The offers of the cases have no free trial.
  'checkout.startTrial': {
    ids: PURCHASE_IDS,
    variants: offer('offerId', (offerId) => ({ offerId, ...PURCHASE }), 'PRICE_CHANGED').variants,
  },
  'checkout.purchase': {
    ids: PURCHASE_IDS,
    variants: {
      ...offer('offerId', (offerId) => ({ offerId, ...PURCHASE })).variants,
      'foreign bump': {
        input: ({ other, foreign }) => ({ offerId: other.offerId, ...PURCHASE, orderBumpsIds: [foreign.bumpId] }),
        outcome: 'ORDER_BUMP_NOT_FOUND',
      },
      'foreign delivery': {
        input: ({ other, foreign }) => ({
          offerId: other.offerId,
          ...PURCHASE,
          deliveryOptionId: foreign.deliveryOptionId,
        }),
        outcome: 'DELIVERY_OPTION_NOT_FOUND',
      },
      'foreign cart': {
        input: ({ other, foreign }) => ({ offerId: other.offerId, ...PURCHASE, abandonedCartId: foreign.cartId }),
        outcome: 'ok',
      },
    },
  },
  'checkout.getPaymentQuick': {
    ids: ['paymentId'],
    variants: {
      own: { input: ({ other }) => ({ paymentId: other.paymentId }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ paymentId: foreign.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ paymentId: operated.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
    },
  },
  'checkout.createRestCode': {
    ids: ['paymentId'],
    variants: {
      own: { input: ({ other }) => ({ paymentId: other.paymentId }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ paymentId: foreign.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ paymentId: operated.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
    },
  },
  'checkout.withdrawAdConsent': {
    ids: ['paymentId'],
    variants: {
      own: { input: ({ other }) => ({ paymentId: other.paymentId }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ paymentId: foreign.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ paymentId: operated.paymentId }), outcome: 'PAYMENT_NOT_FOUND' },
    },
  },
  // Nothing listens at the address of the look-up.
  'checkout.lookupZipCode': plain(() => ({ cep: '01310100' }), 'ZIP_CODE_LOOKUP_FAILED'),
  'checkout.checkAbandonedCartEnabled': offer('offerId', (offerId) => ({ offerId })),
  'checkout.putAbandonedCart': {
    // An affiliate's link may name anybody, as at a purchase.
    ids: ['offerId', 'cartId', 'affiliateId', 'deliveryOptionId', 'orderBumpsIds'],
    variants: {
      ...offer('offerId', (offerId) => ({ offerId, email: 'a@example.com' })).variants,
      'foreign cart': {
        input: ({ other, foreign }) => ({ offerId: other.offerId, email: 'a@example.com', cartId: foreign.cartId }),
        outcome: 'CART_NOT_FOUND',
      },
    },
  },
  // The cookie of the browser says whose cart it is. There is none here.
  'checkout.deleteAbandonedCart': {
    ids: ['offerId'],
    variants: {
      own: { input: ({ other }) => ({ offerId: other.offerId }), outcome: 'nothing' },
      foreign: { input: ({ foreign }) => ({ offerId: foreign.offerId }), outcome: 'nothing' },
      operated: { input: ({ operated }) => ({ offerId: operated.offerId }), outcome: 'nothing' },
    },
  },
};
