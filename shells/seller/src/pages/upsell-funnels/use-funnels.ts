import type { Output } from '@feira/schemas/procedure';
import { createFunnel, deleteFunnel, getFunnel, listMyFunnels, updateFunnel } from '@feira/schemas/procedures/funnels';
import { listMyOffers } from '@feira/schemas/procedures/offers';
import { listOrderBumps } from '@feira/schemas/procedures/products';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as one call lists. */
const MOST = 100;

export type Funnel = Output<typeof getFunnel>;
export type Step = Funnel['steps'][number];
export type Offer = Output<typeof listMyOffers>['items'][number];

export const useFunnels = (after: string | null) => useProcedureQuery(listMyFunnels, after ? { after } : {});
export const useFunnel = (funnelId: string) => useProcedureQuery(getFunnel, { funnelId });
export const usePublishedOffers = () => useProcedureQuery(listMyOffers, { status: 'PUBLISHED', limit: MOST });
export const useBumps = (productId: string) => useProcedureQuery(listOrderBumps, { productId });
export const useCreation = () => useChange(createFunnel, listMyFunnels);
export const useSaving = () => useChange(updateFunnel, listMyFunnels, getFunnel);
export const useDeletion = () => useChange(deleteFunnel, listMyFunnels);

/** A step as its fields show it. */
export type StepDraft = Omit<Step, 'price' | 'picture'> & { price: string; picture: string };
