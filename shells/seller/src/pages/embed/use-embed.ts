import { getEmbedding, updateEmbedding } from '@feira/schemas/procedures/embedding';
import { listMyOffers } from '@feira/schemas/procedures/offers';
import { listMyPaymentLinks } from '@feira/schemas/procedures/payment-links';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as one call lists. */
const MOST = 100;

export const useEmbedding = () => useProcedureQuery(getEmbedding, {});
export const useEmbeddingChange = () => useChange(updateEmbedding, getEmbedding);
export const useOfferChoice = () => useProcedureQuery(listMyOffers, { status: 'PUBLISHED', limit: MOST });
export const useLinkChoice = () => useProcedureQuery(listMyPaymentLinks, { state: 'ON', limit: MOST });
