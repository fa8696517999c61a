import { ProductStatusBadge, useKindWords } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { PRODUCT_FILTER, ProductFilters } from '@feira/shell-desk/catalogue/product-filters.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductCover, ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { LineList } from '@feira/shell-kit/components/line-list';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordTable } from '@feira/shell-kit/components/record-list';
import { formatCount, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { NARROW, useMediaQuery } from '@feira/shell-kit/use-media-query';
import { useTranslation } from 'react-i18next';
import { IMPORT_PAGE } from '../../components/imports/addresses.ts';
import '../../components/products/add-texts.ts';
import { NEW_PRODUCT, toProduct } from '../../components/products/addresses.ts';
import { type ProductItem, useMyProducts } from '../../components/products/use-products.ts';

/** Lists the seller's products. */
export default function MyProductsPage() {
  const { t } = useTranslation('products');
  const { t: seller } = useTranslation('seller');
  const { filter, input, onChange, ...list } = useListFilter(PRODUCT_FILTER);
  const query = useMyProducts(input);
  const items = query.data?.items;
  const isNarrow = useMediaQuery(NARROW);
  const isNew = items?.length === 0 && !list.isFiltered && !list.pages.after;
  return (
    <PageFrame
      title={seller('products.title')}
      action={!isNew && <LinkButton to={NEW_PRODUCT}>{t('list.create')}</LinkButton>}
      filters={!isNew && <ProductFilters filter={filter} onChange={onChange} />}
    >
      <PagedList
        {...list}
        query={query}
        count={items?.length}
        empty={
          list.isFiltered ? (
            <EmptyState icon="search" title={t('list.noMatch')} text={t('list.noMatchText')} />
          ) : (
            <EmptyState icon="package" title={t('list.empty')} text={t('list.emptyText')}>
              <LinkButton to={NEW_PRODUCT}>{t('list.createFirst')}</LinkButton>
              <PageLink to={IMPORT_PAGE} className="button">
                {t('list.import')}
              </PageLink>
            </EmptyState>
          )
        }
        pagerLabel={t('list.pages')}
      >
        {isNarrow ? <ProductLines items={items} /> : <ProductTable items={items} />}
      </PagedList>
    </PageFrame>
  );
}

function ProductLines({ items }: { items: ProductItem[] | undefined }) {
  const { t } = useTranslation('products');
  const { t: seller } = useTranslation('seller');
  const kindOf = useKindWords();
  return (
    <LineList
      label={seller('products.title')}
      records={items}
      keyOf={({ id }) => id}
      lineOf={(item) => ({
        to: toProduct(item.id),
        start: <ProductCover image={item.image} size={44} />,
        first: item.name,
        second: `${t('list.offers', { count: item.offers })} · ${kindOf(item)}`,
        end: <ProductStatusBadge status={item.status} />,
      })}
    />
  );
}

function ProductTable({ items }: { items: ProductItem[] | undefined }) {
  const { t } = useTranslation(['products', 'catalogue']);
  const { t: seller } = useTranslation('seller');
  const { locale } = useHost();
  const kindOf = useKindWords();
  const columns: RecordColumn<ProductItem>[] = [
    {
      key: 'product',
      title: t('product'),
      show: (item) => (
        <ProductName
          image={item.image}
          name={
            <PageLink to={toProduct(item.id)} className="list-name">
              {item.name}
            </PageLink>
          }
          second={kindOf(item)}
        />
      ),
    },
    { key: 'status', title: t('catalogue:status'), show: ({ status }) => <ProductStatusBadge status={status} /> },
    {
      key: 'offers',
      title: t('offers.title'),
      isNumber: true,
      show: ({ offers }) => formatCount(offers, locale),
    },
    {
      key: 'created',
      sort: 'createdAt',
      title: t('list.createdAt'),
      show: ({ createdAt }) => formatDate(createdAt, locale),
    },
  ];
  return <RecordTable label={seller('products.title')} columns={columns} records={items} keyOf={({ id }) => id} />;
}
