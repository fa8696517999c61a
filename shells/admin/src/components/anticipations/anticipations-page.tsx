import { BatchBar } from '@feira/shell-desk/batch/batch-bar.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import '@feira/shell-kit/styles/forms.css';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useSelection } from '@feira/shell-kit/use-selection';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTotal } from '../money/list-total.tsx';
import { MoneyFilters } from '../money/money-filters.tsx';
import { PayDialog, RefuseDialog } from './anticipation-dialogs.tsx';
import { AnticipationList } from './anticipation-list.tsx';
import { ANTICIPATION_FILTER, type Anticipation, EVERY, useAnticipations, usePayment } from './use-anticipations.ts';

interface AnticipationsPageProps {
  title: string;
  view: 'OPEN' | 'PAID';
}

/** Lists requests for held money before its time: those that wait for a decision, or those that were paid. */
export function AnticipationsPage({ title, view }: AnticipationsPageProps) {
  const { t } = useTranslation(['adminMoney', 'kit']);
  const { session } = useHost();
  const selection = useSelection<Anticipation>(({ id }) => id);
  const payment = usePayment();
  const { filter, input, onChange, ...list } = useListFilter(ANTICIPATION_FILTER);
  const query = useAnticipations(view, input);
  const [asked, setAsked] = useState<{ decision: 'PAY' | 'REFUSE'; anticipation: Anticipation } | null>(null);
  const [done, setDone] = useState('');
  const finish = (message: string) => {
    setAsked(null);
    setDone(message);
  };
  const { data } = query;
  const currency = filter.currency ?? data?.currency;
  const states = EVERY.map((value) => ({ value, label: t('allStates') }));
  const Dialog = asked && { PAY: PayDialog, REFUSE: RefuseDialog }[asked.decision];
  return (
    <PageFrame
      title={title}
      filters={
        <MoneyFilters
          filter={filter}
          onChange={onChange}
          currency={currency}
          allLabel={t('anticipations.open')}
          {...(view === 'OPEN' && { states })}
        />
      }
    >
      <DoneNote text={done} />
      <ListTotal data={data} />
      <AnticipationList
        {...list}
        query={query}
        view={view}
        label={title}
        selection={
          view === 'OPEN'
            ? {
                ...selection,
                labelOf: ({ person }) => t('kit:list.choose', { name: person.name }),
                mayChoose: ({ state, person }) => state === 'WAITING' && person.id !== session.person.id,
              }
            : undefined
        }
        onAsk={(decision, anticipation) => {
          setDone('');
          setAsked({ decision, anticipation });
        }}
      />
      <BatchBar selection={selection} batch={payment} />
      {Dialog && <Dialog anticipation={asked.anticipation} onDone={finish} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}
