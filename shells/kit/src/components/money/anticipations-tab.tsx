import { formatCurrency } from '@feira/schemas/rules/currency';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../format.ts';
import { useHost } from '../../host-context.ts';
import { usePages } from '../../use-pages.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { IconName } from '../icon.tsx';
import { PagedList } from '../paged-list.tsx';
import { type RecordColumn, RecordList } from '../record-list.tsx';
import { StatusBadge, type StatusTone } from '../status-badge.tsx';
import { TwoLines } from '../two-lines.tsx';
import { AnticipationOffer } from './anticipation-offer.tsx';
import { Moment } from './moment.tsx';
import type { MoneyShown } from './money-address.ts';
import { type Anticipation, useAnticipationCancellation, useAnticipations } from './use-money.ts';

interface AnticipationsTabProps {
  shown: MoneyShown;
  onDone: (message: string) => void;
}

/** Shows the money that can be paid early, and the former requests. */
export function AnticipationsTab({ shown, onDone }: AnticipationsTabProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const pages = usePages();
  const query = useAnticipations(shown, pages.after);
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
      <AnticipationOffer currency={shown.currency} onDone={onDone} />
      <PagedList
        query={query}
        pages={pages}
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
  const { run, error, isBusy } = useAnticipationCancellation();
  const cancel = async () => {
    if (await run({ anticipationId: anticipation.id })) onDone();
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('anticipations.cancelTitle', {
        amount: formatCurrency(anticipation.amount, anticipation.currency, locale),
      })}
      text={t('anticipations.cancelText')}
      action={t('anticipations.cancel')}
      dismissal={t('anticipations.keep')}
      error={error}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={cancel}
    />
  );
}
