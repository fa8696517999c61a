/** Cases of affiliates and co-producers: only the two parties reach an agreement. */
import type { Context, Outcomes, ProcedureCase } from '../case.ts';
import { plain } from '../case.ts';

type Named = 'productId' | 'affiliationId' | 'contractId';

/** An agreement by its id: between the caller and the platform's first seller, who is "seller" among the callers, or between strangers. */
const on = (name: Named, extra: Record<string, unknown>, refusal: Outcomes, own: Outcomes): ProcedureCase => {
  const input = (id: string) => ({ [name]: id, ...extra });
  const mine = ({ caller, other }: Context) => (name === 'productId' ? other.openProductId : caller[name]);
  return {
    ids: [name],
    variants: {
      own: { input: (context) => input(mine(context)), outcome: own },
      other: { input: ({ other }) => input(other[name]), outcome: refusal },
      foreign: { input: ({ foreign }) => input(foreign[name]), outcome: refusal },
      operated: { input: ({ operated }) => input(operated[name]), outcome: refusal },
    },
  };
};

const NO_PRODUCT = 'PRODUCT_NOT_FOUND';
const NO_AFFILIATION = 'AFFILIATION_NOT_FOUND';
const NO_CONTRACT = 'CONTRACT_NOT_FOUND';
const TERMS = { isOpen: true, basisPoints: 100, isAutomatic: true, windowDays: 7 };
const CONTRACT = { basisPoints: 2, endsOn: null };

/** An own list, filtered by a product; another person's product gives no rows. */
const ofProduct = (extra: Record<string, unknown>): ProcedureCase => on('productId', extra, 'nothing', 'ok');

const requests = on('productId', {}, NO_PRODUCT, { rest: 'ok', seller: 'OWN_PRODUCT' });

export const PARTNERS: Record<string, ProcedureCase> = {
  'partners.listProducts': ofProduct({}),
  'partners.setProductTerms': on('productId', { version: 1, ...TERMS }, NO_PRODUCT, { rest: NO_PRODUCT, seller: 'ok' }),
  'partners.listAffiliations': ofProduct({ status: 'REQUESTED' }),
  'partners.decideAffiliation': on('affiliationId', { decision: 'APPROVE' }, NO_AFFILIATION, {
    rest: NO_AFFILIATION,
    seller: 'ok',
  }),
  'partners.endAffiliation': on('affiliationId', {}, NO_AFFILIATION, 'ok'),
  'partners.listMarketplace': plain(),
  'partners.requestAffiliation': {
    ...requests,
    variants: {
      ...requests.variants,
      other: { input: ({ other }) => ({ productId: other.productId }), outcome: 'AFFILIATION_CLOSED' },
    },
  },
  'partners.listMyAffiliations': plain(),
  'partners.listContracts': ofProduct({}),
  'partners.listMyContracts': plain(),
  'partners.offerContract': on('productId', { email: 'co-producer@example.com', ...CONTRACT }, NO_PRODUCT, {
    rest: NO_PRODUCT,
    seller: 'ok',
  }),
  'partners.changeContract': on('contractId', CONTRACT, NO_CONTRACT, { rest: NO_CONTRACT, seller: 'ok' }),
  'partners.decideContract': on('contractId', { decision: 'ACCEPT' }, NO_CONTRACT, {
    rest: 'ok',
    seller: NO_CONTRACT,
  }),
  'partners.endContract': on('contractId', {}, NO_CONTRACT, { rest: 'CONTRACT_DECIDED', seller: 'ok' }),
};
