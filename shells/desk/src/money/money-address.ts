/** Reads the state of the money page from its address. */
import { CURRENCIES, type Currency } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { listAnticipations } from '@feira/schemas/procedures/anticipations';
import { HOLD_REASONS, type listHolds, type listStatement, POSTING_KINDS } from '@feira/schemas/procedures/balances';
import { type listWithdrawals, WITHDRAWAL_STATES } from '@feira/schemas/procedures/payouts';
import { type PeriodChoice, readPeriod, toPeriod } from '@feira/shell-kit/period';

export const PAGE_SIZE = 20;
export const MONEY_TABS = ['statement', 'releases', 'withdrawals', 'anticipations', 'destinations'] as const;
export type MoneyTab = (typeof MONEY_TABS)[number];

export interface MoneyShown {
  tab: MoneyTab;
  /** Null means the platform's own currency. */
  currency: Currency | null;
  period: PeriodChoice;
  kind: (typeof POSTING_KINDS)[number] | null;
  reason: (typeof HOLD_REASONS)[number] | null;
  /** The state of withdrawals. */
  state: (typeof WITHDRAWAL_STATES)[number] | null;
}

const pick = <V extends string>(known: readonly V[], text: string | null): V | null =>
  known.find((one) => one === text) ?? null;

export const readShown = (address: URLSearchParams): MoneyShown => ({
  tab: pick(MONEY_TABS, address.get('tab')) ?? MONEY_TABS[0],
  currency: pick(CURRENCIES, address.get('currency')),
  period: readPeriod(address, { kind: 'all' }),
  kind: pick(POSTING_KINDS, address.get('kind')),
  reason: pick(HOLD_REASONS, address.get('reason')),
  state: pick(WITHDRAWAL_STATES, address.get('state')),
});

/** Takes every filter out of the address; the tab and the currency stay. */
export const NO_FILTER = { period: null, from: null, to: null, kind: null, reason: null, state: null, after: null };

export const isStatementFiltered = ({ period, kind }: MoneyShown): boolean => period.kind !== 'all' || kind !== null;

export const toStatementInput = (
  { currency, period, kind }: MoneyShown,
  after: string | null,
  today?: string,
): Input<typeof listStatement> => ({
  limit: PAGE_SIZE,
  ...(currency && { currency }),
  ...(period.kind !== 'all' && toPeriod(period, today)),
  ...(kind && { kind }),
  ...(after && { after }),
});

export const toHoldsInput = ({ currency, reason }: MoneyShown, after: string | null): Input<typeof listHolds> => ({
  limit: PAGE_SIZE,
  ...(currency && { currency }),
  ...(reason && { reason }),
  ...(after && { after }),
});

export const toWithdrawalsInput = (
  { currency, state }: MoneyShown,
  after: string | null,
): Input<typeof listWithdrawals> => ({
  limit: PAGE_SIZE,
  ...(currency && { currency }),
  ...(state && { state }),
  ...(after && { after }),
});

export const toAnticipationsInput = (
  { currency }: MoneyShown,
  after: string | null,
): Input<typeof listAnticipations> => ({ limit: PAGE_SIZE, ...(currency && { currency }), ...(after && { after }) });
