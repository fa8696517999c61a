import { MOST_ORDER_BUMPS } from '@feira/schemas/procedures/products';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Bump, useBumpDeletion, useBumpOrder, useBumps } from '../../components/products/use-products.ts';
import { BumpDialog } from './bump-dialog.tsx';
import { SortedList } from './sorted-list.tsx';
import type { TabProps } from './tab-props.ts';

type Open = { act: 'create' } | { act: 'edit' | 'delete'; bump: Bump };

/** Lists the extras that the checkouts of this product offer, in the order of the page. */
export function BumpsTab({ product, onDone }: TabProps) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useBumps(product.id);
  const sort = useBumpOrder();
  const [open, setOpen] = useState<Open | null>(null);
  const items = data?.items ?? [];
  const finish = (message: string) => {
    setOpen(null);
    onDone(message);
  };
  const order = async (bumpIds: string[]) => {
    // A bump that another tab added or removed is shown, and the seller sorts again.
    if (data && !(await sort.run({ productId: product.id, version: data.version, bumpIds }))) await refetch();
  };
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  const create = (
    <button type="button" className="button button-primary" onClick={() => setOpen({ act: 'create' })}>
      <Icon name="plus" size={18} />
      {t('bumps.create')}
    </button>
  );
  return (
    <>
      {data && items.length === 0 ? (
        <EmptyState icon="bag" title={t('bumps.empty')} text={t('bumps.emptyText')}>
          {create}
        </EmptyState>
      ) : (
        items.length < MOST_ORDER_BUMPS && <div className="tab-act">{create}</div>
      )}
      <Refusal error={sort.error} />
      <SortedList
        label={t('tabs.bumps')}
        items={data?.items}
        isBusy={!data || sort.isBusy}
        show={(bump) => <BumpWords bump={bump} />}
        onSort={order}
        onEdit={(bump) => setOpen({ act: 'edit', bump })}
        onRemove={(bump) => setOpen({ act: 'delete', bump })}
      />
      {open?.act === 'create' && (
        <BumpDialog productId={product.id} onDone={() => finish(t('bumps.created'))} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'edit' && (
        <BumpDialog
          productId={product.id}
          bump={open.bump}
          reload={async () => ({ data: (await refetch()).data?.items.find(({ id }) => id === open.bump.id) })}
          onDone={() => finish(t('bumps.saved'))}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.act === 'delete' && (
        <RemoveDialog bump={open.bump} onDone={() => finish(t('bumps.removed'))} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function BumpWords({ bump }: { bump: Bump }) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const { title, image, product, offer, price, fakePrice, isShown } = bump;
  return (
    <ProductName
      image={image ?? product.image}
      name={<strong>{title}</strong>}
      second={
        <span className="bump-price">
          {product.name}
          {fakePrice !== null && <s>{formatCurrency(fakePrice, offer.coin, locale)}</s>}
          <span>{formatCurrency(price ?? offer.price, offer.coin, locale)}</span>
          {!isShown && <StatusBadge tone="canceled" icon="eyeOff" label={t('bumps.hidden')} />}
        </span>
      }
    />
  );
}

interface RemoveDialogProps {
  bump: Bump;
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ bump, onDone, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('products');
  return (
    <ConfirmChange
      isDanger
      title={t('bumps.removeTitle', { title: bump.title })}
      text={t('bumps.removeText')}
      action={t('bumps.remove')}
      change={useBumpDeletion()}
      input={{ bumpId: bump.id, version: bump.version }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
