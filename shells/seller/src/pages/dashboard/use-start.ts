import { getAccount } from '@feira/schemas/procedures/account';
import { getBalance } from '@feira/schemas/procedures/balances';
import { listOffers } from '@feira/schemas/procedures/offers';
import { listDestinations } from '@feira/schemas/procedures/payouts';
import { listMyProducts } from '@feira/schemas/procedures/products';
import { listSales } from '@feira/schemas/procedures/sales';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export interface StartState {
  hasProduct: boolean;
  /** True where buyers of the newest product receive something: it is shipped, or opened here. */
  hasDelivery: boolean;
  /** The newest product, where its buyers receive nothing here. */
  undelivered: string | undefined;
  hasDocument: boolean;
  hasDestination: boolean;
  hasSale: boolean;
  /** The person had money here, which may be from other people's sales alone. */
  hasEarned: boolean;
  /** The offer whose checkout a first sale can be tried in. */
  checkout: string | undefined;
}

/** True until the last step is done: a first sale alone pays nobody who gave neither document nor account. */
export const isStarting = ({ hasProduct, hasDelivery, hasDocument, hasDestination, hasSale }: StartState): boolean =>
  !(hasProduct && hasDelivery && hasDocument && hasDestination && hasSale);

/** Reads how far a seller has come; undefined while it loads. */
export function useStart(): StartState | undefined {
  const products = useProcedureQuery(listMyProducts, { limit: 1 }).data;
  const account = useProcedureQuery(getAccount, {}).data;
  const destinations = useProcedureQuery(listDestinations, {}).data;
  const sales = useProcedureQuery(listSales, { limit: 1 }).data;
  const offers = useProcedureQuery(listOffers, { limit: 1 }).data;
  const balance = useProcedureQuery(getBalance, {}).data;
  if (!products || !account || !destinations || !sales || !offers || !balance) return undefined;
  const { pending, available, reserved, owed, otherCurrencies } = balance;
  const [newest] = products.items;
  const hasDelivery = newest !== undefined && (newest.typeProduct === 'FISICO' || newest.hasDelivery);
  return {
    hasProduct: newest !== undefined,
    hasDelivery,
    undelivered: hasDelivery ? undefined : newest?.id,
    hasDocument: account.document !== null,
    hasDestination: destinations.destinations.length > 0,
    hasSale: sales.sales.length > 0,
    hasEarned: pending + available + reserved + owed > 0 || otherCurrencies.length > 0,
    checkout: offers.offers[0]?.id,
  };
}
