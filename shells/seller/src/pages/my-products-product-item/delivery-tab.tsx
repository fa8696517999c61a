import { FEW_KEYS, MOST_DELIVERABLES } from '@feira/schemas/procedures/deliverables';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatBytes } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Deliverable,
  useDeliverableOrder,
  useDeliverableRemoval,
  useDeliverables,
} from '../../components/products/use-deliverables.ts';
import { DeliverableDialog } from './deliverable-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { SortedList } from './sorted-list.tsx';
import type { TabProps } from './tab-props.ts';

type Open = { act: 'create' } | { act: 'edit' | 'remove' | 'keys'; item: Deliverable };

const ICONS: Record<Deliverable['kind'], IconName> = {
  FILE: 'download',
  ADDRESS: 'external',
  KEY: 'lock',
  TEXT: 'edit',
};

/** Lists the things that buyers get as soon as their payment is approved, in the order that they see. */
export function DeliveryTab({ product, onDone }: TabProps) {
  const { t } = useTranslation('products');
  const { data, error, refetch } = useDeliverables(product.id);
  const sort = useDeliverableOrder();
  const [open, setOpen] = useState<Open | null>(null);
  const items = data?.items ?? [];
  const close = () => setOpen(null);
  const finish = (message: string) => {
    close();
    onDone(message);
  };
  const order = async (deliverableIds: string[]) => {
    // The page shows the deliverables that another tab added or removed, and the seller sorts again.
    if (data && !(await sort.run({ productId: product.id, version: data.version, deliverableIds }))) await refetch();
  };
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  const create = (
    <button type="button" className="button button-primary" onClick={() => setOpen({ act: 'create' })}>
      <Icon name="plus" size={18} />
      {t('deliverables.create')}
    </button>
  );
  const dialog = { productId: product.id, mostBytes: data?.mostFileBytes ?? 0, onClose: close };
  return (
    <>
      {data && items.length === 0 ? (
        <EmptyState icon="package" title={t('deliverables.empty')} text={t('deliverables.emptyText')}>
          {create}
        </EmptyState>
      ) : (
        items.length < MOST_DELIVERABLES && <div className="tab-act">{create}</div>
      )}
      <Refusal error={sort.error} />
      <SortedList
        label={t('tabs.delivery')}
        items={data?.items}
        isBusy={!data || sort.isBusy}
        show={(item) => <DeliverableWords item={item} />}
        acts={(item) =>
          item.kind === 'KEY' && (
            <button
              type="button"
              className="button"
              aria-label={t('deliverables.keysOf', { title: item.title })}
              onClick={() => setOpen({ act: 'keys', item })}
            >
              {t('deliverables.keys')}
            </button>
          )
        }
        onSort={order}
        onEdit={(item) => setOpen({ act: 'edit', item })}
        onRemove={(item) => setOpen({ act: 'remove', item })}
      />
      {open?.act === 'create' && <DeliverableDialog {...dialog} onDone={() => finish(t('deliverables.created'))} />}
      {open?.act === 'edit' && (
        <DeliverableDialog
          {...dialog}
          item={open.item}
          reload={async () => ({ data: (await refetch()).data?.items.find(({ id }) => id === open.item.id) })}
          onDone={() => finish(t('deliverables.saved'))}
        />
      )}
      {open?.act === 'keys' && <KeysDialog item={open.item} onDone={finish} onClose={close} />}
      {open?.act === 'remove' && (
        <RemoveDialog item={open.item} onDone={() => finish(t('deliverables.removed'))} onClose={close} />
      )}
    </>
  );
}

function DeliverableWords({ item }: { item: Deliverable }) {
  const { t } = useTranslation('products');
  const { locale } = useHost();
  const { kind, title, file, address, text, mostDownloads, freeKeys, waitingSales } = item;
  return (
    <span className="deliverable">
      <Icon name={ICONS[kind]} />
      <span className="deliverable-words">
        <strong>{title}</strong>
        {file && (
          <span className="muted">
            {file.name} · {formatBytes(file.bytes, locale)} · {t('deliverables.downloads', { count: mostDownloads })}
          </span>
        )}
        {address && <span className="muted">{address}</span>}
        {kind === 'TEXT' && <span className="muted deliverable-text">{text}</span>}
        {kind === 'KEY' && (
          <span className="bump-price">
            <span className="muted">{t('deliverables.free', { count: freeKeys })}</span>
            {waitingSales > 0 && (
              <StatusBadge tone="rejected" icon="alert" label={t('deliverables.waiting', { count: waitingSales })} />
            )}
            {waitingSales === 0 && freeKeys <= FEW_KEYS && (
              <StatusBadge
                tone="pending"
                icon="alert"
                label={t(freeKeys === 0 ? 'deliverables.none' : 'deliverables.few')}
              />
            )}
          </span>
        )}
      </span>
    </span>
  );
}

interface RemoveDialogProps {
  item: Deliverable;
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ item, onDone, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('products');
  return (
    <ConfirmChange
      isDanger
      title={t('bumps.removeTitle', { title: item.title })}
      text={t('deliverables.removeText')}
      action={t('bumps.remove')}
      change={useDeliverableRemoval()}
      input={{ deliverableId: item.id, version: item.version }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
