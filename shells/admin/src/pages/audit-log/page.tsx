import { AuditLogPage } from '@feira/shell-desk/audit-log/audit-log-page.tsx';
import type { Subject } from '@feira/shell-desk/audit-log/event-words.tsx';
import { usePermission } from '../../components/use-permission.ts';

export default function ActivityPage() {
  const can = usePermission();
  const toPage = ({ type, id }: Subject): string | undefined => {
    if (type === 'person' && can('isUsersAvailable')) return `/admin-root/manage-users/${id}`;
    if (type === 'product' && can('isProductsAvailable')) return `/admin-root/manage-products?product=${id}`;
    if (type === 'sale' && can('isSalesAvailable')) return `/admin-root/manage-sales/${id}`;
    return undefined;
  };
  return <AuditLogPage toPage={toPage} />;
}
