import { SubscriptionPage } from '@feira/shell-desk/subscriptions/subscription-page.tsx';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useTranslation } from 'react-i18next';

/** One subscription of any seller of the platform. */
export default function PlatformSubscriptionPage({ params }: PageProps) {
  const { t } = useTranslation('admin');
  return (
    <SubscriptionPage
      hasSellers
      subscriptionId={params.id!}
      back={{ to: '/admin-root/subscriptions', name: t('subscriptions.title') }}
      salesPath="/admin-root/manage-sales"
    />
  );
}
