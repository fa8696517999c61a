import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { PRODUCTS, toOffer } from '../../components/products/addresses.ts';
import { useSubscriptionOffers } from './use-subscription-offers.ts';

/** More links than these would need a page of their own. */
const SHOWN = 5;

/** Leads sellers without a subscription to the offers that begin one, or to where such an offer is made. */
export function NothingSubscribed() {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const { offers, error, refetch } = useSubscriptionOffers();
  const published = offers?.filter(({ status }) => status === 'PUBLISHED').slice(0, SHOWN) ?? [];
  const hasOffers = published.length > 0;
  const labels = labelOffers(published, locale);
  return (
    <EmptyState
      icon="retry"
      title={t('subscriptions.emptyTitle')}
      text={t(hasOffers ? 'subscriptions.emptyText' : 'subscriptions.noOffers')}
    >
      {error && !offers && <LoadError error={error} onRetry={refetch} />}
      {hasOffers && (
        <ul className="checkout-links" aria-label={t('subscriptions.links')}>
          {published.map(({ id, url, product }) => (
            <li key={id}>
              <span>
                <strong>
                  <PageLink to={toOffer(id)}>{labels.get(id)}</PageLink>
                </strong>
                <span className="muted">{product.name}</span>
              </span>
              <CopyButton
                text={url}
                label={t('nothingSold.copy')}
                description={t('subscriptions.copyOf', { offer: labels.get(id) })}
              />
            </li>
          ))}
        </ul>
      )}
      {offers && !hasOffers && (
        <PageLink className="button button-primary" to={PRODUCTS}>
          {t('subscriptions.toOffers')}
        </PageLink>
      )}
    </EmptyState>
  );
}
