import { formatCurrency } from '@feira/schemas/rules/currency';
import { OfferStatusBadge, ProductStatusBadge, useKindWords } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonHead } from '../../components/person/person-head.tsx';
import { usePermission } from '../../components/use-permission.ts';
import { BlockDialog } from './block-dialog.tsx';
import './manage-products.css';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type ReviewedProduct, useApproval, useProduct } from './use-review.ts';

/** One product as a reviewer sees it: what is sold, by whom, and the checkouts. */
export function ProductDetail({ productId }: { productId: string }) {
  const { t } = useTranslation('review');
  const { data: product, error, refetch } = useProduct(productId);
  const [done, setDone] = useState('');
  return (
    <PageFrame title={product?.name ?? t('product')}>
      <BackLink to="/admin-root/manage-products">{t('title')}</BackLink>
      <DoneNote text={done} />
      {error && !product && <LoadError error={error} onRetry={refetch} />}
      {!error && !product && (
        <div className="panel" aria-busy="true">
          <Skeleton height={320} />
        </div>
      )}
      {product && (
        <>
          <Head product={product} onDone={setDone} />
          <PersonHead personId={product.seller.id} />
          <Facts product={product} />
          <Offers product={product} />
        </>
      )}
    </PageFrame>
  );
}

interface HeadProps {
  product: ReviewedProduct;
  onDone: (message: string) => void;
}

function Head({ product, onDone }: HeadProps) {
  const { t } = useTranslation('review');
  const kindOf = useKindWords();
  const approve = useApproval();
  const can = usePermission();
  const [isBlocking, setIsBlocking] = useState(false);
  const { id, version, status, blockReason } = product;
  const isOpen = status === 'IN_REVIEW' || status === 'BLOCKED';
  return (
    <>
      <div className="product-head">
        <ProductName
          image={product.image}
          size={56}
          name={<ProductStatusBadge status={status} />}
          second={kindOf(product)}
        />
        <div className="product-acts">
          {isOpen && (
            <button
              type="button"
              className="button button-primary"
              aria-busy={approve.isBusy}
              onClick={async () => {
                if (await approve.run({ productId: id, version }))
                  onDone(t(status === 'BLOCKED' ? 'unblocked' : 'approved'));
              }}
            >
              {t(status === 'BLOCKED' ? 'unblock' : 'approve')}
            </button>
          )}
          {status !== 'BLOCKED' && (
            <button type="button" className="button" onClick={() => setIsBlocking(true)}>
              {t('block')}
            </button>
          )}
          {can('isSalesAvailable') && (
            <PageLink className="button" to={`/admin-root/manage-sales?product=${id}`}>
              {t('sales')}
            </PageLink>
          )}
        </div>
      </div>
      <Refusal error={approve.error} />
      {blockReason && (
        <div className="notice notice-error">
          <Icon name="stop" />
          <p>
            <strong>{t('reasonTold')}</strong>
            <span>{blockReason}</span>
          </p>
        </div>
      )}
      {isBlocking && (
        <BlockDialog
          product={product}
          onDone={() => {
            setIsBlocking(false);
            onDone(t('blocked'));
          }}
          onClose={() => setIsBlocking(false)}
        />
      )}
    </>
  );
}

function Facts({ product }: { product: ReviewedProduct }) {
  const { t } = useTranslation('review');
  const { locale } = useHost();
  const { seller, description, guaranteeDays, salesPage, supportEmail, createdAt } = product;
  return (
    <section className="panel" aria-label={t('facts')}>
      <FactList
        facts={[
          [t('seller'), <TwoLines key="seller" first={seller.name} second={<EmailText email={seller.email} />} />],
          [t('description'), description || '–'],
          [t('guarantee'), t('days', { count: guaranteeDays })],
          [
            t('salesPage'),
            salesPage ? (
              <a key="page" href={salesPage} target="_blank" rel="noreferrer noopener">
                {salesPage}
              </a>
            ) : (
              '–'
            ),
          ],
          [t('support'), supportEmail ? <EmailText key="support" email={supportEmail} /> : '–'],
          [t('createdAt'), formatDate(createdAt, locale)],
        ]}
      />
    </section>
  );
}

function Offers({ product }: { product: ReviewedProduct }) {
  const { t } = useTranslation('review');
  const { locale } = useHost();
  return (
    <section className="panel" aria-labelledby="review-offers">
      <h2 id="review-offers">{t('offers')}</h2>
      {product.offers.length === 0 && <p className="muted">{t('noOffers')}</p>}
      <ul className="review-offers">
        {product.offers.map(({ id, title, price, coin, status, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
            <span className="number">{formatCurrency(price, coin, locale)}</span>
            <OfferStatusBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
