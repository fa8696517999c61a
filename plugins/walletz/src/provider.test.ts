import { mapStatus } from '@feira/plugin-kit';
import { sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import { type Answer, openInferred, testCard, testMember } from '../../family-hopy/src/test-members.ts';

const MADE = { status: 200, body: { id: 7, status: 'pending', amount: 5_000 } };
const open = (typed: Record<string, string>, ...answers: Answer[]) =>
  openInferred(import.meta.url, { secretKey: 'invented-key-0001', ...typed }, answers);

testMember(import.meta.url, 'secretKey');
testCard(import.meta.url, 'secretKey');

it('withdraws nothing until its owner switches that on', async () => {
  const { provider, sent } = await open({}, MADE);
  const outcome = provider.withdraw(sampleWithdraw('PIX'));
  await expect(outcome).rejects.toMatchObject({ outcome: 'NOT_SENT', message: 'Method not implemented.' });
  expect(sent).toEqual([]);
});

it('says what the specification says of a withdrawal that is refused without a reason', async () => {
  const { provider } = await open({ payouts: 'on' }, { status: 422, body: {} });
  const outcome = provider.withdraw(sampleWithdraw('PIX'));
  await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Error on withdraw' });
});

it('sends money by a key at /transfers/out, and names its own reference in a header', async () => {
  const { provider, sent } = await open({ payouts: 'on' }, MADE);
  expect(await provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({ withdrawId: '7', providerStatus: 'pending' });
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/transfers/out' });
  expect(sent[0]!.body).toEqual({ amount: 5_000, pixKey: 'maria@example.com' });
  expect(sent[0]!.headers['idempotency-key']).toBe('withdraw-0001');
});

it('sends money to an account in the words of the engine', async () => {
  const { provider, sent } = await open({ payouts: 'on', amountUnit: 'reais' }, MADE);
  await provider.withdraw(sampleWithdraw('BANK_ACCOUNT'));
  expect(sent[0]!.body).toMatchObject({
    amount: 50,
    bankAccount: { bankCode: '001', agencyNumber: '1234', type: 'conta_corrente', documentType: 'cpf' },
  });
});

it('leaves a withdrawal open that got no answer: no promise makes a repeat safe', async () => {
  const { provider, manifest } = await open({ payouts: 'on' }, { status: 500, body: {} });
  await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  expect(manifest.idempotency.supported).toBe(false);
  expect(manifest.lookup.withdrawByReference).toBeUndefined();
});

it.each([
  ['paid', 'APPROVED', true],
  ['refused', 'REJECTED', true],
  ['approved', 'PENDING', false],
  ['canceled', 'PENDING', false],
])('reads the word %s of a withdrawal as %s', async (word, status, isRecognised) => {
  const { provider, sent, manifest } = await open({ payouts: 'on' }, { status: 200, body: { id: 7, status: word } });
  const withdrawal = await provider.getWithdraw({ withdrawId: '7', withdrawReference: 'withdraw-0001' });
  expect(sent[0]).toMatchObject({ method: 'GET', path: '/transfers/7' });
  expect(mapStatus(manifest.status.withdraw!, withdrawal!.providerStatus)).toEqual({ status, isRecognised });
});
