/** Reads the filter of the lists of people from the address. */
import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { readSearchText } from '@feira/shell-kit/search-text';

export const PAGE_SIZE = 20;
export type PersonStatusFilter = (typeof PERSON_STATUSES)[number] | null;

export interface PeopleFilter {
  status: PersonStatusFilter;
  search: string;
}

export function readPeopleFilter(address: URLSearchParams): PeopleFilter {
  return {
    status: PERSON_STATUSES.find((status) => status === address.get('status')) ?? null,
    search: readSearchText(address),
  };
}

export const isPeopleFiltered = ({ status, search }: PeopleFilter): boolean => status !== null || search.trim() !== '';

/** Takes every filter out of the address. */
export const NO_PEOPLE_FILTER = { status: null, search: null, after: null };

/** Returns only the filters that narrow: the server accepts no empty ones. */
export function toPeopleInput({ status, search }: PeopleFilter) {
  return { ...(status && { status }), ...(search.trim() && { search: search.trim() }) };
}

export const toPage = (after: string | null) => ({ limit: PAGE_SIZE, ...(after && { after }) });
