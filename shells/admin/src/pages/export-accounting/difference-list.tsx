import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import type { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { SaleTitle } from '../../components/money/sale-title.tsx';
import type { Difference, DifferenceState, useDifferences } from './use-reconciliation.ts';

interface DifferenceListProps {
  query: ReturnType<typeof useDifferences>;
  pages: ReturnType<typeof usePages>;
  state: DifferenceState;
  onResolve: (difference: Difference) => void;
}

export function DifferenceList({ state, onResolve, ...list }: DifferenceListProps) {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const money = (cents: number, { currency }: Difference) => formatSigned(cents, currency ?? 'BRL', locale);
  const columns: RecordColumn<Difference>[] = [
    {
      key: 'kind',
      title: t('accounting.kind'),
      isHead: true,
      show: ({ kind, subject }) => (
        <TwoLines
          first={<span className="list-name">{t(`accounting.kinds.${kind}`)}</span>}
          second={t(`accounting.subjects.${subject}`)}
        />
      ),
    },
    {
      key: 'reference',
      title: t('accounting.reference'),
      show: ({ paymentId, saleId, withdrawalId, transactionId }) => (
        <TwoLines
          first={
            saleId && paymentId ? (
              <SaleTitle sale={{ saleId, title: paymentId }} />
            ) : (
              (paymentId ?? withdrawalId ?? transactionId ?? '–')
            )
          }
          second={(paymentId ?? withdrawalId) && transactionId}
        />
      ),
    },
    { key: 'connection', title: t('accounting.connection'), show: ({ connection }) => connection?.name ?? '–' },
    {
      key: 'provider',
      sortBy: ({ providerAmount }) => providerAmount,
      title: t('accounting.providerAmount'),
      isNumber: true,
      show: (difference) => money(difference.providerAmount, difference),
    },
    {
      key: 'ledger',
      sortBy: ({ ledgerAmount }) => ledgerAmount,
      title: t('accounting.ledgerAmount'),
      isNumber: true,
      show: (difference) => money(difference.ledgerAmount, difference),
    },
    {
      key: 'at',
      sortBy: ({ createdAt }) => createdAt,
      title: t('accounting.since'),
      show: ({ createdAt }) => formatDate(createdAt, locale),
    },
    ...(state === 'OPEN'
      ? [
          {
            key: 'acts',
            title: t('actions'),
            isAction: true,
            show: (difference: Difference) => (
              <MoneyAction
                label={t('accounting.resolve')}
                name={difference.paymentId ?? difference.withdrawalId ?? difference.transactionId ?? ''}
                onClick={() => onResolve(difference)}
              />
            ),
          },
        ]
      : [{ key: 'note', title: t('accounting.note'), show: ({ note }: Difference) => note || '–' }]),
  ];
  return (
    <MoneyList
      {...list}
      label={t('accounting.differences')}
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ icon: 'check', title: t(`accounting.empty.${state}`), text: t(`accounting.emptyText.${state}`) }}
    />
  );
}
