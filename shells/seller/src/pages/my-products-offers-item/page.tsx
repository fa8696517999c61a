import { OfferStatusBadge } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import type { PageProps } from '@feira/shell-kit/dashboard';
import '@feira/shell-kit/styles/forms.css';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/products/add-texts.ts';
import { toProduct } from '../../components/products/addresses.ts';
import { SharePanel } from '../../components/products/share-panel.tsx';
import { useMyOffer } from '../../components/products/use-products.ts';
import { OfferActs } from './offer-acts.tsx';
import { OfferForm } from './offer-form.tsx';
import './offers-item.css';

/** One offer: its link, and everything that its checkout asks and promises. */
export default function OfferPage({ params }: PageProps) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useMyOffer(params.id!);
  const [done, setDone] = useState('');
  const offer = data?.id === params.id ? data : undefined;
  if (!offer)
    return (
      <PageFrame title={t('offer')}>
        {error ? (
          <LoadError error={error} onRetry={refetch} />
        ) : (
          <div className="panel" aria-busy="true">
            <Skeleton height={320} />
          </div>
        )}
      </PageFrame>
    );
  const { product, status } = offer;
  const isOnSale = status === 'PUBLISHED' && product.status === 'ACTIVE';
  return (
    <PageFrame title={offer.title}>
      <BackLink to={toProduct(product.id)}>{product.name}</BackLink>
      <div className="offer-head">
        <ProductName image={product.image} name={<OfferStatusBadge status={status} />} second={product.name} />
        <OfferActs offer={offer} onDone={setDone} />
      </div>
      <DoneNote text={done} />
      {!isOnSale && (
        <div className="notice notice-info">
          <Icon name="eyeOff" />
          <p>{t(status === 'PUBLISHED' ? 'share.productOff' : 'share.offerOff')}</p>
        </div>
      )}
      <SharePanel offer={offer} />
      <OfferForm key={offer.id} offer={offer} reload={refetch} />
    </PageFrame>
  );
}
