import { formatCurrency } from '@feira/schemas/rules/currency';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { SaleMethod, SaleStatus } from '@feira/shell-kit/components/sale-words';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { PaymentLink } from './payment-link.tsx';
import { useSaleNotes } from './use-sale-notes.ts';
import type { Sale } from './use-sales.ts';

const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => ({ id: `row-${index}` }) as Sale);

/** Undefined while they load: then rows of the same height stand in. */
export function SalesTable({ sales }: { sales: Sale[] | undefined }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const notes = useSaleNotes();
  const isLoading = !sales;
  const cell = (show: (sale: Sale) => React.ReactNode) => (_: unknown, sale: Sale) =>
    isLoading ? <Skeleton height={20} /> : show(sale);
  const columns: TableColumnsType<Sale> = [
    {
      key: 'createdAt',
      title: t('sales.date'),
      width: 132,
      render: cell((sale) => (
        <TwoLines first={formatDate(sale.createdAt, locale)} second={formatTime(sale.createdAt, locale)} />
      )),
    },
    {
      key: 'title',
      title: t('sales.product'),
      render: cell((sale) => <span className="sales-title">{sale.title}</span>),
    },
    {
      key: 'buyer',
      title: t('sales.buyer'),
      render: cell((sale) => <TwoLines first={sale.buyerName} second={sale.buyerEmail} />),
    },
    {
      key: 'method',
      title: t('sales.methodColumn'),
      width: 168,
      render: cell((sale) => <SaleMethod method={sale.method} note={notes.installments(sale)} />),
    },
    {
      key: 'status',
      title: t('sales.status'),
      width: 148,
      render: cell((sale) => (
        <span className="sales-status">
          <SaleStatus status={sale.status} />
          {notes.settlement(sale) && <span className="muted">{notes.settlement(sale)}</span>}
        </span>
      )),
    },
    {
      key: 'amount',
      title: t('sales.amount'),
      width: 124,
      align: 'right',
      render: cell((sale) => <span className="number">{formatCurrency(sale.amount, sale.currency, locale)}</span>),
    },
    {
      key: 'payment',
      title: <span className="visually-hidden">{t('sales.payment')}</span>,
      width: 64,
      render: cell((sale) => <PaymentLink sale={sale} />),
    },
  ];
  return (
    <div className="sales-table">
      <Table<Sale>
        rowKey="id"
        columns={columns}
        dataSource={sales ?? SKELETON_ROWS}
        pagination={false}
        scroll={{ x: 960 }}
      />
    </div>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="two-lines">
      <span>{first}</span>
      <span className="muted">{second}</span>
    </span>
  );
}
