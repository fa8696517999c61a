import { USER_ROLES } from '@feira/schemas/procedures/people';
import { defineFilter, oneOf } from '@feira/shell-kit/filter';
import { PEOPLE_PARTS } from '../../components/people-filter.ts';

export const USERS_FILTER = defineFilter({ ...PEOPLE_PARTS, role: oneOf('role', USER_ROLES) });

/** Returns the address of a person, which keeps the filter of the list for the way back. */
export function toUserAddress(search: URLSearchParams, personId: string): string {
  const query = search.toString();
  return `/admin-root/manage-users/${personId}${query ? `?${query}` : ''}`;
}
