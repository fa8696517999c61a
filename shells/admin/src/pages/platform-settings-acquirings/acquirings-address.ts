/** Reads the state of the page from its address. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { listDecisions } from '@feira/schemas/procedures/routing';
import { readSearchText } from '@feira/shell-kit/search-text';

export const TABS = ['health', 'routes', 'decisions'] as const;
export type Tab = (typeof TABS)[number];
export const HOURS = [24, 168, 720] as const;
export type Hours = (typeof HOURS)[number];
export const PAGE_SIZE = 25;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Shown {
  tab: Tab;
  hours: Hours;
  connectionId: string | null;
  method: PaymentMethod | null;
  search: string;
}

/** Values that the page does not offer are ignored: people type and cut addresses. */
export function readShown(address: URLSearchParams): Shown {
  const connection = address.get('connection') ?? '';
  return {
    tab: TABS.find((tab) => tab === address.get('tab')) ?? 'health',
    hours: HOURS.find((hours) => String(hours) === address.get('hours')) ?? 24,
    connectionId: UUID.test(connection) ? connection : null,
    method: PAYMENT_METHODS.find((method) => method === address.get('method')) ?? null,
    search: readSearchText(address),
  };
}

export const isFiltered = ({ connectionId, method, search }: Shown): boolean =>
  connectionId !== null || method !== null || search.trim() !== '';

/** Takes every filter of the decisions out of the address. */
export const NO_FILTER = { connection: null, method: null, search: null, after: null };

export const toDecisionsInput = (
  { connectionId, method, search }: Shown,
  after: string | null,
): Input<typeof listDecisions> => ({
  limit: PAGE_SIZE,
  ...(connectionId && { connectionId }),
  ...(method && { method }),
  ...(search.trim() && { search: search.trim() }),
  ...(after && { after }),
});
