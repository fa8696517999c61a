import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { useOffers } from './use-offers.ts';

/** Shows sellers without sales the links to sell with. */
export function NothingSold({ title }: { title: string }) {
  const { t } = useTranslation('seller');
  const { locale } = useHost();
  const { data, error, refetch } = useOffers();
  const hasOffers = data?.offers.length !== 0;
  return (
    <EmptyState icon="sales" title={title} text={t(hasOffers ? 'nothingSold.text' : 'nothingSold.noOffers')}>
      {error && <LoadError error={error} onRetry={refetch} />}
      <ul className="checkout-links" aria-label={t('nothingSold.links')}>
        {[...labelOffers(data?.offers ?? [], locale)].map(([id, label]) => (
          <li key={id}>
            <strong>{label}</strong>
            <CopyButton
              text={`${location.origin}/checkout/${id}`}
              label={t('nothingSold.copy')}
              description={t('nothingSold.copyOf', { offer: label })}
            />
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
