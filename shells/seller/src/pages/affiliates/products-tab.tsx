import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TermsDialog } from '../../components/partners/terms-dialog.tsx';
import { type ProductItem, useProducts } from '../../components/partners/use-partners.ts';

export function ProductsTab({ onDone }: { onDone: (message: string) => void }) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const pages = usePages();
  const query = useProducts(pages.after);
  const [open, setOpen] = useState<ProductItem | null>(null);
  const columns: RecordColumn<ProductItem>[] = [
    { key: 'product', title: t('product'), isHead: true, show: ({ product }) => product.name },
    {
      key: 'open',
      title: t('status'),
      show: ({ isOpen, isAutomatic }) =>
        isOpen ? (
          <TwoLines
            first={<StatusBadge tone="approved" icon="check" label={t('products.open')} />}
            second={t(isAutomatic ? 'products.automatic' : 'products.manual')}
          />
        ) : (
          <StatusBadge tone="canceled" icon="stop" label={t('products.closed')} />
        ),
    },
    {
      key: 'share',
      title: t('share'),
      show: ({ basisPoints, windowDays }) => (
        <TwoLines first={formatBasisPoints(basisPoints, locale)} second={t('windowDays', { count: windowDays })} />
      ),
    },
    {
      key: 'shared',
      title: t('products.shared'),
      isNumber: true,
      show: ({ sharedBasisPoints }) => formatBasisPoints(sharedBasisPoints, locale),
    },
    {
      key: 'edit',
      title: t('actions'),
      isAction: true,
      show: (item) => (
        <button
          type="button"
          className="button"
          aria-label={t('products.editOf', { name: item.product.name })}
          onClick={() => setOpen(item)}
        >
          {t('products.edit')}
        </button>
      ),
    },
  ];
  return (
    <>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        empty={<EmptyState icon="package" title={t('products.empty')} text={t('products.emptyText')} />}
        pagerLabel={t('products.pages')}
      >
        <RecordList
          label={t('own.tabs.products')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ product }) => product.id}
        />
      </PagedList>
      {open && (
        <TermsDialog
          item={open}
          onDone={() => {
            setOpen(null);
            onDone(t('products.saved'));
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
