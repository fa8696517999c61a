import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { SubscriptionsPage } from '@feira/shell-desk/subscriptions/subscriptions-page.tsx';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { NothingSubscribed } from './nothing-subscribed.tsx';
import { useSubscriptionOffers } from './use-subscription-offers.ts';

/** Lists the seller's own subscriptions. */
export default function SubscriptionsOfSellerPage() {
  const { t } = useTranslation('seller');
  const { session, locale } = useHost();
  const { offers = [] } = useSubscriptionOffers();
  return (
    <SubscriptionsPage
      title={t('subscriptions.title')}
      path="/platform/subscriptions"
      exportPath="/exports/subscriptions"
      ownerId={session.person.id}
      offers={[...labelOffers(offers, locale)].map(([value, label]) => ({ value, label }))}
      empty={<NothingSubscribed />}
    />
  );
}
