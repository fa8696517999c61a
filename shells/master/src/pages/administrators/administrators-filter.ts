/** Reads the platform and the filter of the list of administrators from the address. */
import type { Input } from '@feira/schemas/procedure';
import { type listFunctionaries, PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { readSearchText } from '@feira/shell-kit/search-text';
import { readPlatformId } from '../../components/read-platform-id.ts';

export const PAGE_SIZE = 20;
export interface AdministratorsFilter {
  /** Null means the own platform. */
  platformId: string | null;
  status: (typeof PERSON_STATUSES)[number] | null;
  search: string;
}

export const readFilter = (address: URLSearchParams): AdministratorsFilter => ({
  platformId: readPlatformId(address),
  status: PERSON_STATUSES.find((status) => status === address.get('status')) ?? null,
  search: readSearchText(address),
});

export const isFiltered = ({ status, search }: AdministratorsFilter): boolean =>
  status !== null || search.trim() !== '';

/** Takes every filter out of the address; the platform stays. */
export const NO_FILTER = { status: null, search: null, after: null };

export const toListInput = (
  { platformId, status, search }: AdministratorsFilter,
  after: string | null,
): Input<typeof listFunctionaries> => ({
  limit: PAGE_SIZE,
  ...(platformId && { platformId }),
  ...(status && { status }),
  ...(search.trim() && { search: search.trim() }),
  ...(after && { after }),
});
