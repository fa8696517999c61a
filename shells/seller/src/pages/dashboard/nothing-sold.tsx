import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { useTranslation } from 'react-i18next';

export function NothingSold() {
  const { t } = useTranslation('seller');
  return <EmptyState icon="sales" title={t('dashboard.emptyTitle')} text={t('dashboard.emptyText')} />;
}
