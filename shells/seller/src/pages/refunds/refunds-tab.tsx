import { formatCurrency } from '@feira/schemas/rules/currency';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { SaleBuyer, SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { Filters } from './filters.tsx';
import { NothingHere } from './nothing-here.tsx';
import { RefundStatus } from './refund-words.tsx';
import type { RefundsShown } from './refunds-address.ts';
import { type Refund, useRefunds } from './use-refunds.ts';

interface TabProps {
  shown: RefundsShown;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

/** Lists finished and pending refunds, with their total. */
export function RefundsTab({ shown, onChange }: TabProps) {
  const { t } = useTranslation('refunds');
  const { locale } = useHost();
  const pages = usePages();
  const query = useRefunds(shown, pages.after);
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
      <Filters shown={shown} onChange={onChange} />
      {data && first && !isPlaceholderData && (
        <p className="muted refunds-total">
          {t('total', { count: data.count, amount: formatCurrency(data.total, first.currency, locale) })}
        </p>
      )}
      <PagedList
        query={query}
        pages={pages}
        count={data?.items.length}
        empty={<NothingHere shown={shown} icon="refund" onChange={onChange} />}
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
