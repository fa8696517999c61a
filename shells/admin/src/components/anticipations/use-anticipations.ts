import type { Input, Output } from '@feira/schemas/procedure';
import { decideAnticipation, listRequested } from '@feira/schemas/procedures/anticipations';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { type MoneyFilter, toMoneyInput } from '../money/money-filter.ts';

export type Anticipation = Output<typeof listRequested>['items'][number];

/** Lists every state, and not only the requests that wait. */
export const EVERY = ['EVERY'] as const;
export type AnticipationFilter = MoneyFilter<'EVERY'>;

export function useAnticipations(view: 'OPEN' | 'PAID', filter: AnticipationFilter, after: string | null) {
  const { state, ...choice } = toMoneyInput(filter, after);
  const input: Input<typeof listRequested> = { ...choice, view: view === 'OPEN' && state ? 'ALL' : view };
  return useListQuery(listRequested, input);
}

export const useAnticipationDecision = () => useChange(decideAnticipation, listRequested);
