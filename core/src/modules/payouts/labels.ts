/** Writes the labels that tell destinations apart: lists, notifications and logs never hold the whole key or account. */
import type { PixKeyType } from '@feira/schemas/rules/pix-key';
import { maskDocument } from '../../shared/documents.ts';
import type { BankAccount, DestinationRow } from './model.ts';

const PIX_LABELS: Record<PixKeyType, (key: string) => string> = {
  CPF: maskDocument,
  CNPJ: maskDocument,
  EMAIL: (key) => {
    const at = key.lastIndexOf('@');
    return `${at > 1 ? key.slice(0, 1) : ''}•••${key.slice(at)}`;
  },
  PHONE: (key) => `${key.slice(0, 3)} ••• ${key.slice(-4)}`,
  RANDOM: (key) => `••••-${key.slice(-4)}`,
};

/** Returns the last two digits of an account, fewer where it has no more than three. */
function maskAccount({ bankCode, branchNumber, accountNumber, accountDigit }: BankAccount): string {
  const shown = Math.min(2, Math.floor(accountNumber.length / 2));
  const end = accountNumber.slice(accountNumber.length - shown);
  return `${bankCode} · ${branchNumber} · •••${end}-${accountDigit}`;
}

export const toLabel = (row: Pick<DestinationRow, 'pixType' | 'pixKey' | keyof BankAccount>): string =>
  row.pixType && row.pixKey ? PIX_LABELS[row.pixType](row.pixKey) : maskAccount(row as BankAccount);

/** Returns the label of a receiver's account at a provider. */
export const maskReceiver = (provider: string | null, receiverId: string | null): string =>
  `${provider ?? ''} · •••${(receiverId ?? '').slice(-4)}`;
