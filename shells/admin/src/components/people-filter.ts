import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { defineFilter, type FilterOf, oneOf, words } from '@feira/shell-kit/filter';

export const PEOPLE_PARTS = { status: oneOf('status', PERSON_STATUSES), search: words() };
export const PEOPLE_FILTER = defineFilter(PEOPLE_PARTS);
export type PeopleFilter = FilterOf<typeof PEOPLE_FILTER>;
