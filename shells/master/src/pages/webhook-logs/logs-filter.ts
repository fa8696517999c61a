import { WEBHOOK_SEARCH_DAYS, WEBHOOK_STATES } from '@feira/schemas/procedures/webhooks';
import { days, defineFilter, type FilterOf, flag, id, oneOf, scope, words } from '@feira/shell-kit/filter';
import { addDays, type Period } from '@feira/shell-kit/period';

const BOTH = {
  platformId: scope(id('platform')),
  connectionId: id('connection'),
  search: words(),
  period: days(),
};
export const RECEIVED_FILTER = defineFilter({ ...BOTH, state: oneOf('state', WEBHOOK_STATES) }, 25);
export const CALLS_FILTER = defineFilter({ ...BOTH, isFailed: flag('failed') }, 25);
export type LogsFilter = FilterOf<typeof RECEIVED_FILTER> | FilterOf<typeof CALLS_FILTER>;

/** Takes the filters of both lists out of the address. */
export const CLEARED = { ...RECEIVED_FILTER.cleared, ...CALLS_FILTER.cleared };

/** A search covers a limited number of days; of a longer period it takes the last ones. */
export function toSearchable<I extends Partial<Period> & { search?: string }>(input: I): I {
  const { search, from, to } = input;
  const earliest = to && addDays(to, 1 - WEBHOOK_SEARCH_DAYS);
  return search && from && earliest && from < earliest ? { ...input, from: earliest } : input;
}
