import type { Input, Output } from '@feira/schemas/procedure';
import {
  changeContract,
  decideAffiliation,
  decideContract,
  endAffiliation,
  endContract,
  listAffiliations,
  listContracts,
  listMarketplace,
  listMyAffiliations,
  listMyContracts,
  listProducts,
  offerContract,
  requestAffiliation,
  setProductTerms,
} from '@feira/schemas/procedures/partners';
import type { Period } from '@feira/shell-kit/period';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type MarketItem = Output<typeof listMarketplace>['items'][number];
export type OwnAffiliation = Output<typeof listMyAffiliations>['items'][number];
export type Affiliation = Output<typeof listAffiliations>['items'][number];
export type ProductItem = Output<typeof listProducts>['items'][number];
export type GivenContract = Output<typeof listContracts>['items'][number];
export type ReceivedContract = Output<typeof listMyContracts>['items'][number];

const from = (after: string | null) => ({ ...(after && { after }) });
const MOST_PRODUCTS = 100;

export const useMarket = (input: Input<typeof listMarketplace>) => useListQuery(listMarketplace, input);
export const useOwnAffiliations = (period: Period, after: string | null) =>
  useListQuery(listMyAffiliations, { ...period, ...from(after) });
export const useAffiliations = (input: Input<typeof listAffiliations>) => useListQuery(listAffiliations, input);
/** The terms of one product. */
export const useProductItem = (productId: string) => useProcedureQuery(listProducts, { productId });
export const useProducts = (after: string | null) => useListQuery(listProducts, from(after));
/** To choose one from. */
export const useProductChoice = () => useProcedureQuery(listProducts, { limit: MOST_PRODUCTS });
export const useGivenContracts = (productId: string | undefined, after: string | null) =>
  useListQuery(listContracts, { ...(productId && { productId }), ...from(after) });
export const useReceivedContracts = (after: string | null) => useListQuery(listMyContracts, from(after));

export const useAffiliationRequest = () => useChange(requestAffiliation, listMarketplace, listMyAffiliations);
export const useAffiliationDecision = () => useChange(decideAffiliation, listAffiliations, listProducts);
export const useAffiliationEnd = () =>
  useChange(endAffiliation, listAffiliations, listMyAffiliations, listMarketplace, listProducts);
export const useProductTerms = () => useChange(setProductTerms, listProducts);
export const useContractOffer = () => useChange(offerContract, listContracts, listProducts);
export const useContractChange = () => useChange(changeContract, listContracts, listProducts);
export const useContractDecision = () => useChange(decideContract, listMyContracts);
export const useContractEnd = () => useChange(endContract, listContracts, listMyContracts, listProducts);
