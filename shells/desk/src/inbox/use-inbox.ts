import type { Input, Output } from '@feira/schemas/procedure';
import { countItems, listItems, releaseItem, takeItem } from '@feira/schemas/procedures/inbox';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type WorkItem = Output<typeof listItems>['items'][number];

export const useWorkCounts = () => useProcedureQuery(countItems, {});

export const useWorkItems = (input: Input<typeof listItems>) => useListQuery(listItems, input);

/** The answers of both are read anew after every change. */
export const useTaking = () => useChange(takeItem);
export const useReleasing = () => useChange(releaseItem);
