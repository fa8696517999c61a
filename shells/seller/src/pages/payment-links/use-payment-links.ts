import type { Output } from '@feira/schemas/procedure';
import { listMyOffers } from '@feira/schemas/procedures/offers';
import {
  closePaymentLink,
  createPaymentLink,
  getMyPaymentLink,
  listMyPaymentLinks,
  PAYMENT_LINK_STATES,
  updatePaymentLink,
} from '@feira/schemas/procedures/payment-links';
import { defineFilter, oneOf, type PageOf, words } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type PaymentLink = Output<typeof listMyPaymentLinks>['items'][number];

export const LINK_FILTER = defineFilter({ search: words(), state: oneOf('state', PAYMENT_LINK_STATES) }, null);

/** As many as one call lists. */
const MOST_OFFERS = 100;

export const usePaymentLinks = (input: PageOf<typeof LINK_FILTER>) => useListQuery(listMyPaymentLinks, input);
export const usePaymentLink = (linkId: string) => useProcedureQuery(getMyPaymentLink, { linkId });
/** The offers that a link can sell. */
export const useOfferChoice = () => useProcedureQuery(listMyOffers, { status: 'PUBLISHED', limit: MOST_OFFERS });

export const useCreation = () => useChange(createPaymentLink, listMyPaymentLinks);
export const useUpdate = () => useChange(updatePaymentLink, listMyPaymentLinks, getMyPaymentLink);
export const useClosing = () => useChange(closePaymentLink, listMyPaymentLinks, getMyPaymentLink);
