/** Reads the filter of the lists of events and calls from the address. */
import type { Input } from '@feira/schemas/procedure';
import {
  type listExchanges,
  type listWebhooks,
  WEBHOOK_SEARCH_DAYS,
  WEBHOOK_STATES,
} from '@feira/schemas/procedures/webhooks';
import { addDays, type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';
import { readPlatformId } from '../../components/read-platform-id.ts';

export const PAGE_SIZE = 25;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const readId = (address: URLSearchParams, name: string): string | null => {
  const id = address.get(name) ?? '';
  return UUID.test(id) ? id : null;
};

export interface LogsFilter {
  tab: 'received' | 'calls';
  /** The event whose details are open. */
  eventId: string | null;
  /** Null means the own platform. */
  platformId: string | null;
  connectionId: string | null;
  state: WebhookState | null;
  isFailed: boolean;
  search: string;
  period: PeriodChoice;
}

export function readFilter(address: URLSearchParams): LogsFilter {
  return {
    tab: address.get('tab') === 'calls' ? 'calls' : 'received',
    eventId: readId(address, 'event'),
    platformId: readPlatformId(address),
    connectionId: readId(address, 'connection'),
    state: WEBHOOK_STATES.find((state) => state === address.get('state')) ?? null,
    isFailed: address.get('failed') === '1',
    search: readSearchText(address),
    period: readPeriod(address, { kind: 'all' }),
  };
}

/** The platform and the chosen list are no filters. */
export const isFiltered = ({ tab, connectionId, state, isFailed, search, period }: LogsFilter): boolean =>
  connectionId !== null ||
  (tab === 'received' ? state !== null : isFailed) ||
  search.trim() !== '' ||
  period.kind !== 'all';

/** Takes every filter out of the address. */
export const NO_FILTER = {
  connection: null,
  state: null,
  failed: null,
  search: null,
  period: null,
  from: null,
  to: null,
  after: null,
};

/** A search covers a limited number of days; of a longer period it takes the last ones. */
function toDays({ period, search }: LogsFilter, today: string | undefined) {
  if (period.kind === 'all') return {};
  const { from, to } = toPeriod(period, today);
  const earliest = addDays(to, 1 - WEBHOOK_SEARCH_DAYS);
  return { from: search.trim() && from < earliest ? earliest : from, to };
}

const toListInput = (filter: LogsFilter, after: string | null, today: string | undefined) => ({
  limit: PAGE_SIZE,
  ...(filter.platformId && { platformId: filter.platformId }),
  ...(filter.connectionId && { connectionId: filter.connectionId }),
  ...(filter.search.trim() && { search: filter.search.trim() }),
  ...toDays(filter, today),
  ...(after && { after }),
});

export const toWebhooksInput = (
  filter: LogsFilter,
  after: string | null,
  today?: string,
): Input<typeof listWebhooks> => ({
  ...toListInput(filter, after, today),
  ...(filter.state && { state: filter.state }),
});

export const toExchangesInput = (
  filter: LogsFilter,
  after: string | null,
  today?: string,
): Input<typeof listExchanges> => ({
  ...toListInput(filter, after, today),
  ...(filter.isFailed && { isFailed: true }),
});
