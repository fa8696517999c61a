import { mapStatus } from '@feira/plugin-kit';
import { openDescribed, sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = { apiKey: 'prod_invented_key' };
const CREATED = { transactionId: 'abc', status: 'WAITING_PAYMENT', pixCode: '000201' };
const FOUND = {
  id: 'abc',
  externalId: 'attempt-0001',
  status: 'PENDING',
  operation: { status: 'PAID', value: 123.45 },
};
const LOOKUP = { transactionId: 'abc', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const told = (body: unknown, status = 200) => ({ status, body });
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials, environment: 'production', now: '2026-11-20T12:00:00Z' }, answers);

it('writes charges in reais and reads events in cents', async () => {
  const { provider, sent, readEvent } = await open(told(CREATED), told(FOUND));
  await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-21T12:00:00Z' }));
  expect(sent[0]).toMatchObject({
    headers: { 'x-api-key': 'prod_invented_key' },
    body: { transaction: { value: 123.45, expirationTime: 86_400, externalId: 'attempt-0001' } },
  });
  expect(await provider.getTransaction(LOOKUP)).toMatchObject({ amount: 12_345 });
  expect(await readEvent({ transactionId: 'abc', status: 'PAID', value: 12_345 })).toMatchObject({ amount: 12_345 });
});

it('reads the status inside operation, and no other', async () => {
  const { provider, manifest } = await open(told(FOUND));
  const charge = await provider.getTransaction(LOOKUP);
  expect(mapStatus(manifest.status.payment, charge?.providerStatus ?? '').status).toBe('APPROVED');
});

it('finds a charge by our reference, and takes no other for it', async () => {
  const { provider, sent } = await open(told(FOUND), told({ ...FOUND, externalId: 'attempt-0002' }), told({}, 404));
  const find = () => provider.getTransaction({ reference: 'attempt-0001', paymentMethod: 'PIX' });
  expect(await find()).toMatchObject({ transactionId: 'abc' });
  expect(sent[0]?.path).toBe('/pix/v2/payment/attempt-0001');
  await expect(find()).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
  expect(await find()).toBeNull();
});

it('takes a wrong key, which is answered with 403, for a refusal', async () => {
  const { provider } = await open(told({ message: 'Forbidden' }, 403));
  const charge = provider.createTransaction(sampleTransaction('PIX'));
  await expect(charge).rejects.toMatchObject({ code: 'UNAUTHORIZED', outcome: 'REJECTED' });
});

it('ignores money that leaves, and events of boletos and cards', async () => {
  const { readEvent } = await open();
  const event = { transactionId: 'abc', status: 'PAID', value: 100 };
  for (const change of [{ movementType: 'DEBIT' }, { product: 'BOLETO' }, { product: 'CREDIT_CARD' }])
    expect(await readEvent({ ...event, ...change })).toEqual({ subject: 'ignored' });
});
