import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { RecoveryForm } from './recovery-form.tsx';
import { type Subject, useOffers, useProducts, useRecovery } from './use-carts.ts';

const WHOLE = '';

/** Shows how the carts of a product, or of one of its offers, are recovered. */
export function RecoveryTab() {
  const { t } = useTranslation('carts');
  const { search, change } = useAddress();
  const products = useProducts();
  const productId = products?.find(({ value }) => value === search.get('product'))?.value ?? products?.[0]?.value;
  if (products?.length === 0) {
    return (
      <EmptyState icon="package" title={t('noProductsTitle')} text={t('noProductsText')}>
        <LinkButton to="/platform/create-product">{t('createProduct')}</LinkButton>
      </EmptyState>
    );
  }
  if (!products || !productId) return null;
  return (
    <>
      <div className="cart-subject">
        <SelectField
          label={t('product')}
          value={productId}
          options={products}
          onChange={(product) => change({ product, offer: null })}
        />
        <OfferChoice
          productId={productId}
          value={search.get('offer') ?? WHOLE}
          onChange={(offer) => change({ product: productId, offer: offer || null })}
        />
      </div>
      <Recovery key={`${productId} ${search.get('offer')}`} productId={productId} offerId={search.get('offer')} />
    </>
  );
}

interface OfferChoiceProps {
  productId: string;
  value: string;
  onChange: (offerId: string) => void;
}

function OfferChoice({ productId, value, onChange }: OfferChoiceProps) {
  const { t } = useTranslation('carts');
  const offers = useOffers(productId) ?? [];
  return (
    <SelectField
      label={t('offer')}
      value={offers.some((offer) => offer.value === value) ? value : WHOLE}
      options={[{ value: WHOLE, label: t('wholeProduct') }, ...offers]}
      onChange={onChange}
    />
  );
}

function Recovery({ productId, offerId }: { productId: string; offerId: string | null }) {
  const subject: Subject = offerId
    ? { subject: 'OFFER', subjectId: offerId }
    : { subject: 'PRODUCT', subjectId: productId };
  const { data, error, refetch, isPlaceholderData } = useRecovery(subject);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data || isPlaceholderData) return null;
  return <RecoveryForm subject={subject} productId={productId} saved={data} />;
}
