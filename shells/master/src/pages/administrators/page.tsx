import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatforms } from '../../components/use-platforms.ts';
import { ADMINISTRATORS_FILTER } from './administrators-filter.ts';
import { AdministratorsFilters } from './administrators-filters.tsx';
import { AdministratorsList } from './administrators-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PermissionsDialog } from './permissions-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { type Administrator, useAdministrators } from './use-administrators.ts';

type Open = { kind: 'invite' } | { kind: 'edit' | 'revoke'; person: Administrator } | null;

const findPerson = (list: ReturnType<typeof useAdministrators>['data'], id: string) =>
  list?.people.find((person) => person.id === id);

export default function AdministratorsPage() {
  const { t } = useTranslation('master');
  const { session } = useHost();
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState('');
  const { filter, input, onChange, ...list } = useListFilter(ADMINISTRATORS_FILTER, () => setDone(''));
  const query = useAdministrators(input);
  const platforms = usePlatforms().data?.platforms;
  const finish = (message: string) => {
    setOpen(null);
    setDone(message);
  };
  const openDialog = (next: Open) => {
    setOpen(next);
    setDone('');
  };
  const dialog = {
    platformId: filter.platformId,
    platformName: platforms?.find(({ id }) => id === filter.platformId)?.name ?? session.platformName,
    onDone: finish,
    onClose: () => setOpen(null),
  };
  const invite = (
    <button type="button" className="button button-primary" onClick={() => openDialog({ kind: 'invite' })}>
      <Icon name="plus" size={18} />
      {t('administrators.invite')}
    </button>
  );
  return (
    <PageFrame
      title={t('administrators.title')}
      action={invite}
      filters={<AdministratorsFilters filter={filter} onChange={onChange} />}
    >
      <DoneNote text={done} />
      <PagedList
        {...list}
        query={query}
        count={query.data?.people.length}
        noMatch={{ title: t('administrators.noMatchTitle'), text: t('administrators.noMatchText') }}
        empty={<EmptyState icon="shield" title={t('administrators.emptyTitle')} text={t('administrators.emptyText')} />}
        pagerLabel={t('administrators.pages')}
      >
        <AdministratorsList
          people={query.data?.people}
          onEdit={(person) => openDialog({ kind: 'edit', person })}
          onRevoke={(person) => openDialog({ kind: 'revoke', person })}
        />
      </PagedList>
      {open?.kind === 'invite' && <InviteDialog {...dialog} />}
      {open?.kind === 'edit' && (
        <PermissionsDialog
          {...dialog}
          person={findPerson(query.data, open.person.id) ?? open.person}
          reload={async () => ({ data: findPerson((await query.refetch()).data, open.person.id) })}
        />
      )}
      {open?.kind === 'revoke' && <RevokeDialog {...dialog} person={open.person} />}
    </PageFrame>
  );
}
