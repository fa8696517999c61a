/** Reads the state of the refunds page from its address. */
import { DISPUTE_KINDS, DISPUTE_STATES } from '@feira/schemas/procedures/disputes';
import { REFUND_REQUEST_STATES, REFUND_STATES } from '@feira/schemas/procedures/refunds';
import { days, defineFilter, oneOf, words } from '@feira/shell-kit/filter';

export const REFUND_TABS = ['refunds', 'requests', 'disputes'] as const;

const NARROW = { period: days(), search: words() };
export const REFUND_FILTER = defineFilter({ ...NARROW, state: oneOf('state', REFUND_STATES) });
export const REQUEST_FILTER = defineFilter({ state: oneOf('state', REFUND_REQUEST_STATES) });
export const DISPUTE_FILTER = defineFilter({
  ...NARROW,
  state: oneOf('state', DISPUTE_STATES),
  kind: oneOf('kind', DISPUTE_KINDS),
});

/** Returns the sale whose refund dialog is open. */
export function readPayment(address: URLSearchParams): string | null {
  const payment = address.get('payment') ?? '';
  return /^[\w-]{1,64}$/.test(payment) ? payment : null;
}
