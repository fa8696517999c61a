import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { defineFilter, type FilterOf, id, oneOf, scope, words } from '@feira/shell-kit/filter';

export const ADMINISTRATORS_FILTER = defineFilter({
  platformId: scope(id('platform')),
  status: oneOf('status', PERSON_STATUSES),
  search: words(),
});
export type AdministratorsFilter = FilterOf<typeof ADMINISTRATORS_FILTER>;
