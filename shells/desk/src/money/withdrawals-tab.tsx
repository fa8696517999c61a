import { listWithdrawals, WITHDRAWAL_STATES } from '@feira/schemas/procedures/payouts';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from './choice-filter.tsx';
import { Moment } from './moment.tsx';
import { WITHDRAWAL_FILTER } from './money-address.ts';
import { useWithdrawalCancellation, type Withdrawal } from './use-money.ts';
import { WithdrawalStatus } from './withdrawal-status.tsx';

interface WithdrawalsTabProps {
  onDone: (message: string) => void;
}

/** Lists the requested withdrawals and their results. */
export function WithdrawalsTab({ onDone }: WithdrawalsTabProps) {
  const { t } = useTranslation('money');
  const { filter, input, onChange, ...list } = useListFilter(WITHDRAWAL_FILTER, () => onDone(''));
  const query = useListQuery(listWithdrawals, input);
  const [open, setOpen] = useState<Withdrawal | null>(null);
  return (
    <>
      <search className="list-filters">
        <ChoiceFilter
          label={t('state')}
          all={t('allStates')}
          choices={WITHDRAWAL_STATES}
          nameOf={(state) => t(`withdrawals.states.${state}`)}
          value={filter.state}
          onChange={(state) => onChange({ state })}
        />
      </search>
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        noMatch={{ title: t('noMatchTitle'), text: t('withdrawals.noMatchText') }}
        empty={<EmptyState icon="wallet" title={t('withdrawals.emptyTitle')} text={t('withdrawals.emptyText')} />}
        pagerLabel={t('withdrawals.pages')}
      >
        <WithdrawalList withdrawals={query.data?.items} onCancel={setOpen} />
      </PagedList>
      {open && (
        <CancelDialog
          withdrawal={open}
          onDone={() => {
            setOpen(null);
            onDone(t('withdrawals.canceled'));
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface WithdrawalListProps {
  withdrawals: Withdrawal[] | undefined;
  onCancel: (withdrawal: Withdrawal) => void;
}

function WithdrawalList({ withdrawals, onCancel }: WithdrawalListProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const columns: RecordColumn<Withdrawal>[] = [
    {
      key: 'at',
      sort: 'createdAt',
      title: t('withdrawals.requestedAt'),
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: 'to',
      title: t('withdrawals.to'),
      isHead: true,
      show: ({ destinationLabel, method }) => (
        <TwoLines
          first={<strong className="money-name">{destinationLabel}</strong>}
          second={t(`withdrawals.methods.${method}`)}
        />
      ),
    },
    { key: 'state', title: t('state'), show: (withdrawal) => <WithdrawalStatus withdrawal={withdrawal} /> },
    {
      key: 'amount',
      sort: 'amount',
      title: t('withdrawals.amount'),
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
      show: (withdrawal) =>
        withdrawal.state === 'WAITING' && (
          <button type="button" className="button" onClick={() => onCancel(withdrawal)}>
            {t('withdrawals.cancel')}
            <span className="visually-hidden"> {withdrawal.destinationLabel}</span>
          </button>
        ),
    },
  ];
  return (
    <RecordList
      isCompact
      label={t('tabs.withdrawals')}
      columns={columns}
      records={withdrawals}
      keyOf={({ id }) => id}
      skeletonCount={5}
    />
  );
}

interface CancelDialogProps {
  withdrawal: Withdrawal;
  onDone: () => void;
  onClose: () => void;
}

function CancelDialog({ withdrawal, onDone, onClose }: CancelDialogProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const amount = formatCurrency(withdrawal.amount, withdrawal.currency, locale);
  return (
    <ConfirmChange
      isDanger
      title={t('withdrawals.cancelTitle', { amount })}
      text={t('withdrawals.cancelText')}
      action={t('withdrawals.cancelAction')}
      dismissal={t('withdrawals.keep')}
      change={useWithdrawalCancellation()}
      input={{ withdrawalId: withdrawal.id }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
