import type { Input, Output } from '@feira/schemas/procedure';
import {
  cancel,
  changePlan,
  changePrice,
  getFigures,
  getSubscription,
  keepPlan,
  listPlans,
  listSubscriptions,
  pause,
  resume,
} from '@feira/schemas/procedures/subscriptions';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Subscription = Output<typeof listSubscriptions>['items'][number];
export type WholeSubscription = Output<typeof getSubscription>;
export type Cycle = WholeSubscription['cyclesMade'][number];
export type Figures = Output<typeof getFigures>;

export const useSubscriptions = (input: Input<typeof listSubscriptions>) => useProcedureQuery(listSubscriptions, input);
export const useSubscription = (subscriptionId: string) => useProcedureQuery(getSubscription, { subscriptionId });
export const useFigures = (input: Input<typeof getFigures>) => useProcedureQuery(getFigures, input);

export const usePlans = (subscriptionId: string) => useProcedureQuery(listPlans, { subscriptionId });

const STALE = [getSubscription, listSubscriptions, getFigures, listPlans] as const;
export const useCancellation = () => useChange(cancel, ...STALE);
export const usePause = () => useChange(pause, ...STALE);
export const useResumption = () => useChange(resume, ...STALE);
export const usePriceChange = () => useChange(changePrice, ...STALE);
export const usePlanChange = () => useChange(changePlan, ...STALE);
export const usePlanKeeping = () => useChange(keepPlan, ...STALE);
