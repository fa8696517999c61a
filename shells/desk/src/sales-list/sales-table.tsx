import { formatCurrency } from '@feira/schemas/rules/currency';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordTable } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SaleMethod, SaleStatus } from '../sale/sale-words.tsx';
import type { Sale } from './sale.ts';
import { useSaleNotes } from './use-sale-notes.ts';

const SKELETONS = 8;

interface SalesTableProps {
  title: string;
  /** Undefined while the sales load: grey bars of the same height are shown. */
  sales: Sale[] | undefined;
  /** The address above each sale's own page. */
  path: string;
  /** Returns the address of one seller's sales; without it no column names sellers. */
  toSeller: ((sellerId: string) => string) | undefined;
  showActions: ((sale: Sale) => ReactNode) | undefined;
}

export function SalesTable({ title, sales, path, toSeller, showActions }: SalesTableProps) {
  const { t } = useTranslation('salesList');
  const { locale } = useHost();
  const notes = useSaleNotes();
  const seller = (addressOf: (sellerId: string) => string): RecordColumn<Sale> => ({
    key: 'seller',
    title: t('seller'),
    show: ({ sellerId, sellerName }) =>
      sellerId && (
        <PageLink className="sales-seller" to={addressOf(sellerId)}>
          <span className="visually-hidden">{t('onlySalesOf')} </span>
          {sellerName}
        </PageLink>
      ),
  });
  const columns: RecordColumn<Sale>[] = [
    {
      key: 'title',
      title: t('product'),
      show: (sale) => (
        <TwoLines
          first={
            <PageLink className="sales-title" to={`${path}/${sale.id}`}>
              {sale.title}
            </PageLink>
          }
          second={[orderCodeOf(sale.id), notes.cycle(sale)].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      key: 'createdAt',
      title: t('date'),
      show: ({ createdAt }) => (
        <TwoLines first={formatDate(createdAt, locale)} second={formatTime(createdAt, locale)} />
      ),
    },
    {
      key: 'buyer',
      title: t('buyer'),
      show: ({ buyerName, buyerEmail }) => <TwoLines first={buyerName} second={<EmailText email={buyerEmail} />} />,
    },
    ...(toSeller ? [seller(toSeller)] : []),
    {
      key: 'method',
      title: t('methodColumn'),
      show: (sale) => <SaleMethod method={sale.method} note={notes.installments(sale)} />,
    },
    {
      key: 'status',
      title: t('status'),
      show: (sale) => (
        <TwoLines
          first={<SaleStatus status={sale.status} />}
          second={[notes.settlement(sale), notes.coupon(sale)].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ amount, currency }) => formatCurrency(amount, currency, locale),
    },
    ...(showActions ? [{ key: 'acts', title: t('actions'), isAction: true, show: showActions }] : []),
  ];
  return (
    <RecordTable label={title} columns={columns} records={sales} keyOf={({ id }) => id} skeletonCount={SKELETONS} />
  );
}
