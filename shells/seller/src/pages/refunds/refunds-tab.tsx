import { REFUND_STATES } from '@feira/schemas/procedures/refunds';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { SaleBuyer, SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { Filters } from './filters.tsx';
import { RefundStatus } from './refund-words.tsx';
import { REFUND_FILTER } from './refunds-address.ts';
import { type Refund, useRefunds } from './use-refunds.ts';

interface TabProps {
  onDone: (message: string) => void;
}

/** Lists finished and pending refunds, with their total. */
export function RefundsTab({ onDone }: TabProps) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const { filter, input, onChange, ...list } = useListFilter(REFUND_FILTER, () => onDone(''));
  const query = useRefunds(input);
  const { data, isPlaceholderData } = query;
  const columns: RecordColumn<Refund>[] = [
    { key: 'at', title: t('date'), show: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: 'sale',
      title: t('sale'),
      isHead: true,
      show: (refund) => <TwoLines first={<strong>{refund.title}</strong>} second={<SaleBuyer sale={refund} />} />,
    },
    { key: 'method', title: t('method'), show: ({ method }) => <SaleMethod method={method} /> },
    { key: 'by', title: t('authorisedBy'), show: ({ authorisedAs }) => t(`authorisedAs.${authorisedAs}`) },
    { key: 'state', title: t('state'), show: (refund) => <RefundStatus refund={refund} /> },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      isHead: true,
      show: ({ amount, paidAmount, currency }) => (
        <TwoLines
          first={<strong>{formatCurrency(amount, currency, locale)}</strong>}
          second={
            amount === paidAmount ? t('whole') : t('ofPaid', { amount: formatCurrency(paidAmount, currency, locale) })
          }
        />
      ),
    },
  ];
  const first = data?.items[0];
  return (
    <>
      <Filters tab="refunds" filter={filter} states={REFUND_STATES} onChange={onChange} />
      {data && first && !isPlaceholderData && (
        <p className="muted refunds-total">
          {t('total', { count: data.count, amount: formatCurrency(data.total, first.currency, locale) })}
        </p>
      )}
      <PagedList
        {...list}
        query={query}
        count={data?.items.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="refund" title={t('empty.refunds.title')} text={t('empty.refunds.text')} />}
        pagerLabel={t('pages')}
      >
        <RecordList
          isCompact
          label={t('tabs.refunds')}
          columns={columns}
          records={data?.items}
          keyOf={({ id }) => id}
        />
      </PagedList>
    </>
  );
}
