import { listAnticipations } from '@feira/schemas/procedures/anticipations';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import type { IconName } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnticipationOffer } from './anticipation-offer.tsx';
import { Moment } from './moment.tsx';
import { ANTICIPATION_FILTER } from './money-address.ts';
import { type Anticipation, useAnticipationCancellation } from './use-money.ts';

interface AnticipationsTabProps {
  onDone: (message: string) => void;
}

/** Shows the money that can be paid early, and the former requests. */
export function AnticipationsTab({ onDone }: AnticipationsTabProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const { filter, input, ...list } = useListFilter(ANTICIPATION_FILTER);
  const query = useListQuery(listAnticipations, input);
  const [open, setOpen] = useState<Anticipation | null>(null);
  const columns: RecordColumn<Anticipation>[] = [
    {
      key: 'at',
      title: t('withdrawals.requestedAt'),
      isHead: true,
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    { key: 'holds', title: t('anticipations.sales'), isNumber: true, show: ({ holds }) => holds },
    { key: 'state', title: t('state'), show: (anticipation) => <AnticipationStatus anticipation={anticipation} /> },
    {
      key: 'amount',
      title: t('anticipations.amount'),
      isNumber: true,
      isHead: true,
      show: ({ amount, fee, currency }) => (
        <TwoLines
          first={<strong>{formatCurrency(amount, currency, locale)}</strong>}
          second={t('withdrawals.feeOf', { amount: formatCurrency(fee, currency, locale) })}
        />
      ),
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (anticipation) =>
        anticipation.state === 'WAITING' && (
          <button type="button" className="button" onClick={() => setOpen(anticipation)}>
            {t('withdrawals.cancel')}
          </button>
        ),
    },
  ];
  return (
    <>
      <AnticipationOffer currency={filter.currency} onDone={onDone} />
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        empty={<EmptyState icon="clock" title={t('anticipations.emptyTitle')} text={t('anticipations.emptyText')} />}
        pagerLabel={t('anticipations.pages')}
      >
        <RecordList
          label={t('tabs.anticipations')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
          skeletonCount={3}
        />
      </PagedList>
      {open && (
        <CancelDialog
          anticipation={open}
          onDone={() => {
            setOpen(null);
            onDone(t('anticipations.canceled'));
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const LOOKS: Record<Anticipation['state'], [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  PAID: ['approved', 'check'],
  REFUSED: ['rejected', 'close'],
  CANCELED: ['canceled', 'stop'],
};

function AnticipationStatus({ anticipation: { state, reason, closedAt } }: { anticipation: Anticipation }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const [tone, icon] = LOOKS[state];
  const badge = <StatusBadge tone={tone} icon={icon} label={t(`anticipations.states.${state}`)} />;
  const note = reason ?? (closedAt && formatDate(closedAt, locale));
  return note ? <TwoLines first={badge} second={note} /> : badge;
}

interface CancelDialogProps {
  anticipation: Anticipation;
  onDone: () => void;
  onClose: () => void;
}

function CancelDialog({ anticipation, onDone, onClose }: CancelDialogProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  return (
    <ConfirmChange
      isDanger
      title={t('anticipations.cancelTitle', {
        amount: formatCurrency(anticipation.amount, anticipation.currency, locale),
      })}
      text={t('anticipations.cancelText')}
      action={t('anticipations.cancel')}
      dismissal={t('anticipations.keep')}
      change={useAnticipationCancellation()}
      input={{ anticipationId: anticipation.id }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
