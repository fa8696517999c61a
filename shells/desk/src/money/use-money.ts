import type { Currency } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import {
  cancelAnticipation,
  listAnticipations,
  quoteAnticipation,
  requestAnticipation,
} from '@feira/schemas/procedures/anticipations';
import { getBalance, listHolds, listStatement } from '@feira/schemas/procedures/balances';
import {
  addBankAccount,
  addPixKey,
  cancelWithdrawal,
  getWithdrawalTerms,
  listDestinations,
  listWithdrawals,
  removeDestination,
  requestWithdrawal,
} from '@feira/schemas/procedures/payouts';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Balance = Output<typeof getBalance>;
export type StatementLine = Output<typeof listStatement>['items'][number];
export type BalanceAfter = NonNullable<StatementLine['balance']>;
export type Hold = Output<typeof listHolds>['items'][number];
export type Destination = Output<typeof listDestinations>['destinations'][number];

export type WithdrawalTerms = Output<typeof getWithdrawalTerms>;
export type Withdrawal = Output<typeof listWithdrawals>['items'][number];
export type Quote = Output<typeof quoteAnticipation>;
export type Anticipation = Output<typeof listAnticipations>['items'][number];

const inOf = (currency: Currency | null) => ({ ...(currency && { currency }) });
export const useBalance = (currency: Currency | null) => useProcedureQuery(getBalance, inOf(currency));
export const useDestinations = () => useProcedureQuery(listDestinations, {});

export const usePixKeyAddition = () => useChange(addPixKey, listDestinations);
export const useBankAccountAddition = () => useChange(addBankAccount, listDestinations);
export const useDestinationRemoval = () => useChange(removeDestination, listDestinations);

export const useWithdrawalTerms = (currency: Currency | null) => useProcedureQuery(getWithdrawalTerms, inOf(currency));
/** Without an amount the quote covers everything that can be paid early. */
export const useQuote = (currency: Currency | null, amount?: number) =>
  useProcedureQuery(quoteAnticipation, { ...inOf(currency), ...(amount && { amount }) });

/** The queries that every movement of money makes stale. */
const MOVED = [getBalance, listStatement] as const;
export const useWithdrawalRequest = () => useChange(requestWithdrawal, ...MOVED, listWithdrawals, getWithdrawalTerms);
export const useWithdrawalCancellation = () =>
  useChange(cancelWithdrawal, ...MOVED, listWithdrawals, getWithdrawalTerms);
export const useAnticipationRequest = () =>
  useChange(requestAnticipation, ...MOVED, listHolds, listAnticipations, quoteAnticipation);
export const useAnticipationCancellation = () =>
  useChange(cancelAnticipation, ...MOVED, listHolds, listAnticipations, quoteAnticipation);
