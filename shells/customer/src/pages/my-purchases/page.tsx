import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import './my-purchases.css';
import { PurchaseCard } from './purchase-card.tsx';
import { SubscriptionCards } from './subscription-cards.tsx';
import { usePurchases, useRefundPage } from './use-purchases.ts';

const SKELETONS = ['first', 'second', 'third'];

export default function MyPurchasesPage() {
  const { t } = useTranslation('customer');
  const pages = usePages();
  const query = usePurchases(pages.after);
  const purchases = query.data?.purchases;
  const refunds = useRefundPage();
  const canAsk = purchases?.some(({ status }) => status === 'APPROVED') ?? false;
  return (
    <PageFrame
      title={t('purchases.title')}
      action={
        canAsk && (
          <button type="button" className="button" aria-busy={refunds.isBusy} onClick={refunds.open}>
            {t('purchases.askRefund')}
          </button>
        )
      }
    >
      <Refusal error={refunds.error} />
      {pages.after === null && <SubscriptionCards />}
      <PagedList
        query={query}
        pages={pages}
        count={purchases?.length}
        pagerLabel={t('purchases.pages')}
        empty={<EmptyState icon="bag" title={t('purchases.emptyTitle')} text={t('purchases.emptyText')} />}
      >
        <ul className="purchases" aria-label={t('purchases.title')}>
          {purchases
            ? purchases.map((purchase) => <PurchaseCard key={purchase.id} purchase={purchase} />)
            : SKELETONS.map((name) => (
                <li key={name} className="panel">
                  <Skeleton height={104} />
                </li>
              ))}
        </ul>
      </PagedList>
    </PageFrame>
  );
}
