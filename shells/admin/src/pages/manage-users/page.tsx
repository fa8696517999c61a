import { listUsers, USER_ROLES } from '@feira/schemas/procedures/people';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { useTranslation } from 'react-i18next';
import { PeopleFilters } from '../../components/people-filters.tsx';
import { usePermission } from '../../components/use-permission.ts';
import { USERS_FILTER } from './users-filter.ts';
import { UsersList } from './users-list.tsx';

/** Lists the users of the platform. */
export default function ManageUsersPage() {
  const { t } = useTranslation(['admin', 'kit']);
  const can = usePermission();
  const { filter, input, onChange, ...list } = useListFilter(USERS_FILTER);
  const query = useListQuery(listUsers, input);
  const searchWords = can('isUserDocumentsAvailable')
    ? { label: t('users.search.labelDocument'), hint: t('users.search.hintDocument') }
    : { label: t('users.search.label'), hint: t('users.search.hint') };
  const filters = (
    <PeopleFilters filter={filter} onChange={onChange} search={searchWords}>
      <FilterSelect
        name="role"
        label={t('users.role')}
        all={t('users.allRoles')}
        choices={USER_ROLES.map((value) => ({ value, label: t(`kit:role.${value}`) }))}
        value={filter.role}
        onChange={onChange}
      />
    </PeopleFilters>
  );
  const exportLinks = can('isExportUsersAvailable') && (
    <ExportLinks label={t('users.export')} path="/exports/users" input={input} />
  );
  return (
    <PageFrame title={t('users.title')} filters={filters}>
      <UsersList {...list} query={query} exports={exportLinks} />
    </PageFrame>
  );
}
