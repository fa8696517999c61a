/** Tests which parts of a receiver's account count as lost on the way to its provider. */
import { expect, it } from 'vitest';
import { listLostParts, RECEIVER_ACCOUNTS } from './destinations.ts';
import type { WireCall } from './wire.ts';

const [account] = RECEIVER_ACCOUNTS;
const { branchNumber, accountNumber, accountDigit } = account!;
const lostOf = (body: object) =>
  listLostParts(account!, [
    { method: 'POST', path: '/receivers', query: {}, headers: {}, body } as unknown as WireCall,
  ]);

it.each([
  ['all parts', { branch: branchNumber, number: accountNumber, digit: accountDigit }, []],
  ['the digit behind its number', { branch: branchNumber, number: `${accountNumber}-${accountDigit}` }, []],
  ['no account, for a provider that takes none', { name: 'Ana' }, []],
  ['no digit', { branch: branchNumber, number: accountNumber }, ['accountDigit']],
  ['the branch as the account', { branch: branchNumber, number: branchNumber, digit: accountDigit }, ['accountNumber']],
  ['the account as the branch', { branch: accountNumber, number: accountNumber, digit: '4' }, ['branchNumber']],
])('sees what is lost of %s', (_what, body, lost) => {
  expect(lostOf(body)).toEqual(lost);
});
