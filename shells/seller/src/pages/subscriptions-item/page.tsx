import { SubscriptionPage } from '@feira/shell-desk/subscriptions/subscription-page.tsx';
import type { PageProps } from '@feira/shell-kit/dashboard';
import { useTranslation } from 'react-i18next';
import { toOffer } from '../../components/products/addresses.ts';

/** One subscription to an offer of the seller. */
export default function SubscriptionOfSellerPage({ params }: PageProps) {
  const { t } = useTranslation('seller');
  return (
    <SubscriptionPage
      subscriptionId={params.id!}
      back={{ to: '/platform/subscriptions', name: t('subscriptions.title') }}
      salesPath="/platform/my-sales"
      offerTo={toOffer}
    />
  );
}
