import { PageLink } from '@feira/shell-kit/components/page-link';
import { usePermission } from '../use-permission.ts';

/** Names a sale by what was bought, and leads those who look after sales to its page. */
export function SaleTitle({ sale: { saleId, title } }: { sale: { saleId: string; title: string } }) {
  const can = usePermission();
  if (!can('isSalesAvailable')) return <span className="list-name">{title}</span>;
  return (
    <PageLink className="list-name" to={`/admin-root/manage-sales/${saleId}`}>
      {title}
    </PageLink>
  );
}
