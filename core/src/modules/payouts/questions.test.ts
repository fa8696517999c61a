import type { WithdrawQuestion } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { isApproved } from './questions.ts';

const ROW = {
  id: 'w1',
  state: 'SENT',
  amount: 5_000,
  fee: 367,
  method: 'PIX',
  providerWithdrawId: 't1',
  receiverId: null,
  pixKey: 'maria@example.com',
  bankCode: null,
  branchNumber: null,
  accountNumber: null,
  accountDigit: null,
} as const;
const BANK = {
  ...ROW,
  method: 'BANK_ACCOUNT',
  pixKey: null,
  bankCode: '001',
  branchNumber: '1234',
  accountNumber: '0056-7',
  accountDigit: '8',
} as const;
const WALLET = { ...ROW, method: 'RECEIVER', pixKey: null, receiverId: 'wallet-1' } as const;
const ask = (more: Partial<WithdrawQuestion> = {}): WithdrawQuestion => ({
  approve: {},
  refuse: {},
  reference: 'w1',
  withdrawId: 't1',
  amount: 4_633,
  pixKey: 'maria@example.com',
  ...more,
});
const toBank = { pixKey: undefined, bankCode: '001', branchNumber: '1234', accountNumber: '567', accountDigit: '8' };

describe('isApproved', () => {
  it.each([
    ['a PIX key', ROW, {}],
    [
      'a PIX key, while our call has no answer yet',
      { ...ROW, state: 'SENDING', providerWithdrawId: null } as const,
      {},
    ],
    ['a PIX key, whose answer was lost', { ...ROW, state: 'UNKNOWN', providerWithdrawId: null } as const, {}],
    ['a PIX key, named by the id of the provider alone', ROW, { reference: undefined }],
    ['a bank account', BANK, toBank],
    ['a receiver', WALLET, { pixKey: undefined, receiverId: 'wallet-1' }],
  ])('approves our own withdrawal to %s', (_what, row, more) => {
    expect(isApproved(row, ask(more))).toBe(true);
  });

  it.each<[string, Parameters<typeof isApproved>[0], Partial<WithdrawQuestion>]>([
    ['another reference', ROW, { reference: 'w2' }],
    ['no reference and no id', { ...ROW, providerWithdrawId: null }, { reference: undefined, withdrawId: undefined }],
    ['no reference and the id of another', ROW, { reference: undefined, withdrawId: 't2' }],
    ['our reference on a second transfer', ROW, { withdrawId: 't2' }],
    ['the amount before the fee', ROW, { amount: 5_000 }],
    ['no amount', ROW, { amount: undefined }],
    ['another PIX key', ROW, { pixKey: 'mallory@example.com' }],
    ['no destination', ROW, { pixKey: undefined }],
    ['a bank account in the place of the key', ROW, toBank],
    ['another account', BANK, { ...toBank, accountNumber: '568' }],
    ['another digit', BANK, { ...toBank, accountDigit: '9' }],
    ['another branch', BANK, { ...toBank, branchNumber: '1235' }],
    ['another bank', BANK, { ...toBank, bankCode: '002' }],
    ['another receiver', WALLET, { pixKey: undefined, receiverId: 'wallet-2' }],
    ...(['WAITING', 'APPROVED', 'PAID', 'FAILED'] as const).map(
      (state): [string, Parameters<typeof isApproved>[0], object] => [
        `a withdrawal that is ${state}`,
        { ...ROW, state },
        {},
      ],
    ),
  ])('refuses %s', (_what, row, more) => {
    expect(isApproved(row, ask(more))).toBe(false);
  });
});
