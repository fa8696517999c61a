import { describe, expect, it } from 'vitest';
import { type BankAccountFields, EMPTY_ACCOUNT, findWrongFields, toAccountInput } from './bank-account.ts';

const typed: BankAccountFields = {
  bankCode: '341',
  accountType: 'SAVINGS',
  branchNumber: '0 001',
  branchDigit: '',
  accountNumber: '12.345',
  accountDigit: 'x',
};

describe('findWrongFields', () => {
  it('names everything that is missing but what may be left out', () => {
    expect(findWrongFields(EMPTY_ACCOUNT)).toEqual(['bankCode', 'branchNumber', 'accountNumber', 'accountDigit']);
  });

  it.each([
    [{}, []],
    [{ branchDigit: 'X' }, []],
    [{ branchDigit: '12' }, ['branchDigit']],
    [{ branchNumber: '123456', accountDigit: '' }, ['branchNumber', 'accountDigit']],
    [{ accountNumber: '12-3' }, ['accountNumber']],
  ])('says of %j what is wrong', (change, wrong) => {
    expect(findWrongFields({ ...typed, ...change })).toEqual(wrong);
  });
});

describe('toAccountInput', () => {
  it('sends digits without what stands between them, and no branch digit where there is none', () => {
    const sent = {
      bankCode: '341',
      accountType: 'SAVINGS',
      branchNumber: '0001',
      accountNumber: '12345',
      accountDigit: 'x',
    };

    expect(toAccountInput(typed)).toEqual(sent);
    expect(toAccountInput({ ...typed, branchDigit: '9' })).toEqual({ ...sent, branchDigit: '9' });
  });
});
