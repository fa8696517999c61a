/** Reads the filter of the list of users from the address. */
import type { Input } from '@feira/schemas/procedure';
import { type listManagedUsers, PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { readSearchText } from '@feira/shell-kit/search-text';

export const PAGE_SIZE = 20;
export interface UsersFilter {
  status: (typeof PERSON_STATUSES)[number] | null;
  search: string;
}

export const readFilter = (address: URLSearchParams): UsersFilter => ({
  status: PERSON_STATUSES.find((status) => status === address.get('status')) ?? null,
  search: readSearchText(address),
});

export const isFiltered = ({ status, search }: UsersFilter): boolean => status !== null || search.trim() !== '';

/** Takes every filter out of the address. */
export const NO_FILTER = { status: null, search: null, after: null };

export const toListInput = ({ status, search }: UsersFilter, after: string | null): Input<typeof listManagedUsers> => ({
  limit: PAGE_SIZE,
  ...(status && { status }),
  ...(search.trim() && { search: search.trim() }),
  ...(after && { after }),
});
