import { BatchBar } from '@feira/shell-desk/batch/batch-bar.tsx';
import { ProductStatusBadge, useKindWords } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { PRODUCT_FILTER, ProductFilters } from '@feira/shell-desk/catalogue/product-filters.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductCover, ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LineList } from '@feira/shell-kit/components/line-list';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { ChooseBox, type ListSelection, type RecordColumn, RecordTable } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { NARROW, useMediaQuery } from '@feira/shell-kit/use-media-query';
import { useSelection } from '@feira/shell-kit/use-selection';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { ProductDetail } from './product-detail.tsx';
import { type ReviewItem, useApprovals, useProducts } from './use-review.ts';

/** Shows the products of all sellers, or the one whose id stands in the address. */
export default function ManageProductsPage() {
  const { search } = useAddress();
  const productId = search.get('product');
  return productId ? <ProductDetail key={productId} productId={productId} /> : <ProductsPage />;
}

const toDetail = ({ id }: ReviewItem) => `/admin-root/manage-products?product=${id}`;

function ProductsPage() {
  const { t } = useTranslation(['review', 'kit']);
  const chosen = useSelection<ReviewItem>(({ id }) => id);
  const approvals = useApprovals();
  const selection: ListSelection<ReviewItem> = {
    ...chosen,
    labelOf: ({ name }) => t('kit:list.choose', { name }),
    mayChoose: ({ status }) => status === 'IN_REVIEW',
  };
  const { filter, input, onChange, ...list } = useListFilter(PRODUCT_FILTER);
  const query = useProducts(input);
  const items = query.data?.items;
  const isNarrow = useMediaQuery(NARROW);
  const kind = list.isFiltered ? 'noMatch' : 'empty';
  return (
    <PageFrame title={t('title')} filters={<ProductFilters filter={filter} onChange={onChange} />}>
      <PagedList
        {...list}
        query={query}
        count={items?.length}
        empty={<EmptyState icon="package" title={t(kind)} text={t(`${kind}Text`)} />}
        pagerLabel={t('pages')}
      >
        {isNarrow ? (
          <ProductLines items={items} selection={selection} />
        ) : (
          <ProductTable items={items} selection={selection} />
        )}
      </PagedList>
      <BatchBar selection={chosen} batch={approvals} />
    </PageFrame>
  );
}

interface ItemsProps {
  items: ReviewItem[] | undefined;
  selection: ListSelection<ReviewItem>;
}

function ProductLines({ items, selection }: ItemsProps) {
  const { t } = useTranslation('review');
  return (
    <LineList
      label={t('title')}
      records={items}
      keyOf={({ id }) => id}
      lineOf={(item) => ({
        to: toDetail(item),
        choice: selection.mayChoose?.(item) && <ChooseBox record={item} selection={selection} />,
        start: <ProductCover image={item.image} size={44} />,
        first: item.name,
        second: item.seller.name,
        end: <ProductStatusBadge status={item.status} />,
      })}
    />
  );
}

function ProductTable({ items, selection }: ItemsProps) {
  const { t } = useTranslation(['review', 'catalogue']);
  const { locale } = useHost();
  const kindOf = useKindWords();
  const columns: RecordColumn<ReviewItem>[] = [
    {
      key: 'product',
      sort: 'name',
      title: t('product'),
      show: (item) => (
        <ProductName
          image={item.image}
          name={
            <PageLink to={toDetail(item)} className="list-name">
              {item.name}
            </PageLink>
          }
          second={kindOf(item)}
        />
      ),
    },
    {
      key: 'seller',
      sort: 'seller',
      title: t('seller'),
      show: ({ seller }) => <TwoLines first={seller.name} second={seller.email} />,
    },
    {
      key: 'status',
      title: t('catalogue:status'),
      show: ({ status, blockReason }) => (
        <TwoLines
          first={<ProductStatusBadge status={status} />}
          second={status === 'BLOCKED' ? blockReason : undefined}
        />
      ),
    },
    {
      key: 'created',
      sort: 'createdAt',
      title: t('createdAt'),
      show: ({ createdAt }) => formatDate(createdAt, locale),
    },
  ];
  return (
    <RecordTable label={t('title')} columns={columns} records={items} keyOf={({ id }) => id} selection={selection} />
  );
}
