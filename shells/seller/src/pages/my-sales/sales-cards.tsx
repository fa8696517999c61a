import { formatCurrency } from '@feira/schemas/rules/currency';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { SaleMethod, SaleStatus } from '@feira/shell-kit/components/sale-words';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { PaymentLink } from './payment-link.tsx';
import { RefundLink } from './refund-link.tsx';
import { useSaleNotes } from './use-sale-notes.ts';
import type { Sale } from './use-sales.ts';

const SKELETONS = ['first', 'second', 'third', 'fourth'];

/** Shows the sales as cards where a table does not fit. */
export function SalesCards({ sales }: { sales: Sale[] | undefined }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const notes = useSaleNotes();
  return (
    <ul className="sales-cards" aria-label={t('sales.title')}>
      {sales
        ? sales.map((sale) => (
            <li key={sale.id} className="panel sales-card">
              <div>
                <PageLink className="sales-title" to={`/platform/my-sales/${sale.id}`}>
                  {sale.title}
                </PageLink>
                <strong className="number">{formatCurrency(sale.amount, sale.currency, locale)}</strong>
              </div>
              <p className="two-lines">
                <span>{sale.buyerName}</span>
                <span className="muted">{sale.buyerEmail}</span>
              </p>
              <div>
                <SaleStatus status={sale.status} />
                <SaleMethod method={sale.method} note={notes.installments(sale)} />
              </div>
              {notes.settlement(sale) && <p className="muted">{notes.settlement(sale)}</p>}
              <div>
                <time className="muted" dateTime={sale.createdAt}>
                  {formatDate(sale.createdAt, locale)}, {formatTime(sale.createdAt, locale)}
                </time>
                <span className="sales-acts">
                  <RefundLink sale={sale} hasWord />
                  <PaymentLink sale={sale} hasWord />
                </span>
              </div>
            </li>
          ))
        : SKELETONS.map((name) => (
            <li key={name} className="panel">
              <Skeleton height={116} />
            </li>
          ))}
    </ul>
  );
}
