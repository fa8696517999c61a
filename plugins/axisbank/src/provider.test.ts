import { mapStatus } from '@feira/plugin-kit';
import { openDescribed, sampleRefund, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { mergeVariants } from '@feira/schemas/rules/manifest-variants';
import { expect, it } from 'vitest';

const secretKey = 'invented-key';
const told = (body: unknown, status = 200) => ({ status, body });
const CREATED = { id: 'abc', status: 'PENDING', pixCode: '000201' };
const LOOKUP = { transactionId: 'abc', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const openAs = (credentials: Record<string, string>, ...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials: { secretKey, ...credentials }, environment: 'production' }, answers);
const open = (...answers: { status: number; body: unknown }[]) => openAs({}, ...answers);

it('takes the literal word secret for the user of Basic, and the key for its password', async () => {
  const { provider, sent } = await open(told(CREATED));
  await provider.createTransaction(sampleTransaction('PIX'));
  const authorization = `Basic ${Buffer.from(`secret:${secretKey}`).toString('base64')}`;
  expect(sent[0]).toMatchObject({ path: '/purchase', headers: { authorization } });
  expect(sent[0]?.body).not.toHaveProperty('externalId');
  expect(sent[0]?.body).toMatchObject({ amount: 12_345, cpf: '52998224725', description: 'attempt-0001' });
});

it('speaks the second version where the connection chose it: with our reference, and the id by its name there', async () => {
  const created = { transactionId: 'abc', status: 'PENDING', pixCode: '000201', externalId: 'attempt-0001' };
  const { provider, manifest, sent, readEvent } = await openAs({ apiGeneration: 'v2' }, told(created));
  const chosen = { environment: 'production', settings: { apiGeneration: 'v2' } } as const;
  expect(mergeVariants(manifest, chosen).environments.production).toEqual({
    default: 'https://api.axisbanking.com.br',
    purchases: 'https://api.axisbanking.com.br/transactions/v2',
  });
  expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject({ transactionId: 'abc' });
  expect(sent[0]?.body).toMatchObject({ externalId: 'attempt-0001', paymentMethod: 'PIX', currency: 'BRL' });

  const payload = { transaction_id: 'abc', external_id: 'attempt-0001', amount: 1_000 };
  const paid = { subject: 'payment', transactionId: 'abc', reference: 'attempt-0001', providerStatus: 'APPROVED' };
  expect(await readEvent({ event: 'cashin.paid', payload })).toMatchObject(paid);
  const returned = { event: 'cashout.returned', payload: { withdrawal_id: 'wd1', external_id: 'w-1' } };
  const told2 = { subject: 'withdraw', withdrawId: 'wd1', reference: 'w-1', providerStatus: 'WITHDRAW_RETURNED' };
  expect(await readEvent(returned)).toMatchObject(told2);
  expect(await readEvent({ event: 'infraction.updated', payload })).toMatchObject({ subject: 'notice' });
});

it('asks what became of a withdrawal, and knows when there is none', async () => {
  const found = { withdrawalId: 'wd1', externalId: 'w-1', amount: 5_000, status: 'WITHDRAW_APPROVED' };
  const { provider, sent } = await open(told(found), told({ message: 'Not found' }, 404));
  const lookup = { withdrawId: 'wd1', withdrawReference: 'w-1' };
  expect(await provider.getWithdraw(lookup)).toMatchObject({ withdrawId: 'wd1', amount: 5_000, reference: 'w-1' });
  expect(await provider.getWithdraw(lookup)).toBeNull();
  expect(sent[0]).toMatchObject({ method: 'GET', path: '/withdraws/collect/wd1' });
});

it('names the owner of the account only where the connection does', async () => {
  const { provider, sent } = await openAs({ responsibleDocument: '52998224725' }, told(CREATED));
  await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]?.body).toMatchObject({ responsibleDocument: '52998224725' });
  expect(sent[0]?.body).not.toHaveProperty('responsibleExternalId');
});

it('charges a card with a year of four digits, and makes a boleto for a day', async () => {
  const { provider, sent } = await open(
    told({ id: 'abd', status: 'APPROVED' }),
    told({ ...CREATED, billetBarcode: '0341' }),
  );
  const card = { cardNumber: '4111111111111111', holderName: 'ANA', expMonth: 7, expYear: 34, cvv: '123' };
  await provider.createTransaction(sampleTransaction('CREDIT_CARD', { card, cardToken: undefined, installments: 3 }));
  const boleto = sampleTransaction('BILLET', { expiresAt: '2026-11-24T02:00:00Z' });
  expect(await provider.createTransaction(boleto)).toMatchObject({ billetCode: '0341' });
  expect(sent.map(({ path, body }) => ({ path, body }))).toMatchObject([
    { path: '/transactions/credit-card', body: { cardExpYear: 2034, cardCvv: '123', installments: 3 } },
    { path: '/transactions/billet', body: { dueDate: '2026-11-23' } },
  ]);
});

it('writes the word refund before the id, and takes a refund for done only once it is', async () => {
  const { provider, sent } = await open(told({ status: 'REFUNDED' }), told({ status: 'APPROVED' }));
  const refund = () => provider.refund(sampleRefund({ transactionId: 'abc' }));
  expect(await refund()).toEqual({ refundId: 'abc', status: 'DONE' });
  expect(await refund()).toMatchObject({ status: 'PENDING' });
  expect(sent[0]).toMatchObject({ path: '/transactions/refund/abc', body: { amount: 12_345 } });
});

it('reads the id of a payment by its three names', async () => {
  const { provider, readEvent } = await open(told({ status: 'APPROVED', end2End: 'E1' }));
  expect(await provider.getTransaction(LOOKUP)).toMatchObject({ transactionId: 'abc', movementIds: ['E1'] });
  const event = await readEvent({ type: 'TRANSACTION', transactionId: 'abc', status: 'APPROVED', endToEnd: 'E1' });
  expect(event).toMatchObject({ subject: 'payment', movementIds: ['E1'] });
});

it('takes a payment that the bank has blocked for a chargeback', async () => {
  const { manifest } = await open();
  expect(mapStatus(manifest.status.payment, 'BLOCKED').status).toBe('CHARGEBACK');
});

it('says why a withdrawal failed, and leaves one open whose word nobody knows', async () => {
  const failed = { id: 'wd1', status: 'WITHDRAW_ERROR', errorMessage: 'Chave inválida' };
  const { provider, manifest } = await open(told(failed));
  expect(await provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({ withdrawId: 'wd1', reason: 'Chave inválida' });
  expect(mapStatus(manifest.status.withdraw!, 'WITHDRAW_HELD')).toEqual({ status: 'PENDING', isRecognised: false });
});

it('tells events of withdrawals from those of charges', async () => {
  const { readEvent } = await open();
  const event = { type: 'WITHDRAW', withdrawId: 'wd1', status: 'WITHDRAW_APPROVED', amount: 1_000 };
  expect(await readEvent(event)).toMatchObject({ subject: 'withdraw', withdrawId: 'wd1' });
  expect(await readEvent({ type: 'INFRACTION', transactionId: 'abc' })).toEqual({ subject: 'ignored' });
});
