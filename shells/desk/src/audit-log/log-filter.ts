/** Reads the filter of the list of events from the address. */
import type { Input } from '@feira/schemas/procedure';
import { AUDIT_EVENTS, type AuditEventType, type listEvents } from '@feira/schemas/procedures/audit';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';

export const PAGE_SIZE = 25;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SUBJECT_LENGTH = 254;

export interface LogFilter {
  /** Null means the own platform. */
  platformId: string | null;
  type: AuditEventType | null;
  /** The person who acted, or whom the events concern. */
  personId: string | null;
  /** The thing that was changed. */
  subjectId: string | null;
  search: string;
  period: PeriodChoice;
}

/** Returns the id of the address; null where there is none, or something that is no id. */
function readId(address: URLSearchParams, name: string): string | null {
  const id = address.get(name) ?? '';
  return UUID.test(id) ? id : null;
}

export function readFilter(address: URLSearchParams): LogFilter {
  return {
    platformId: readId(address, 'platform'),
    type: AUDIT_EVENTS.find((type) => type === address.get('type')) ?? null,
    personId: readId(address, 'person'),
    subjectId: address.get('subject')?.slice(0, SUBJECT_LENGTH) || null,
    search: readSearchText(address),
    period: readPeriod(address, { kind: 'all' }),
  };
}

/** The platform is no filter: no list covers all of them. */
export const isFiltered = ({ type, personId, subjectId, search, period }: LogFilter): boolean =>
  type !== null || personId !== null || subjectId !== null || search.trim() !== '' || period.kind !== 'all';

/** Takes every filter out of the address. */
export const NO_FILTER = {
  type: null,
  person: null,
  subject: null,
  search: null,
  period: null,
  from: null,
  to: null,
  after: null,
};

export function toListInput(
  { platformId, type, personId, subjectId, search, period }: LogFilter,
  after: string | null,
  today?: string,
): Input<typeof listEvents> {
  return {
    limit: PAGE_SIZE,
    ...(platformId && { platformId }),
    ...(type && { type }),
    ...(personId && { personId }),
    ...(subjectId && { subjectId }),
    ...(search.trim() && { search: search.trim() }),
    ...(period.kind !== 'all' && toPeriod(period, today)),
    ...(after && { after }),
  };
}
