/** Says where a piece of work is decided. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { WorkKind } from '@feira/schemas/procedures/inbox';
import type { WorkItem } from './use-inbox.ts';

/** The list of each kind in the administrators' dashboard, and whether it can be searched for one of its rows. */
const LISTS: Record<
  Exclude<WorkKind, 'CONTRACTS' | 'PRODUCTS' | 'RULES' | 'TERMS' | 'VERIFICATIONS'>,
  { path: string; isSearched: boolean }
> = {
  DISPUTES: { path: '/charges?state=OPEN', isSearched: true },
  REQUESTS: { path: '/charges?tab=requests&state=WAITING', isSearched: true },
  PARKED: { path: '/charges?tab=parked', isSearched: false },
  REFUNDS: { path: '/charges?tab=refunds&state=OVERDUE', isSearched: true },
  WITHDRAWALS: { path: '/manage-withdraws?', isSearched: true },
  MANAGER_WITHDRAWALS: { path: '/manage-managers-withdraws?', isSearched: true },
  ANTICIPATIONS: { path: '/manage-anticipations?', isSearched: true },
  BANK_ACCOUNTS: { path: '/manage-bank-accounts?state=WAITING', isSearched: true },
  RECEIVERS: { path: '/manage-receivers?state=UNKNOWN', isSearched: true },
  REVIEWS: { path: '/risk?tab=review', isSearched: false },
  CARD_TESTS: { path: '/manage-sales?', isSearched: true },
  ERASURES: { path: '/privacy-requests?state=WAITING', isSearched: false },
  CASES: { path: '/export-accounting?tab=reconciliation', isSearched: false },
};

export type Located = Pick<WorkItem, 'kind' | 'id' | 'reference'>;

/** Returns the page where an administrator decides it. The address names the item, so that the page leads on to the next one. */
export function toDecision({ kind, id, reference }: Located): string | null {
  if (kind === 'CONTRACTS') return null;
  const marks = new URLSearchParams({ inbox: kind, item: id });
  if (kind === 'PRODUCTS') return `${DASHBOARD_PATHS.admin}/manage-products?product=${id}&${marks}`;
  if (kind === 'VERIFICATIONS') return `${DASHBOARD_PATHS.admin}/document-validation?person=${id}&${marks}`;
  if (kind === 'RULES') return `${DASHBOARD_PATHS.admin}/money-rules?proposal=${id}&${marks}`;
  if (kind === 'TERMS') return `${DASHBOARD_PATHS.admin}/manage-users/${reference}?proposal=${id}&${marks}`;
  const { path, isSearched } = LISTS[kind];
  if (isSearched && reference) marks.set('search', reference);
  return `${DASHBOARD_PATHS.admin}${path}${path.endsWith('?') ? '' : '&'}${marks}`;
}

/** Returns the page where a manager finds the seller whom it concerns. */
export const toSeller = ({ person }: Pick<WorkItem, 'person'>): string | null =>
  person && `${DASHBOARD_PATHS.manager}/manager-users?search=${encodeURIComponent(person.email)}`;
