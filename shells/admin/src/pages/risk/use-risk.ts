import type { Output } from '@feira/schemas/procedure';
import { countItems, listItems } from '@feira/schemas/procedures/inbox';
import { listProposals } from '@feira/schemas/procedures/money-rules';
import * as risk from '@feira/schemas/procedures/risk';
import { getSale } from '@feira/schemas/procedures/sales';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Rules = Output<typeof risk.getRules>;
export type Rule = risk.RiskRule;
export type Condition = Rule['conditions'][number];
export type Entry = Output<typeof risk.listEntries>['items'][number];
export type Refused = Output<typeof risk.listRefused>['items'][number];
export type Ratios = Output<typeof risk.getRatios>;
export type Reviewed = Output<typeof risk.listReviews>['items'][number];
export type Tried = Output<typeof risk.dryRun>;

export const useRules = () => useProcedureQuery(risk.getRules, {});
export const useSaving = () => useChange(risk.saveRules, risk.getRules, listProposals);
export const useDryRun = () => useChange(risk.dryRun);
export const useEntries = (after: string | null) => useListQuery(risk.listEntries, { ...(after && { after }) });
export const useAdding = () => useChange(risk.addEntry, risk.listEntries, listProposals);
export const useRemoval = () => useChange(risk.removeEntry, risk.listEntries);
export const useRatios = () => useProcedureQuery(risk.getRatios, {});
export const useReviews = (after: string | null) => useListQuery(risk.listReviews, { ...(after && { after }) });
export const useReviewing = () => useChange(risk.decideReview, risk.listReviews, countItems, listItems, getSale);
export const useRefused = (after: string | null) => useListQuery(risk.listRefused, { ...(after && { after }) });
