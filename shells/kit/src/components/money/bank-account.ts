import type { Input } from '@feira/schemas/procedure';
import type { addBankAccount } from '@feira/schemas/procedures/payouts';

/** What is typed. */
export interface BankAccountFields {
  bankCode: string;
  accountType: 'CHECKING' | 'SAVINGS';
  branchNumber: string;
  branchDigit: string;
  accountNumber: string;
  accountDigit: string;
}

export const EMPTY_ACCOUNT: BankAccountFields = {
  bankCode: '',
  accountType: 'CHECKING',
  branchNumber: '',
  branchDigit: '',
  accountNumber: '',
  accountDigit: '',
};

const RULES: Partial<Record<keyof BankAccountFields, RegExp>> = {
  bankCode: /^\d{3}$/,
  branchNumber: /^\d{1,5}$/,
  branchDigit: /^[\dXx]?$/,
  accountNumber: /^\d{1,13}$/,
  accountDigit: /^[\dXx]$/,
};

/** People write points and blanks between digits; no bank does. */
const compact = (text: string) => text.replace(/[\s.]/g, '');

/** Names of the fields that cannot be sent as they are. */
export const findWrongFields = (fields: BankAccountFields): (keyof BankAccountFields)[] =>
  (Object.keys(RULES) as (keyof BankAccountFields)[]).filter((name) => !RULES[name]?.test(compact(fields[name])));

export const toAccountInput = (fields: BankAccountFields): Input<typeof addBankAccount> => ({
  bankCode: fields.bankCode,
  accountType: fields.accountType,
  branchNumber: compact(fields.branchNumber),
  ...(fields.branchDigit.trim() && { branchDigit: compact(fields.branchDigit) }),
  accountNumber: compact(fields.accountNumber),
  accountDigit: compact(fields.accountDigit),
});
