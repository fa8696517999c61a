import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BankAccountDialog } from './bank-account-dialog.tsx';
import { DestinationStatus, useDestinationKind } from './destination-words.tsx';
import { PixKeyDialog } from './pix-key-dialog.tsx';
import { RemoveDestinationDialog } from './remove-destination-dialog.tsx';
import { type Destination, useDestinations } from './use-money.ts';

type Open = { kind: 'pix' | 'bank' } | { kind: 'remove'; destination: Destination } | null;

/** Lists the destinations of withdrawals, and adds, confirms and removes them. */
export function DestinationsTab({ onDone }: { onDone: (message: string) => void }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const { data, error, refetch } = useDestinations();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const finish = (message: string) => {
    setOpen(null);
    onDone(message);
  };
  const sayAdded = ({ status, usableAt }: Destination) =>
    finish(
      status === 'WAITING'
        ? t('destinations.accountAdded')
        : t('destinations.keyAdded', { date: formatDate(usableAt, locale), time: formatTime(usableAt, locale) }),
    );
  const add = (
    <div className="money-actions">
      <button type="button" className="button" onClick={() => setOpen({ kind: 'pix' })}>
        <Icon name="pix" size={18} />
        {t('destinations.addKey')}
      </button>
      <button type="button" className="button" onClick={() => setOpen({ kind: 'bank' })}>
        <Icon name="plus" size={18} />
        {t('destinations.addAccount')}
      </button>
    </div>
  );
  return (
    <>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.destinations.length === 0 && (
        <EmptyState icon="pix" title={t('destinations.emptyTitle')} text={t('destinations.emptyText')}>
          {add}
        </EmptyState>
      )}
      {!error && data?.destinations.length !== 0 && (
        <>
          <div className="money-bar">
            <p className="muted">{t('destinations.text')}</p>
            {add}
          </div>
          <DestinationList
            destinations={data?.destinations}
            onRemove={(destination) => setOpen({ kind: 'remove', destination })}
          />
        </>
      )}
      {open?.kind === 'pix' && <PixKeyDialog onDone={sayAdded} onClose={close} />}
      {open?.kind === 'bank' && <BankAccountDialog onDone={sayAdded} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDestinationDialog
          destination={open.destination}
          onDone={() => finish(t('destinations.removed', { label: open.destination.label }))}
          onClose={close}
        />
      )}
    </>
  );
}

interface DestinationListProps {
  destinations: Destination[] | undefined;
  onRemove: (destination: Destination) => void;
}

function DestinationList({ destinations, onRemove }: DestinationListProps) {
  const { t } = useTranslation('money');
  const kindOf = useDestinationKind();
  const columns: RecordColumn<Destination>[] = [
    {
      key: 'label',
      title: t('destinations.destination'),
      isHead: true,
      show: (destination) => (
        <TwoLines first={<strong className="money-name">{destination.label}</strong>} second={kindOf(destination)} />
      ),
    },
    { key: 'holder', title: t('destinations.holder'), show: ({ holderName }) => holderName },
    { key: 'status', title: t('state'), show: (destination) => <DestinationStatus destination={destination} /> },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (destination) => (
        <button type="button" className="button" onClick={() => onRemove(destination)}>
          {t('destinations.remove')}
          <span className="visually-hidden"> {destination.label}</span>
        </button>
      ),
    },
  ];
  return (
    <RecordList
      label={t('tabs.destinations')}
      columns={columns}
      records={destinations}
      keyOf={({ id }) => id}
      skeletonCount={3}
    />
  );
}
