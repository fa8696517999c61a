import { PRIVACY_STATES } from '@feira/schemas/procedures/privacy';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import type { IconName } from '@feira/shell-kit/components/icon';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import './add-texts.ts';
import { ApproveDialog, OpenDialog, RefuseDialog } from './dialogs.tsx';
import { type PrivacyRequest, type PrivacyState, REQUEST_FILTER, useRequests } from './use-requests.ts';

const LOOKS: Record<PrivacyState, [StatusTone, IconName]> = {
  WAITING: ['pending', 'clock'],
  DONE: ['approved', 'check'],
  WITHDRAWN: ['canceled', 'close'],
  REFUSED: ['rejected', 'stop'],
};

type Asked = { act: 'open' } | { act: 'approve' | 'refuse'; request: PrivacyRequest };

/** Lists who asked to be erased, and what stands in the way. */
export default function PrivacyRequestsPage() {
  const { t } = useTranslation(['adminPrivacy', 'admin']);
  const { filter, input, onChange, ...list } = useListFilter(REQUEST_FILTER);
  const query = useRequests(input);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState('');
  const dialog = {
    onClose: () => setAsked(null),
    onDone: (message: string) => {
      setAsked(null);
      setDone(message);
    },
  };
  return (
    <PageFrame
      title={t('admin:privacyRequests')}
      action={
        <button
          type="button"
          className="button button-primary"
          aria-haspopup="dialog"
          onClick={() => setAsked({ act: 'open' })}
        >
          {t('open')}
        </button>
      }
      filters={
        <search className="list-filters">
          <FilterSelect
            name="state"
            label={t('state')}
            all={t('all')}
            choices={PRIVACY_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
            value={filter.state}
            onChange={onChange}
          />
        </search>
      }
    >
      <p className="muted">{t('lead')}</p>
      <DoneNote text={done} />
      <MoneyList
        {...list}
        query={query}
        label={t('admin:privacyRequests')}
        columns={useColumns(setAsked)}
        keyOf={({ id }) => id}
        empty={{ icon: 'shield', title: t('emptyTitle'), text: t('emptyText') }}
      />
      {asked?.act === 'open' && <OpenDialog {...dialog} />}
      {asked?.act === 'approve' && <ApproveDialog {...dialog} request={asked.request} />}
      {asked?.act === 'refuse' && <RefuseDialog {...dialog} request={asked.request} />}
    </PageFrame>
  );
}

function useColumns(onAsk: (asked: Asked) => void): RecordColumn<PrivacyRequest>[] {
  const { t } = useTranslation('adminPrivacy');
  return [
    {
      key: 'person',
      title: t('person'),
      isHead: true,
      show: ({ personId, name, email, isByTeam }) => {
        const person = personId && name ? <PersonCell person={{ id: personId, name, email }} /> : email;
        return isByTeam ? <TwoLines first={person} second={t('byTeam')} /> : person;
      },
    },
    {
      key: 'state',
      title: t('state'),
      show: ({ state, reason }) => {
        const [tone, icon] = LOOKS[state];
        const badge = <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />;
        return reason ? <TwoLines first={badge} second={reason} /> : badge;
      },
    },
    { key: 'asked', title: t('asked'), show: ({ createdAt }) => <Moment at={createdAt} /> },
    { key: 'due', title: t('due'), show: ({ state, dueAt }) => state === 'WAITING' && <Moment at={dueAt} /> },
    {
      key: 'hindered',
      title: t('hindered'),
      show: ({ state, hindrances, isHalf }) => {
        if (state !== 'WAITING') return null;
        if (hindrances.length === 0) return t('nothing');
        const words = hindrances.map((hindrance) => t(`hindrances.${hindrance}`)).join(' · ');
        return isHalf ? <TwoLines first={words} second={t('half')} /> : words;
      },
    },
    {
      key: 'acts',
      title: t('acts'),
      isAction: true,
      show: (request) => <Acts request={request} onAsk={onAsk} />,
    },
  ];
}

function Acts({ request, onAsk }: { request: PrivacyRequest; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('adminPrivacy');
  const { state, hindrances, needsAnother, name, email } = request;
  if (state !== 'WAITING') return null;
  const label = name ?? email;
  return (
    <span className="list-actions">
      <MoneyAction label={t('refuse')} name={label} onClick={() => onAsk({ act: 'refuse', request })} />
      {hindrances.includes('MONEY') && !needsAnother && (
        <MoneyAction isPrimary label={t('approve')} name={label} onClick={() => onAsk({ act: 'approve', request })} />
      )}
    </span>
  );
}
