import { ProductStatusBadge, useKindWords } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import type { PageProps } from '@feira/shell-kit/dashboard';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/partners/add-texts.ts';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import '../../components/products/add-texts.ts';
import { PRODUCTS } from '../../components/products/addresses.ts';
import { useMyProduct } from '../../components/products/use-products.ts';
import { AffiliationTab } from './affiliation-tab.tsx';
import { BumpsTab } from './bumps-tab.tsx';
import { CoProductionTab } from './co-production-tab.tsx';
import { DeliveryTab } from './delivery-tab.tsx';
import { GeneralTab } from './general-tab.tsx';
import './product-item.css';
import { SettingsTab } from './settings-tab.tsx';
import { StatusActs } from './status-acts.tsx';
import type { TabProps } from './tab-props.ts';

const CouponsTab = lazy(() => import(/* webpackChunkName: "coupons-tab" */ './coupons-tab.tsx'));

/** Physical products have no tab of delivery. */
const TABS = ['general', 'delivery', 'settings', 'bumps', 'coupons', 'co-production', 'affiliation'] as const;

/** One product of the seller, with everything that belongs to it. */
export default function ProductPage({ params }: PageProps) {
  const { t } = useTranslation('products');
  const { data: product, error, refetch } = useMyProduct(params.id!);
  const shown = product?.id === params.id ? product : undefined;
  return (
    <PageFrame title={shown?.name ?? t('product')}>
      <BackLink to={PRODUCTS}>{t('backToProducts')}</BackLink>
      {error && !shown && <LoadError error={error} onRetry={refetch} />}
      {!error && !shown && (
        <div className="panel" aria-busy="true">
          <Skeleton height={320} />
        </div>
      )}
      {shown && <ProductParts key={shown.id} product={shown} reload={refetch} />}
    </PageFrame>
  );
}

function ProductParts({ product, reload }: Omit<TabProps, 'onDone'>) {
  const { t } = useTranslation('products');
  const { search, change } = useAddress();
  const [done, setDone] = useState('');
  const kindOf = useKindWords();
  const tabs = TABS.filter((key) => key !== 'delivery' || product.typeProduct === 'DIGITAL');
  const tab = tabs.find((key) => key === search.get('tab')) ?? TABS[0];
  const parts = { product, reload, onDone: setDone };
  return (
    <>
      <div className="product-head">
        <ProductName
          image={product.image}
          size={56}
          name={<ProductStatusBadge status={product.status} />}
          second={kindOf(product)}
        />
        <StatusActs product={product} onDone={setDone} />
      </div>
      {product.blockReason && (
        <div className="notice notice-error">
          <Icon name="stop" />
          <p>
            <strong>{t(product.status === 'BLOCKED' ? 'blocked' : 'wasBlocked')}</strong>
            <span>{product.blockReason}</span>
          </p>
        </div>
      )}
      {product.status === 'IN_REVIEW' && (
        <div className="notice notice-info">
          <Icon name="clock" />
          <p>{t('inReview')}</p>
        </div>
      )}
      {product.typeProduct === 'DIGITAL' && product.status === 'ACTIVE' && !product.hasDelivery && (
        <div className="notice notice-info">
          <Icon name="package" />
          <p>
            <strong>{t('deliverables.missing')}</strong>
            <span>{t('deliverables.missingText')}</span>
          </p>
        </div>
      )}
      <DoneNote text={done} />
      <TabList
        label={t('tabs.label')}
        tabs={tabs.map((key) => ({ key, label: t(`tabs.${key}`) }))}
        value={tab}
        onOpen={(next) => {
          setDone('');
          change({ tab: next === TABS[0] ? null : next, after: null });
        }}
      />
      <TabPanel tab={tab}>
        {tab === 'general' && <GeneralTab {...parts} />}
        {tab === 'delivery' && <DeliveryTab {...parts} />}
        {tab === 'settings' && <SettingsTab {...parts} />}
        {tab === 'bumps' && <BumpsTab {...parts} />}
        {tab === 'coupons' && (
          <Suspense fallback={<Skeleton height={320} />}>
            <CouponsTab {...parts} />
          </Suspense>
        )}
        {tab === 'co-production' && <CoProductionTab {...parts} />}
        {tab === 'affiliation' && <AffiliationTab {...parts} />}
      </TabPanel>
    </>
  );
}
