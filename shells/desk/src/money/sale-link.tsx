import { PageLink } from '@feira/shell-kit/components/page-link';

/** Returns the address of a sale's page. Managers have none. */
export type SaleTo = (saleId: string) => string;

export function SaleLink({ sale, saleTo }: { sale: { saleId: string; title: string }; saleTo: SaleTo | undefined }) {
  return saleTo ? <PageLink to={saleTo(sale.saleId)}>{sale.title}</PageLink> : sale.title;
}
