/** Reads the filter of the log of subscriptions from the address. */
import type { Input } from '@feira/schemas/procedure';
import type { listLogs } from '@feira/schemas/procedures/subscriptions';
import { SUBSCRIPTION_LOG_GROUPS, type SubscriptionLogGroup } from '@feira/schemas/subscription';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';
import { readPlatformId } from '../../components/read-platform-id.ts';

export const PAGE_SIZE = 25;
export const LOG_GROUPS = Object.keys(SUBSCRIPTION_LOG_GROUPS) as SubscriptionLogGroup[];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface LogsFilter {
  /** Null means the own platform. */
  platformId: string | null;
  group: SubscriptionLogGroup | null;
  subscriptionId: string | null;
  search: string;
  period: PeriodChoice;
}

export function readFilter(address: URLSearchParams): LogsFilter {
  const subscription = address.get('subscription') ?? '';
  return {
    platformId: readPlatformId(address),
    group: LOG_GROUPS.find((group) => group === address.get('group')) ?? null,
    subscriptionId: UUID.test(subscription) ? subscription : null,
    search: readSearchText(address),
    period: readPeriod(address, { kind: 'all' }),
  };
}

/** The platform is no filter. */
export const isFiltered = ({ group, subscriptionId, search, period }: LogsFilter): boolean =>
  group !== null || subscriptionId !== null || search.trim() !== '' || period.kind !== 'all';

/** Takes every filter out of the address. */
export const NO_FILTER = {
  group: null,
  subscription: null,
  search: null,
  period: null,
  from: null,
  to: null,
  after: null,
};

export const toLogsInput = (filter: LogsFilter, after: string | null, today?: string): Input<typeof listLogs> => ({
  limit: PAGE_SIZE,
  ...(filter.platformId && { platformId: filter.platformId }),
  ...(filter.group && { group: filter.group }),
  ...(filter.subscriptionId && { subscriptionId: filter.subscriptionId }),
  ...(filter.search.trim() && { search: filter.search.trim() }),
  ...(filter.period.kind !== 'all' && toPeriod(filter.period, today)),
  ...(after && { after }),
});
