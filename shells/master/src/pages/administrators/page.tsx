import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatforms } from '../../components/use-platforms.ts';
import { isFiltered, NO_FILTER, readFilter } from './administrators-filter.ts';
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
  const { search, change } = useAddress();
  const filter = readFilter(search);
  const pages = usePages();
  const query = useAdministrators(filter, pages.after);
  const platforms = usePlatforms().data?.platforms;
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState('');
  const finish = (message: string) => {
    setOpen(null);
    setDone(message);
  };
  const openDialog = (next: Open) => {
    setOpen(next);
    setDone('');
  };
  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) => {
    setDone('');
    change({ ...changes, after: null }, { isReplaced });
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
  const empty = isFiltered(filter) ? (
    <EmptyState icon="search" title={t('administrators.noMatchTitle')} text={t('administrators.noMatchText')}>
      <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
        {t('administrators.clearFilters')}
      </button>
    </EmptyState>
  ) : (
    <EmptyState icon="shield" title={t('administrators.emptyTitle')} text={t('administrators.emptyText')} />
  );
  return (
    <PageFrame
      title={t('administrators.title')}
      action={invite}
      filters={<AdministratorsFilters filter={filter} onChange={changeFilter} />}
    >
      <p role="status" className={done ? 'notice notice-info list-done' : 'visually-hidden'}>
        {done}
      </p>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.people.length}
        empty={empty}
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
