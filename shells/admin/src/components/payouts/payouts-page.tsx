import { BatchBar } from '@feira/shell-desk/batch/batch-bar.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useSelection } from '@feira/shell-kit/use-selection';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTotal } from '../money/list-total.tsx';
import { MoneyFilters } from '../money/money-filters.tsx';
import { ApproveDialog, DetailDialog, RejectDialog } from './payout-dialogs.tsx';
import { type PayoutAct, PayoutList } from './payout-list.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { useApproval } from './use-approval.ts';
import { PAYOUT_FILTER, PAYOUT_STATES, type Payout, usePayouts } from './use-payouts.ts';

const DIALOGS = { APPROVE: ApproveDialog, REJECT: RejectDialog, SETTLE: SettleDialog };

interface PayoutsPageProps {
  title: string;
  owner: 'seller' | 'manager';
  view: 'OPEN' | 'PAID';
}

/** Lists withdrawals of sellers or of managers: those that wait for a decision, or those that were paid. */
export function PayoutsPage({ title, owner, view }: PayoutsPageProps) {
  const { t } = useTranslation(['adminMoney', 'kit']);
  const { filter, input, onChange, ...list } = useListFilter(PAYOUT_FILTER);
  const query = usePayouts(owner, view, input);
  const [asked, setAsked] = useState<{ act: Exclude<PayoutAct, 'DETAILS'>; payout: Payout } | null>(null);
  const opened = useOpened();
  const selection = useSelection<Payout>(({ id }) => id);
  const approval = useApproval();
  const [done, setDone] = useState('');
  const finish = (message: string) => {
    setAsked(null);
    setDone(message);
  };
  const states = PAYOUT_STATES.map((value) => ({
    value,
    label: value === 'EVERY' ? t('allStates') : t(`payouts.states.${value}`),
  }));
  const Dialog = asked && DIALOGS[asked.act];
  return (
    <PageFrame
      title={title}
      filters={
        <MoneyFilters
          filter={filter}
          onChange={onChange}
          currency={query.data?.currency}
          allLabel={t('payouts.open')}
          {...(view === 'OPEN' && { states })}
        />
      }
    >
      <DoneNote text={done} />
      <ListTotal data={query.data} />
      <PayoutList
        {...list}
        query={query}
        view={view}
        label={title}
        selection={
          view === 'OPEN'
            ? {
                ...selection,
                labelOf: ({ person }) => t('kit:list.choose', { name: person.name }),
                mayChoose: ({ state, mayApprove }) => state === 'WAITING' && mayApprove,
              }
            : undefined
        }
        onAsk={(act, payout) => {
          setDone('');
          if (act === 'DETAILS') opened.open(payout.id);
          else setAsked({ act, payout });
        }}
      />
      <BatchBar selection={selection} batch={approval} />
      {Dialog && <Dialog payout={asked.payout} onDone={finish} onClose={() => setAsked(null)} />}
      {opened.id && (
        <DialogEntry value={false}>
          <DetailDialog
            key={opened.id}
            id={opened.id}
            owner={owner}
            view={view}
            known={query.data?.items.find(({ id }) => id === opened.id)}
            onClose={opened.close}
          />
        </DialogEntry>
      )}
    </PageFrame>
  );
}
