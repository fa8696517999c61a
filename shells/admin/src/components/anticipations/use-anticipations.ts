import type { Input, Output } from '@feira/schemas/procedure';
import { decideAnticipation, listRequested } from '@feira/schemas/procedures/anticipations';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
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

/** Pays several requests. */
export function usePayment(): Batch<Anticipation> {
  const { t } = useTranslation('adminMoney');
  const { mutateAsync } = useProcedureMutation(decideAnticipation);
  return {
    keyOf: ({ id }) => id,
    lineOf: ({ person, amount, fee, currency }) => ({ name: person.name, amount: amount - fee, currency }),
    words: {
      button: t('anticipations.batch.button'),
      title: (count) => t('anticipations.batch.title', { count }),
      text: t('anticipations.batch.text'),
      action: t('anticipations.batch.action'),
    },
    act: ({ id }) => mutateAsync({ anticipationId: id, decision: 'PAY' }),
    stale: [listRequested],
  };
}

export const useAnticipationDecision = () => useChange(decideAnticipation, listRequested);
