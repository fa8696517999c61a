import type { Output } from '@feira/schemas/procedure';
import { type CASE_STATES, listCases, listRuns, resolveCase, startRun } from '@feira/schemas/procedures/reconciliation';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Run = Output<typeof listRuns>['items'][number];
export type Difference = Output<typeof listCases>['items'][number];
export type DifferenceState = (typeof CASE_STATES)[number];

/** This number of runs covers the last week. */
const RUNS = 7;

const isRunning = ({ items }: { items: Run[] }) => items.some(({ finishedAt }) => finishedAt === null);

export const useRuns = () => useProcedureQuery(listRuns, { limit: RUNS }, isRunning);
export const useDifferences = (state: DifferenceState, after: string | null) =>
  useListQuery(listCases, { state, limit: 20, ...(after && { after }) });

export const useRunStart = () => useChange(startRun, listRuns, listCases);
export const useResolution = () => useChange(resolveCase, listCases, listRuns);
