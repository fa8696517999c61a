import { formatCurrency } from '@feira/schemas/rules/currency';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { LineList } from '@feira/shell-kit/components/line-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { SaleStatus } from '../sale/sale-words.tsx';
import type { Sale } from './sale.ts';
import { useSaleNotes } from './use-sale-notes.ts';

interface SalesLinesProps {
  title: string;
  /** Undefined while the sales load. */
  sales: Sale[] | undefined;
  /** The address above each sale's own page. */
  path: string;
}

/** Shows the sales in two lines each where a table does not fit. The page of a sale has what is left out here. */
export function SalesLines({ title, sales, path }: SalesLinesProps) {
  const { locale } = useHost();
  const notes = useSaleNotes();
  return (
    <LineList
      label={title}
      records={sales}
      keyOf={({ id }) => id}
      lineOf={(sale) => ({
        to: `${path}/${sale.id}`,
        first: sale.buyerName,
        second: [
          orderCodeOf(sale.id),
          formatDate(sale.createdAt, locale),
          notes.settlement(sale),
          sale.sellerName,
          sale.title,
          notes.cycle(sale),
        ]
          .filter(Boolean)
          .join(' · '),
        end: (
          <TwoLines
            first={<strong className="number">{formatCurrency(sale.amount, sale.currency, locale)}</strong>}
            second={<SaleStatus status={sale.status} />}
          />
        ),
      })}
    />
  );
}
