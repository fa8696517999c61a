import { USER_ROLES } from '@feira/schemas/procedures/people';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { useHost } from '@feira/shell-kit/host-context';
import { type AddressChange, useAddress } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import { useTranslation } from 'react-i18next';
import { PeopleFilters } from '../../components/people-filters.tsx';
import { usePermission } from '../../components/use-permission.ts';
import { useUsers } from './use-users.ts';
import { isUsersFiltered, readUsersFilter, toExportAddress } from './users-filter.ts';
import { UsersList } from './users-list.tsx';

/** Lists the users of the platform. */
export default function ManageUsersPage() {
  const { t } = useTranslation(['admin', 'kit']);
  const can = usePermission();
  const { locale } = useHost();
  const { search, change } = useAddress();
  const filter = readUsersFilter(search);
  const pages = usePages();
  const query = useUsers(filter, pages.after);
  // A changed filter begins at the first page.
  const changeFilter = (changes: AddressChange, isReplaced = false) =>
    change({ ...changes, after: null }, { isReplaced });
  const searchWords = can('isUserDocumentsAvailable')
    ? { label: t('users.search.labelDocument'), hint: t('users.search.hintDocument') }
    : { label: t('users.search.label'), hint: t('users.search.hint') };
  const filters = (
    <PeopleFilters filter={filter} onChange={changeFilter} search={searchWords}>
      <SelectBox
        label={t('users.role')}
        options={USER_ROLES}
        getValue={(role) => role}
        displayValue={(role) => t(`kit:role.${role}`)}
        value={filter.role}
        onChange={(role) => changeFilter({ role })}
        allLabel={t('users.allRoles')}
      />
    </PeopleFilters>
  );
  const exportLinks = can('isExportUsersAvailable') && (
    <ExportLinks label={t('users.export')} addressOf={(format) => toExportAddress(filter, format, locale)} />
  );
  return (
    <PageFrame title={t('users.title')} filters={filters}>
      <UsersList
        query={query}
        pages={pages}
        isFiltered={isUsersFiltered(filter)}
        onFilter={(changes) => changeFilter({ ...changes, role: null })}
        exports={exportLinks}
      />
    </PageFrame>
  );
}
