import type { Output } from '@feira/schemas/procedure';
import { DESTINATION_STATUSES, decideBankAccount, listBankAccounts } from '@feira/schemas/procedures/payouts';
import { defineFilter, oneOf, type PageOf, words } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type BankAccount = Output<typeof listBankAccounts>['items'][number];
export const ACCOUNT_FILTER = defineFilter({ search: words(), state: oneOf('state', DESTINATION_STATUSES) });

export const useBankAccounts = ({ state, ...input }: PageOf<typeof ACCOUNT_FILTER>) =>
  useListQuery(listBankAccounts, { ...input, ...(state && { status: state }) });

export const useAccountDecision = () => useChange(decideBankAccount, listBankAccounts);
