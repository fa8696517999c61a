import type { Currency } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { getBalance, listHolds, listStatement } from '@feira/schemas/procedures/balances';
import { addBankAccount, addPixKey, listDestinations, removeDestination } from '@feira/schemas/procedures/payouts';
import { useChange } from '../../use-change.ts';
import { useProcedureQuery } from '../../use-procedure.ts';
import { type MoneyShown, toHoldsInput, toStatementInput } from './money-address.ts';

export type Balance = Output<typeof getBalance>;
export type StatementLine = Output<typeof listStatement>['items'][number];
export type Hold = Output<typeof listHolds>['items'][number];
export type Destination = Output<typeof listDestinations>['destinations'][number];

export const useBalance = (currency: Currency | null) =>
  useProcedureQuery(getBalance, { ...(currency && { currency }) });
export const useStatement = (shown: MoneyShown, after: string | null) =>
  useProcedureQuery(listStatement, toStatementInput(shown, after));
export const useHolds = (shown: MoneyShown, after: string | null) =>
  useProcedureQuery(listHolds, toHoldsInput(shown, after));
export const useDestinations = () => useProcedureQuery(listDestinations, {});

export const usePixKeyAddition = () => useChange(addPixKey, listDestinations);
export const useBankAccountAddition = () => useChange(addBankAccount, listDestinations);
export const useDestinationRemoval = () => useChange(removeDestination, listDestinations);
