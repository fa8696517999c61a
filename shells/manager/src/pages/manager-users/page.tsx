import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { PersonStatusSelect } from '@feira/shell-desk/people/person-status-select.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { useManagedUsers } from '../../components/use-managed-users.ts';
import { UsersList } from '../../components/users-list.tsx';
import { isFiltered, NO_FILTER, readFilter, toListInput, type UsersFilter } from './users-filter.ts';

export default function ManagerUsersPage() {
  const { t } = useTranslation('manager');
  const { search, change } = useAddress();
  const filter = readFilter(search);
  const pages = usePages();
  const query = useManagedUsers(toListInput(filter, pages.after));
  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const empty = isFiltered(filter) ? (
    <EmptyState icon="search" title={t('users.noMatchTitle')} text={t('users.noMatchText')}>
      <button type="button" className="button" onClick={() => changeFilter(NO_FILTER)}>
        {t('users.clearFilters')}
      </button>
    </EmptyState>
  ) : (
    <EmptyState icon="people" title={t('users.emptyTitle')} text={t('users.emptyText')} />
  );
  return (
    <PageFrame title={t('users.title')} filters={<UsersFilters filter={filter} onChange={changeFilter} />}>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.people.length}
        empty={empty}
        pagerLabel={t('users.pages')}
      >
        <UsersList users={query.data?.people} />
      </PagedList>
    </PageFrame>
  );
}

interface UsersFiltersProps {
  filter: UsersFilter;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

function UsersFilters({ filter, onChange }: UsersFiltersProps) {
  const { t } = useTranslation(['manager', 'kit']);
  return (
    <search className="list-filters">
      <SearchInput
        value={filter.search}
        label={t('users.searchLabel')}
        hint={t('users.searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
      <PersonStatusSelect
        value={filter.status}
        label={t('users.status')}
        allLabel={t('users.allStatuses')}
        onChange={(status) => onChange({ status })}
      />
    </search>
  );
}
