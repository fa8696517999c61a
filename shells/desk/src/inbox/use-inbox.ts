import type { Input, Output } from '@feira/schemas/procedure';
import { countItems, listItems, releaseItem, takeItem } from '@feira/schemas/procedures/inbox';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type WorkItem = Output<typeof listItems>['items'][number];

const PAGE_SIZE = 25;

export const useWorkCounts = () => useProcedureQuery(countItems, {});

export const useWorkItems = ({ limit = PAGE_SIZE, ...filter }: Input<typeof listItems>) =>
  useListQuery(listItems, { ...filter, limit });

/** The answers of both are read anew after every change. */
export const useTaking = () => useChange(takeItem);
export const useReleasing = () => useChange(releaseItem);
