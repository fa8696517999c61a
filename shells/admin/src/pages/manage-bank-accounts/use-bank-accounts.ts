import type { Output } from '@feira/schemas/procedure';
import { type DESTINATION_STATUSES, decideBankAccount, listBankAccounts } from '@feira/schemas/procedures/payouts';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';
import { type MoneyFilter, toMoneyInput } from '../../components/money/money-filter.ts';

export type BankAccount = Output<typeof listBankAccounts>['items'][number];
export type AccountFilter = MoneyFilter<(typeof DESTINATION_STATUSES)[number]>;

export function useBankAccounts(filter: AccountFilter, after: string | null) {
  const { state, ...input } = toMoneyInput({ ...filter, period: { kind: 'all' } }, after);
  return useListQuery(listBankAccounts, { ...input, ...(state && { status: state }) });
}

export const useAccountDecision = () => useChange(decideBankAccount, listBankAccounts);
