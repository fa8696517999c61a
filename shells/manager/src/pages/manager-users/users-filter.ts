/** Which users are listed, as it stands in the address. */
import type { Input } from '@feira/schemas/procedure';
import { type listManagedUsers, PERSON_STATUSES } from '@feira/schemas/procedures/people';

export const PAGE_SIZE = 20;
export const MAX_SEARCH_LENGTH = 100;

export interface UsersFilter {
  status: (typeof PERSON_STATUSES)[number] | null;
  search: string;
}

export const readFilter = (address: URLSearchParams): UsersFilter => ({
  status: PERSON_STATUSES.find((status) => status === address.get('status')) ?? null,
  search: (address.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
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
