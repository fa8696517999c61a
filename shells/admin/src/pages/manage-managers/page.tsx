import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { Icon } from '@feira/shell-kit/components/icon';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PEOPLE_FILTER } from '../../components/people-filter.ts';
import { PeopleFilters } from '../../components/people-filters.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ManagerList } from './manager-list.tsx';
import { type ManagerSummary, useManagers, useRevocation } from './use-managers.ts';

export default function ManageManagersPage() {
  const { t } = useTranslation('admin');
  const { filter, input, onChange, ...list } = useListFilter(PEOPLE_FILTER);
  const query = useManagers(input);
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<ManagerSummary | null>(null);
  const [done, setDone] = useState('');
  const finish = (message: string) => {
    setIsInviting(false);
    setLeaving(null);
    setDone(message);
  };
  const invite = (
    <button type="button" className="button button-primary" onClick={() => setIsInviting(true)}>
      <Icon name="plus" size={18} />
      {t('managers.invite')}
    </button>
  );
  return (
    <PageFrame
      title={t('managers.title')}
      action={invite}
      filters={<PeopleFilters filter={filter} onChange={onChange} />}
    >
      <DoneNote text={done} />
      <ManagerList {...list} query={query} onInvite={() => setIsInviting(true)} onRevoke={setLeaving} />
      {isInviting && <InviteDialog onDone={finish} onClose={() => setIsInviting(false)} />}
      {leaving && <RevokeDialog person={leaving} onDone={finish} onClose={() => setLeaving(null)} />}
    </PageFrame>
  );
}

interface RevokeDialogProps {
  person: ManagerSummary;
  onDone: (message: string) => void;
  onClose: () => void;
}

function RevokeDialog({ person, onDone, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('admin');
  return (
    <ConfirmChange
      isDanger
      title={t('managers.revokeTitle', { name: person.name })}
      text={
        person.userCount === 0 ? t('managers.revokeText') : t('managers.revokeTextUsers', { count: person.userCount })
      }
      action={t('managers.revoke')}
      change={useRevocation()}
      input={{ personId: person.id }}
      onDone={() => onDone(t('managers.revoked', { name: person.name }))}
      onClose={onClose}
    />
  );
}
