import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { Icon } from '@feira/shell-kit/components/icon';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPeopleFiltered, readPeopleFilter } from '../../components/people-filter.ts';
import { PeopleFilters } from '../../components/people-filters.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ManagerList } from './manager-list.tsx';
import { type ManagerSummary, useManagers, useRevocation } from './use-managers.ts';

export default function ManageManagersPage() {
  const { t } = useTranslation('admin');
  const { search, change } = useAddress();
  const filter = readPeopleFilter(search);
  const pages = usePages();
  const query = useManagers(filter, pages.after);
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<ManagerSummary | null>(null);
  const [done, setDone] = useState('');
  const finish = (message: string) => {
    setIsInviting(false);
    setLeaving(null);
    setDone(message);
  };
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
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
      filters={<PeopleFilters filter={filter} onChange={changeFilter} />}
    >
      <p role="status" className={done ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
      <ManagerList
        query={query}
        pages={pages}
        isFiltered={isPeopleFiltered(filter)}
        onFilter={changeFilter}
        onInvite={() => setIsInviting(true)}
        onRevoke={setLeaving}
      />
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
  const { run, error, isBusy } = useRevocation();
  const revoke = async () => {
    if (await run({ personId: person.id })) onDone(t('managers.revoked', { name: person.name }));
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('managers.revokeTitle', { name: person.name })}
      text={
        person.userCount === 0 ? t('managers.revokeText') : t('managers.revokeTextUsers', { count: person.userCount })
      }
      action={t('managers.revoke')}
      error={error}
      isBusy={isBusy}
      onConfirm={revoke}
      onClose={onClose}
    />
  );
}
