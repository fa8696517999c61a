/** Cases of products, offers and order bumps: a seller reaches their own, an administrator those of the platform. */
import { newId } from '../../../src/shared/ids.ts';
import { type Context, type Outcome, type Outcomes, type ProcedureCase, plain } from '../case.ts';
import { PIXELS } from './platforms.ts';

/** Only the platform's first seller, who is "seller" among the callers, reaches the row. */
const ofSeller = (none: Outcome, ok: Outcome = 'ok'): Outcomes => ({ rest: none, seller: ok, impersonated: ok });

const on = (
  name: 'productId' | 'bumpId' | 'offerId',
  extra: (context: Context) => Record<string, unknown>,
  { none, own }: { none: Outcome; own?: Outcome },
): ProcedureCase => {
  const mine = ({ other }: Context) =>
    ({ productId: other.openProductId, offerId: other.openOfferId, bumpId: other.bumpId })[name];
  const input = (context: Context, id: string) => ({ [name]: id, ...extra(context) });
  return {
    ids: [name],
    variants: {
      own: { input: (context) => input(context, mine(context)), outcome: ofSeller(none, own) },
      ...(name !== 'bumpId' && {
        other: {
          input: (context: Context) =>
            input(context, name === 'productId' ? context.other.productId : context.other.offerId),
          outcome: none,
        },
      }),
      foreign: { input: (context) => input(context, context.foreign[name]), outcome: none },
      operated: { input: (context) => input(context, context.operated[name]), outcome: none },
    },
  };
};

const NO_PRODUCT = { none: 'PRODUCT_NOT_FOUND' } as const;
const NO_OFFER = { none: 'OFFER_NOT_FOUND' } as const;
const NO_BUMP = { none: 'BUMP_NOT_FOUND' } as const;
const VERSION = () => ({ version: 1 });

/** Products of any seller, by an administrator. */
const reviewed = (extra: Record<string, unknown>, outcome: Outcome): ProcedureCase => ({
  ids: ['productId'],
  variants: {
    own: { input: ({ other }) => ({ productId: other.productId, ...extra }), outcome },
    foreign: { input: ({ foreign }) => ({ productId: foreign.productId, ...extra }), outcome: 'PRODUCT_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ productId: operated.productId, ...extra }), outcome: 'PRODUCT_NOT_FOUND' },
  },
});

const bumps = on('productId', ({ other }) => ({ offerId: other.offerId, title: 'Leve também' }), {
  ...NO_PRODUCT,
  // The offer is a stranger's.
  own: 'OFFER_NOT_FOUND',
});

const NEW = { name: 'Curso', typeProduct: 'DIGITAL', category: 'EDUCATION', pixels: { googleAdsId: 'AW-1' } };

export const CATALOGUE: Record<string, ProcedureCase> = {
  'products.listMyProducts': plain(),
  'products.getMyProduct': on('productId', () => ({}), NO_PRODUCT),
  'products.createProduct': {
    ids: PIXELS,
    variants: { own: { input: () => NEW, outcome: 'ok' }, foreign: { input: () => NEW, outcome: 'ok' } },
  },
  'products.updateProduct': {
    ...on('productId', () => ({ version: 1, name: 'Outro nome' }), NO_PRODUCT),
    ids: ['productId', ...PIXELS],
  },
  'products.publishProduct': on('productId', VERSION, { ...NO_PRODUCT, own: 'PRODUCT_STATUS' }),
  'products.archiveProduct': on('productId', VERSION, NO_PRODUCT),
  'products.deleteProduct': on('productId', VERSION, NO_PRODUCT),
  'products.listOrderBumps': on('productId', () => ({}), NO_PRODUCT),
  'products.createOrderBump': { ...bumps, ids: ['productId', 'offerId'] },
  'products.updateOrderBump': on('bumpId', () => ({ version: 1, title: 'Leve também' }), NO_BUMP),
  'products.sortOrderBumps': {
    ...on('productId', () => ({ version: 1, bumpIds: [] }), NO_PRODUCT),
    ids: ['productId', 'bumpIds'],
  },
  'products.deleteOrderBump': on('bumpId', VERSION, NO_BUMP),
  'offers.listMyOffers': on('productId', () => ({}), { none: 'nothing' }),
  'offers.getMyOffer': on('offerId', () => ({}), NO_OFFER),
  'offers.listConnections': plain(),
  'offers.createOffer': {
    ...on('productId', () => ({ title: 'Oferta', price: 100 }), NO_PRODUCT),
    ids: ['productId', 'connectionId', 'deliveryOptions.id', 'deliveryOptions.quotedBy'],
  },
  'offers.updateOffer': {
    ...on('offerId', () => ({ version: 1, title: 'Outra oferta' }), NO_OFFER),
    ids: ['offerId', 'connectionId', 'deliveryOptions.id', 'deliveryOptions.quotedBy'],
  },
  'offers.copyOffer': on('offerId', () => ({}), NO_OFFER),
  'offers.archiveOffer': on('offerId', VERSION, NO_OFFER),
  'checkoutBuilder.getBuilder': on('offerId', () => ({}), NO_OFFER),
  'checkoutBuilder.saveDraft': {
    ...on('offerId', () => ({ version: 0, config: {} }), NO_OFFER),
    ids: ['offerId', 'config.feedbacks.id'],
  },
  'checkoutBuilder.publishDraft': on('offerId', () => ({ version: 0 }), NO_OFFER),
  'checkoutBuilder.listVersions': on('offerId', () => ({}), NO_OFFER),
  'checkoutBuilder.getVersion': {
    ...on('offerId', () => ({ versionId: newId() }), { ...NO_OFFER, own: 'CHECKOUT_VERSION_NOT_FOUND' }),
    ids: ['offerId', 'versionId'],
  },
  'checkoutBuilder.listTests': on('offerId', () => ({}), NO_OFFER),
  'checkoutBuilder.startTest': on('offerId', () => ({ version: 0, shareB: 50 }), {
    ...NO_OFFER,
    own: 'CHECKOUT_DRAFT_UNCHANGED',
  }),
  'checkoutBuilder.endTest': {
    ...on('offerId', () => ({ testId: newId(), winner: 'A' }), { ...NO_OFFER, own: 'CHECKOUT_TEST_NOT_FOUND' }),
    ids: ['offerId', 'testId'],
  },
  'products.listProducts': {
    ids: ['sellerId'],
    variants: {
      own: { input: ({ other }) => ({ sellerId: other.personId }), outcome: 'ok' },
      foreign: { input: ({ foreign }) => ({ sellerId: foreign.personId }), outcome: 'nothing' },
      operated: { input: ({ operated }) => ({ sellerId: operated.personId }), outcome: 'nothing' },
    },
  },
  'products.getProduct': reviewed({}, 'ok'),
  'products.approveProduct': reviewed({ version: 1 }, 'PRODUCT_STATUS'),
  'products.blockProduct': reviewed({ version: 1, reason: 'Promessa de cura' }, 'ok'),
};
