import { PERSON_STATUSES } from '@feira/schemas/procedures/people';
import { defineFilter, oneOf, words } from '@feira/shell-kit/filter';

export const USERS_FILTER = defineFilter({ status: oneOf('status', PERSON_STATUSES), search: words() });
