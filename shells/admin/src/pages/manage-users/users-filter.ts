import type { Locale } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { EXPORT_FORMATS } from '@feira/schemas/procedures/balances';
import { type listUsers, USER_ROLES } from '@feira/schemas/procedures/people';
import {
  isPeopleFiltered,
  type PeopleFilter,
  readPeopleFilter,
  toPage,
  toPeopleInput,
} from '../../components/people-filter.ts';

export interface UsersFilter extends PeopleFilter {
  role: (typeof USER_ROLES)[number] | null;
}

export const readUsersFilter = (address: URLSearchParams): UsersFilter => ({
  ...readPeopleFilter(address),
  role: USER_ROLES.find((role) => role === address.get('role')) ?? null,
});

export const isUsersFiltered = (filter: UsersFilter): boolean => filter.role !== null || isPeopleFiltered(filter);

const toChoice = (filter: UsersFilter) => ({ ...toPeopleInput(filter), ...(filter.role && { role: filter.role }) });

export const toUsersInput = (filter: UsersFilter, after: string | null): Input<typeof listUsers> => ({
  ...toChoice(filter),
  ...toPage(after),
});

/** Downloads all pages of the filtered list. A link sends no language, so the address names it. */
export const toExportAddress = (filter: UsersFilter, format: (typeof EXPORT_FORMATS)[number], locale: Locale): string =>
  `/exports/users?${new URLSearchParams({ ...toChoice(filter), format, lang: locale })}`;

/** Returns the address of a person, which keeps the filter of the list for the way back. */
export function toUserAddress(search: URLSearchParams, personId: string): string {
  const query = search.toString();
  return `/admin-root/manage-users/${personId}${query ? `?${query}` : ''}`;
}
