/** Reads the filter of the list of events from the address. */
import type { Input } from '@feira/schemas/procedure';
import { AUDIT_EVENTS, type AuditEventType, type listEvents } from '@feira/schemas/procedures/audit';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';
import { readPlatformId } from '../../components/read-platform-id.ts';

export const PAGE_SIZE = 25;
export interface LogsFilter {
  /** Null means the own platform. */
  platformId: string | null;
  type: AuditEventType | null;
  search: string;
  period: PeriodChoice;
}

export function readFilter(address: URLSearchParams): LogsFilter {
  return {
    platformId: readPlatformId(address),
    type: AUDIT_EVENTS.find((type) => type === address.get('type')) ?? null,
    search: readSearchText(address),
    period: readPeriod(address, { kind: 'all' }),
  };
}

/** The platform is no filter: no list covers all of them. */
export const isFiltered = ({ type, search, period }: LogsFilter): boolean =>
  type !== null || search.trim() !== '' || period.kind !== 'all';

/** Takes every filter out of the address. */
export const NO_FILTER = { type: null, search: null, period: null, from: null, to: null, after: null };

export function toListInput(
  { platformId, type, search, period }: LogsFilter,
  after: string | null,
  today?: string,
): Input<typeof listEvents> {
  return {
    limit: PAGE_SIZE,
    ...(platformId && { platformId }),
    ...(type && { type }),
    ...(search.trim() && { search: search.trim() }),
    ...(period.kind !== 'all' && toPeriod(period, today)),
    ...(after && { after }),
  };
}
