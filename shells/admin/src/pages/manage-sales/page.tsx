import { SalesPage } from '@feira/shell-desk/sales-list/sales-page.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { useTranslation } from 'react-i18next';
import { useSales } from './use-sales.ts';

/** Lists the sales of all sellers of the platform. */
export default function ManageSalesPage() {
  const { t } = useTranslation('admin');
  return (
    <SalesPage
      hasSellers
      title={t('sales.title')}
      useSales={useSales}
      path="/admin-root/manage-sales"
      exportPath="/exports/platform-sales"
      empty={<EmptyState icon="sales" title={t('sales.emptyTitle')} text={t('sales.emptyText')} />}
    />
  );
}
