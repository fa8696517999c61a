import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { Icon } from '@feira/shell-kit/components/icon';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PEOPLE_FILTER } from '../../components/people-filter.ts';
import { PeopleFilters } from '../../components/people-filters.tsx';
import { FunctionaryList } from './functionary-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PermissionsDialog } from './permissions-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { type Functionary, useFunctionaries } from './use-functionaries.ts';

type Open = { kind: 'invite' } | { kind: 'edit' | 'revoke'; person: Functionary } | null;

const findPerson = (list: ReturnType<typeof useFunctionaries>['data'], id: string) =>
  list?.people.find((person) => person.id === id);

export default function ManageFunctionariesPage() {
  const { t } = useTranslation('admin');
  const { filter, input, onChange, ...list } = useListFilter(PEOPLE_FILTER);
  const query = useFunctionaries(input);
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState('');
  const close = () => setOpen(null);
  const finish = (message: string) => {
    setOpen(null);
    setDone(message);
  };
  const invite = (
    <button type="button" className="button button-primary" onClick={() => setOpen({ kind: 'invite' })}>
      <Icon name="plus" size={18} />
      {t('functionaries.invite')}
    </button>
  );
  return (
    <PageFrame
      title={t('functionaries.title')}
      action={invite}
      filters={<PeopleFilters filter={filter} onChange={onChange} />}
    >
      <DoneNote text={done} />
      <FunctionaryList
        {...list}
        query={query}
        onEdit={(person) => setOpen({ kind: 'edit', person })}
        onRevoke={(person) => setOpen({ kind: 'revoke', person })}
      />
      {open?.kind === 'invite' && <InviteDialog onDone={finish} onClose={close} />}
      {open?.kind === 'edit' && (
        <PermissionsDialog
          person={findPerson(query.data, open.person.id) ?? open.person}
          reload={async () => ({ data: findPerson((await query.refetch()).data, open.person.id) })}
          onDone={finish}
          onClose={close}
        />
      )}
      {open?.kind === 'revoke' && <RevokeDialog person={open.person} onDone={finish} onClose={close} />}
    </PageFrame>
  );
}
