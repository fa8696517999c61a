import { formatCurrency } from '@feira/schemas/rules/currency';
import { useKindWords } from '@feira/shell-desk/catalogue/catalogue-words.tsx';
import { MARKET_FILTER, ProductFilters } from '@feira/shell-desk/catalogue/product-filters.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/partners/add-texts.ts';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { PartnerStatus } from '../../components/partners/partner-status.tsx';
import { type MarketItem, useAffiliationRequest, useMarket } from '../../components/partners/use-partners.ts';

/** Lists products of others that look for affiliates. */
export default function MarketplacePage() {
  const { t } = useTranslation('partners');
  const { t: seller } = useTranslation('seller');
  const { filter, input, onChange, ...list } = useListFilter(MARKET_FILTER);
  const query = useMarket(input);
  const [open, setOpen] = useState<MarketItem | null>(null);
  const [done, setDone] = useState('');
  const columns = useColumns(setOpen);
  const kind = list.isFiltered ? 'noMatch' : 'empty';
  return (
    <PageFrame title={seller('marketplace.title')} filters={<ProductFilters filter={filter} onChange={onChange} />}>
      <DoneNote text={done} />
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        empty={<EmptyState icon="bag" title={t(`market.${kind}`)} text={t(`market.${kind}Text`)} />}
        pagerLabel={t('market.pages')}
      >
        <RecordList
          label={seller('marketplace.title')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ product }) => product.id}
        />
      </PagedList>
      {open && (
        <AskDialog
          item={open}
          onDone={(message) => {
            setOpen(null);
            setDone(message);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </PageFrame>
  );
}

function useColumns(onAsk: (item: MarketItem) => void): RecordColumn<MarketItem>[] {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const kindOf = useKindWords();
  return [
    {
      key: 'product',
      title: t('product'),
      isHead: true,
      show: ({ product, sellerName, category, typeProduct }) => (
        <ProductName
          image={product.image}
          name={product.name}
          second={`${sellerName} · ${kindOf({ typeProduct, category })}`}
        />
      ),
    },
    {
      key: 'price',
      title: t('market.price'),
      show: ({ offers }) =>
        offers.length === 0
          ? t('market.noPrice')
          : [...new Set(offers.map(({ price, coin }) => formatCurrency(price, coin, locale)))].slice(0, 3).join(' · '),
    },
    {
      key: 'share',
      title: t('share'),
      show: ({ basisPoints, windowDays }) => (
        <TwoLines first={formatBasisPoints(basisPoints, locale)} second={t('windowDays', { count: windowDays })} />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      show: ({ affiliation, isAutomatic }) =>
        affiliation ? (
          <PartnerStatus status={affiliation.status} />
        ) : (
          t(isAutomatic ? 'products.automatic' : 'market.manual')
        ),
    },
    {
      key: 'ask',
      title: t('actions'),
      isAction: true,
      show: (item) =>
        (!item.affiliation || item.affiliation.status === 'ENDED') && (
          <button
            type="button"
            className="button"
            aria-label={t(item.affiliation ? 'market.againFor' : 'market.askFor', { name: item.product.name })}
            onClick={() => onAsk(item)}
          >
            {t(item.affiliation ? 'market.again' : 'market.ask')}
          </button>
        ),
    },
  ];
}

interface AskDialogProps {
  item: MarketItem;
  onDone: (message: string) => void;
  onClose: () => void;
}

function AskDialog({ item: { product, basisPoints }, onDone, onClose }: AskDialogProps) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  return (
    <ConfirmChange
      title={t('market.askTitle', { name: product.name })}
      text={t('market.askText', { share: formatBasisPoints(basisPoints, locale) })}
      action={t('market.ask')}
      change={useAffiliationRequest()}
      input={{ productId: product.id }}
      onClose={onClose}
      onDone={(answer) => onDone(t(answer.status === 'ACTIVE' ? 'market.joined' : 'market.asked'))}
    />
  );
}
