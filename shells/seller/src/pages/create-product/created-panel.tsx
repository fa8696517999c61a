import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';
import { toOffer, toProduct } from '../../components/products/addresses.ts';
import { SharePanel } from '../../components/products/share-panel.tsx';
import { useMyOffer, useMyProduct } from '../../components/products/use-products.ts';

/** Ends the creation: the link to sell with, and what makes the checkout better. */
export function CreatedPanel({ offerId }: { offerId: string }) {
  const { t } = useTranslation('products');
  const { data: offer, error, refetch } = useMyOffer(offerId);
  if (error && !offer) return <LoadError error={error} onRetry={refetch} />;
  if (!offer)
    return (
      <div className="panel" aria-busy="true">
        <Skeleton height={220} />
      </div>
    );
  const { product } = offer;
  const isReviewed = product.status === 'IN_REVIEW';
  return (
    <>
      <div role="status" className="notice notice-info">
        <Icon name={isReviewed ? 'clock' : 'check'} />
        <p>{t(isReviewed ? 'created.reviewed' : 'created.live', { name: product.name })}</p>
      </div>
      {product.typeProduct === 'DIGITAL' && <ReceivedPanel productId={product.id} />}
      <SharePanel offer={offer} />
      <nav className="panel create-next" aria-label={t('created.next')}>
        <h2>{t('created.next')}</h2>
        {product.typeProduct === 'FISICO' && (
          <Step to={toOffer(offerId)} icon="package" title={t('created.delivery')} text={t('created.deliveryText')} />
        )}
        <Step to={toProduct(product.id)} icon="eye" title={t('created.picture')} text={t('created.pictureText')} />
        <Step to={toOffer(offerId)} icon="card" title={t('created.offer')} text={t('created.offerText')} />
        <Step
          to={toProduct(product.id, 'bumps')}
          icon="plus"
          title={t('created.bumps')}
          text={t('created.bumpsText')}
        />
      </nav>
    </>
  );
}

/** Shows first what the buyer receives: a product without it sells, and delivers nothing. */
function ReceivedPanel({ productId }: { productId: string }) {
  const { t } = useTranslation('products');
  const { data } = useMyProduct(productId);
  if (!data) return null;
  const { hasDelivery } = data;
  return (
    <section className={`panel create-received ${hasDelivery ? '' : 'create-missing'}`} aria-labelledby="received">
      <h2 id="received">
        <Icon name={hasDelivery ? 'check' : 'alert'} />
        {t('created.received')}
      </h2>
      <p>{t(hasDelivery ? 'created.receivedDone' : 'created.receivedText')}</p>
      <p>
        <PageLink to={toProduct(productId, 'delivery')} className={`button ${hasDelivery ? '' : 'button-primary'}`}>
          {t(hasDelivery ? 'created.receivedOpen' : 'created.receivedAction')}
        </PageLink>
      </p>
    </section>
  );
}

interface StepProps {
  to: string;
  icon: IconName;
  title: string;
  text: string;
}

function Step({ to, icon, title, text }: StepProps) {
  return (
    <PageLink to={to} className="create-step">
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        <span className="muted">{text}</span>
      </span>
      <Icon name="arrowRight" size={18} />
    </PageLink>
  );
}
