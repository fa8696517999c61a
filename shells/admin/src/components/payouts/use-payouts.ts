import type { Input, Output } from '@feira/schemas/procedure';
import { decideWithdrawal, listPayouts, settleWithdrawal, WITHDRAWAL_STATES } from '@feira/schemas/procedures/payouts';
import { defineFilter, oneOf, type PageOf } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { MONEY_PARTS } from '../money/money-filter.ts';

export type Payout = Output<typeof listPayouts>['items'][number];
export type PayoutState = (typeof WITHDRAWAL_STATES)[number];
type PayoutInput = Input<typeof listPayouts>;
/** EVERY lists all states. */
export const PAYOUT_STATES = ['EVERY', ...WITHDRAWAL_STATES] as const;
export const PAYOUT_FILTER = defineFilter({ ...MONEY_PARTS, state: oneOf('state', PAYOUT_STATES) });

/** The list shows the open ones unless the filter names a state or all of them. */
export function toPayoutInput(
  role: PayoutInput['role'],
  view: 'OPEN' | 'PAID',
  { state, ...input }: PageOf<typeof PAYOUT_FILTER>,
): PayoutInput {
  if (view === 'PAID' || !state) return { ...input, role, view };
  return { ...input, role, view: 'ALL', ...(state !== 'EVERY' && { state }) };
}

export const usePayouts = (...parameters: Parameters<typeof toPayoutInput>) =>
  useListQuery(listPayouts, toPayoutInput(...parameters), isMoving);

/** Reads one withdrawal, whatever page of the list it is on. */
export function usePayout(role: PayoutInput['role'], view: 'OPEN' | 'PAID', withdrawalId: string) {
  const input: PayoutInput = { role, view: view === 'OPEN' ? 'ALL' : view, withdrawalId };
  const { data, ...query } = useProcedureQuery(listPayouts, input);
  return { ...query, payout: data?.items.find(({ id }) => id === withdrawalId), isRead: data !== undefined };
}

/** An approved withdrawal leaves within seconds; a provider may keep it for any time. */
const isMoving = ({ items }: { items: Payout[] }) =>
  items.some(({ state }) => state === 'APPROVED' || state === 'SENDING');

export const usePayoutDecision = () => useChange(decideWithdrawal, listPayouts);
export const usePayoutSettlement = () => useChange(settleWithdrawal, listPayouts);
