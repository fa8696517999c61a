import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TermsDialog } from '../../components/partners/terms-dialog.tsx';
import { useProductItem } from '../../components/partners/use-partners.ts';
import type { TabProps } from './tab-props.ts';

/** Edits the terms that one product offers to affiliates. */
export function AffiliationTab({ product, onDone }: TabProps) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const { data, error, refetch } = useProductItem(product.id);
  const [isEditing, setIsEditing] = useState(false);
  const item = data?.items.find((each) => each.product.id === product.id);
  if (error && !item) return <LoadError error={error} onRetry={refetch} />;
  if (!item)
    return (
      <div className="panel" aria-busy="true">
        <Skeleton height={120} />
      </div>
    );
  return (
    <section className="panel" aria-label={t('own.tabs.products')}>
      <FactList
        facts={[
          [
            t('status'),
            item.isOpen ? (
              <StatusBadge key="open" tone="approved" icon="check" label={t('products.open')} />
            ) : (
              <StatusBadge key="open" tone="canceled" icon="stop" label={t('products.closed')} />
            ),
          ],
          [t('share'), formatBasisPoints(item.basisPoints, locale)],
          [t('products.window'), t('windowDays', { count: item.windowDays })],
          [t('products.shared'), formatBasisPoints(item.sharedBasisPoints, locale)],
        ]}
      />
      <div className="product-acts">
        <button type="button" className="button button-primary" onClick={() => setIsEditing(true)}>
          {t('products.edit')}
        </button>
        <PageLink to="/platform/affiliates" className="button">
          {t('products.affiliates')}
        </PageLink>
      </div>
      {isEditing && (
        <TermsDialog
          item={item}
          onDone={() => {
            setIsEditing(false);
            onDone(t('products.saved'));
          }}
          onClose={() => setIsEditing(false)}
        />
      )}
    </section>
  );
}
