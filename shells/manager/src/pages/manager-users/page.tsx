import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { PersonStatusSelect } from '@feira/shell-desk/people/person-status-select.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import '@feira/shell-kit/styles/lists.css';
import type { FilterOf } from '@feira/shell-kit/filter';
import { type ChangeFilter, useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { useManagedUsers } from '../../components/use-managed-users.ts';
import { UsersList } from '../../components/users-list.tsx';
import { USERS_FILTER } from './users-filter.ts';

export default function ManagerUsersPage() {
  const { t } = useTranslation('manager');
  const { filter, input, onChange, ...list } = useListFilter(USERS_FILTER);
  const query = useManagedUsers(input);
  return (
    <PageFrame title={t('users.title')} filters={<UsersFilters filter={filter} onChange={onChange} />}>
      <PagedList
        {...list}
        query={query}
        count={query.data?.people.length}
        noMatch={{ title: t('users.noMatchTitle'), text: t('users.noMatchText') }}
        empty={<EmptyState icon="people" title={t('users.emptyTitle')} text={t('users.emptyText')} />}
        pagerLabel={t('users.pages')}
      >
        <UsersList users={query.data?.people} />
      </PagedList>
    </PageFrame>
  );
}

interface UsersFiltersProps {
  filter: FilterOf<typeof USERS_FILTER>;
  onChange: ChangeFilter;
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
