import type { Output } from '@feira/schemas/procedure';
import { decideAnticipation, listRequested } from '@feira/schemas/procedures/anticipations';
import type { Batch } from '@feira/shell-desk/batch/batch.ts';
import { defineFilter, oneOf, type PageOf } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { MONEY_PARTS } from '../money/money-filter.ts';

export type Anticipation = Output<typeof listRequested>['items'][number];

/** Lists every state, and not only the requests that wait. */
export const EVERY = ['EVERY'] as const;
export const ANTICIPATION_FILTER = defineFilter({ ...MONEY_PARTS, state: oneOf('state', EVERY) });

export const useAnticipations = (view: 'OPEN' | 'PAID', { state, ...input }: PageOf<typeof ANTICIPATION_FILTER>) =>
  useListQuery(listRequested, { ...input, view: view === 'OPEN' && state ? 'ALL' : view });

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
