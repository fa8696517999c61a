import { HOST_PATHS } from '@feira/schemas/addresses';
import type { Output } from '@feira/schemas/procedure';
import { listAccesses } from '@feira/schemas/procedures/deliverables';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import './access-purchases.css';

type Access = Output<typeof listAccesses>['items'][number];

const PAGE_SIZE = 12;

/** The digital purchases of a customer, each with the way to what it opens. */
export default function AccessPurchasesPage() {
  const { t } = useTranslation('customer');
  const pages = usePages();
  const query = useProcedureQuery(listAccesses, { limit: PAGE_SIZE, ...(pages.after && { after: pages.after }) });
  const items = query.data?.items;
  return (
    <PageFrame title={t('access.title')}>
      <PagedList
        query={query}
        pages={pages}
        count={items?.length}
        pagerLabel={t('purchases.pages')}
        empty={<EmptyState icon="bag" title={t('access.emptyTitle')} text={t('access.emptyText')} />}
      >
        <ul className="accesses" aria-label={t('access.title')}>
          {items ? (
            items.map((item) => <AccessCard key={item.id} item={item} />)
          ) : (
            <li className="panel">
              <Skeleton height={72} />
            </li>
          )}
        </ul>
      </PagedList>
    </PageFrame>
  );
}

function AccessCard({ item }: { item: Access }) {
  const { t } = useTranslation('customer');
  const { locale } = useHost();
  const { title, image, sellerName, createdAt, state, token } = item;
  return (
    <li className="panel access-card">
      <ProductName
        image={image}
        size={56}
        name={<strong>{title}</strong>}
        second={
          <span className="muted">
            {t('purchases.soldBy', { name: sellerName })} ·{' '}
            {t('purchases.boughtOn', { date: formatDate(createdAt, locale) })}
          </span>
        }
      />
      {state === 'OPEN' ? (
        <a className="button button-primary" href={`${HOST_PATHS.access}#${token}`}>
          {t('access.open')}
          <span className="visually-hidden"> {title}</span>
        </a>
      ) : (
        <p className="muted">{t('access.ended')}</p>
      )}
    </li>
  );
}
