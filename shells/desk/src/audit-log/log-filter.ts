import { AUDIT_EVENTS } from '@feira/schemas/procedures/audit';
import { days, defineFilter, type FilterOf, id, oneOf, scope, text, words } from '@feira/shell-kit/filter';

const SUBJECT_LENGTH = 254;

export const LOG_FILTER = defineFilter(
  {
    /** The own platform unless the address names another: no list covers all of them. */
    platformId: scope(id('platform')),
    type: oneOf('type', AUDIT_EVENTS),
    /** The person who acted, or whom the events concern. */
    personId: id('person'),
    /** The thing that was changed. */
    subjectId: text('subject', SUBJECT_LENGTH),
    search: words(),
    period: days(),
  },
  25,
);
export type LogFilter = FilterOf<typeof LOG_FILTER>;
