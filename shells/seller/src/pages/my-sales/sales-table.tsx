import { formatCurrency } from '@feira/schemas/rules/currency';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordTable } from '@feira/shell-kit/components/record-list';
import { SaleMethod, SaleStatus } from '@feira/shell-kit/components/sale-words';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { PaymentLink } from './payment-link.tsx';
import { RefundLink } from './refund-link.tsx';
import { useSaleNotes } from './use-sale-notes.ts';
import type { Sale } from './use-sales.ts';

const SKELETONS = 8;

/** Undefined while the sales load: placeholders of the same height stand in. */
export function SalesTable({ sales }: { sales: Sale[] | undefined }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const notes = useSaleNotes();
  const columns: RecordColumn<Sale>[] = [
    {
      key: 'createdAt',
      title: t('sales.date'),
      show: ({ createdAt }) => (
        <TwoLines first={formatDate(createdAt, locale)} second={formatTime(createdAt, locale)} />
      ),
    },
    {
      key: 'title',
      title: t('sales.product'),
      show: ({ id, title }) => (
        <PageLink className="sales-title" to={`/platform/my-sales/${id}`}>
          {title}
        </PageLink>
      ),
    },
    {
      key: 'buyer',
      title: t('sales.buyer'),
      show: ({ buyerName, buyerEmail }) => <TwoLines first={buyerName} second={buyerEmail} />,
    },
    {
      key: 'method',
      title: t('sales.methodColumn'),
      show: (sale) => <SaleMethod method={sale.method} note={notes.installments(sale)} />,
    },
    {
      key: 'status',
      title: t('sales.status'),
      show: (sale) => (
        <span className="sales-status">
          <SaleStatus status={sale.status} />
          {notes.settlement(sale) && <span className="muted">{notes.settlement(sale)}</span>}
        </span>
      ),
    },
    {
      key: 'amount',
      title: t('sales.amount'),
      isNumber: true,
      show: ({ amount, currency }) => formatCurrency(amount, currency, locale),
    },
    {
      key: 'acts',
      title: t('sales.actions'),
      isAction: true,
      show: (sale) => (
        <span className="sales-acts">
          <RefundLink sale={sale} />
          <PaymentLink sale={sale} />
        </span>
      ),
    },
  ];
  return (
    <RecordTable
      label={t('sales.title')}
      columns={columns}
      records={sales}
      keyOf={({ id }) => id}
      skeletonCount={SKELETONS}
    />
  );
}
