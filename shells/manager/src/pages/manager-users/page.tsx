import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageFrame } from '@feira/shell-kit/components/page-frame';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import '@feira/shell-kit/styles/lists.css';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useSearchField } from '@feira/shell-kit/use-search-field';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useManagedUsers } from '../../components/use-managed-users.ts';
import { UsersList } from '../../components/users-list.tsx';
import { isFiltered, MAX_SEARCH_LENGTH, NO_FILTER, readFilter, toListInput, type UsersFilter } from './users-filter.ts';

export default function ManagerUsersPage() {
  const { t } = useTranslation('manager');
  const { search, change } = useAddress();
  const filter = readFilter(search);
  const pages = usePages();
  const query = useManagedUsers(toListInput(filter, pages.after));
  // Another filter is another list: it begins at its first page.
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
  const search = useSearchField(filter.search, (text) => onChange({ search: text || null }, true));
  return (
    <search className="list-filters">
      <Input
        className="list-search"
        type="search"
        prefix={<Icon name="search" size={18} />}
        aria-label={t('users.searchLabel')}
        placeholder={t('users.searchHint')}
        maxLength={MAX_SEARCH_LENGTH}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onPressEnter={search.finish}
        onBlur={search.finish}
      />
      <Select
        className="list-select"
        popupMatchSelectWidth={false}
        aria-label={t('users.status')}
        value={filter.status ?? 'ALL'}
        onChange={(status) => onChange({ status: status === 'ALL' ? null : status })}
        options={(['ALL', ...PERSON_STATUSES] as const).map((status) => ({
          value: status,
          label: status === 'ALL' ? t('users.allStatuses') : t(`kit:activeStatus.${status}`),
        }))}
      />
    </search>
  );
}
