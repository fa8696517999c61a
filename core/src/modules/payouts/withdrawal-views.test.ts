import { expect, it } from 'vitest';
import type { WithdrawalRow } from './withdrawal-model.ts';
import { toWithdrawal } from './withdrawal-views.ts';

const ROW = {
  id: 'w',
  role: 'SELLER',
  method: 'PIX',
  pixType: 'EMAIL',
  pixKey: 'ana@example.test',
  amount: 1_000,
  fee: 0,
  currency: 'BRL',
  state: 'FAILED',
} as const;

it.each([
  ['WITHDRAW_FAILED', 'pt-BR', 'Houve um erro ao tentar realizar o saque'],
  ['WITHDRAW_FAILED', 'en', 'Error on withdraw'],
  ['A conta de destino não existe.', 'en', 'A conta de destino não existe.'],
] as const)('says of a failed withdrawal why it failed: %s in %s', (reason, locale, told) => {
  expect(toWithdrawal({ ...ROW, reason } as unknown as WithdrawalRow, locale).reason).toBe(told);
});
