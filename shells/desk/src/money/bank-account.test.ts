import type { ShownOf } from '@feira/shell-kit/fields';
import { describe, expect, it } from 'vitest';
import { BANK_ACCOUNT } from './bank-account.ts';

const EMPTY = BANK_ACCOUNT.show(undefined, 'pt-BR');
const typed: ShownOf<typeof BANK_ACCOUNT> = {
  bankCode: '341',
  accountType: 'SAVINGS',
  branchNumber: '0 001',
  branchDigit: '',
  accountNumber: '12.345',
  accountDigit: 'x',
};
const findWrongFields = (shown: typeof typed) => Object.keys(BANK_ACCOUNT.read(shown).problems);

describe('problems of a bank account', () => {
  it('name everything that is missing but what may be left out', () => {
    expect(findWrongFields(EMPTY)).toEqual(['bankCode', 'branchNumber', 'accountNumber', 'accountDigit']);
  });

  it.each([
    [{}, []],
    [{ branchDigit: 'X' }, []],
    [{ branchDigit: '12' }, ['branchDigit']],
    [{ branchNumber: '123456', accountDigit: '' }, ['branchNumber', 'accountDigit']],
    [{ accountNumber: '12-3' }, ['accountNumber']],
  ])('say of %j what is wrong', (change, wrong) => {
    expect(findWrongFields({ ...typed, ...change })).toEqual(wrong);
  });
});

describe('what is sent of a bank account', () => {
  it('is digits without what stands between them, and no branch digit where there is none', () => {
    const sent = {
      bankCode: '341',
      accountType: 'SAVINGS',
      branchNumber: '0001',
      accountNumber: '12345',
      accountDigit: 'x',
    };

    expect(BANK_ACCOUNT.read(typed).value).toEqual(sent);
    expect(BANK_ACCOUNT.read({ ...typed, branchDigit: '9' }).value).toEqual({ ...sent, branchDigit: '9' });
  });
});
