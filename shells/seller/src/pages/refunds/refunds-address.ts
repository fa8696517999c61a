/** Reads the state of the refunds page from its address. */
import type { Input } from '@feira/schemas/procedure';
import { DISPUTE_KINDS, DISPUTE_STATES, type listDisputes } from '@feira/schemas/procedures/disputes';
import {
  type listRefunds,
  type listRequests,
  REFUND_REQUEST_STATES,
  REFUND_STATES,
} from '@feira/schemas/procedures/refunds';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';
import { readSearchText } from '@feira/shell-kit/search-text';

export const PAGE_SIZE = 20;
export const REFUND_TABS = ['refunds', 'requests', 'disputes'] as const;
export type RefundTab = (typeof REFUND_TABS)[number];

export interface RefundsShown {
  tab: RefundTab;
  period: PeriodChoice;
  search: string;
  /** The state by which the tab filters. */
  state: string | null;
  kind: (typeof DISPUTE_KINDS)[number] | null;
  /** The sale whose refund dialog is open. */
  paymentId: string | null;
  /** The dispute that is open. */
  disputeId: string | null;
}

const pick = <V extends string>(known: readonly V[], text: string | null): V | null =>
  known.find((one) => one === text) ?? null;

export const STATES = {
  refunds: REFUND_STATES,
  requests: REFUND_REQUEST_STATES,
  disputes: DISPUTE_STATES,
} as const satisfies Record<RefundTab, readonly string[]>;

export function readShown(address: URLSearchParams): RefundsShown {
  const tab = pick(REFUND_TABS, address.get('tab')) ?? REFUND_TABS[0];
  return {
    tab,
    period: readPeriod(address, { kind: 'all' }),
    search: readSearchText(address),
    state: pick<string>(STATES[tab], address.get('state')),
    kind: pick(DISPUTE_KINDS, address.get('kind')),
    paymentId: /^[\w-]{1,64}$/.test(address.get('payment') ?? '') ? address.get('payment') : null,
    disputeId: /^[0-9a-f-]{36}$/.test(address.get('dispute') ?? '') ? address.get('dispute') : null,
  };
}

/** Takes every filter out of the address; the tab stays. */
export const NO_FILTER = { period: null, from: null, to: null, search: null, state: null, kind: null, after: null };

export const isFiltered = ({ period, search, state, kind }: RefundsShown): boolean =>
  period.kind !== 'all' || search.trim() !== '' || state !== null || kind !== null;

const toPage = (after: string | null) => ({ limit: PAGE_SIZE, ...(after && { after }) });
const toNarrow = ({ period, search }: RefundsShown, today?: string) => ({
  ...(period.kind !== 'all' && toPeriod(period, today)),
  ...(search.trim() && { search: search.trim() }),
});

export const toRefundsInput = (
  shown: RefundsShown,
  after: string | null,
  today?: string,
): Input<typeof listRefunds> => {
  const state = pick(REFUND_STATES, shown.state);
  return { ...toPage(after), ...toNarrow(shown, today), ...(state && { state }) };
};

export const toRequestsInput = (shown: RefundsShown, after: string | null): Input<typeof listRequests> => {
  const state = pick(REFUND_REQUEST_STATES, shown.state);
  return { ...toPage(after), ...(state && { state }) };
};

export const toDisputesInput = (
  shown: RefundsShown,
  after: string | null,
  today?: string,
): Input<typeof listDisputes> => {
  const state = pick(DISPUTE_STATES, shown.state);
  const { kind } = shown;
  return { ...toPage(after), ...toNarrow(shown, today), ...(state && { state }), ...(kind && { kind }) };
};
