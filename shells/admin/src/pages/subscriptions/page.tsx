import { SubscriptionsPage } from '@feira/shell-desk/subscriptions/subscriptions-page.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { useTranslation } from 'react-i18next';

/** Lists the subscriptions of all sellers of the platform. */
export default function PlatformSubscriptionsPage() {
  const { t } = useTranslation('admin');
  return (
    <SubscriptionsPage
      hasSellers
      title={t('subscriptions.title')}
      path="/admin-root/subscriptions"
      exportPath="/exports/platform-subscriptions"
      empty={<EmptyState icon="retry" title={t('subscriptions.emptyTitle')} text={t('subscriptions.emptyText')} />}
    />
  );
}
