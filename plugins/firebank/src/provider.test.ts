import { mapStatus } from '@feira/plugin-kit';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
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
  expect(
    await readEvent({ transactionId: 'abc', status: 'PAID', movementType: 'CREDIT', value: 12_345 }),
  ).toMatchObject({ amount: 12_345 });
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

const KEYS = {
  CPF: '11144477735',
  CNPJ: '11222333000181',
  EMAIL: 'ana@shop.example',
  PHONE: '+5521998765432',
  RANDOM: '0b3f6d1c-6a0e-4c53-9d55-6f5a3f0a9c11',
};
const payWith = async (settings: Record<string, string>, pixType: keyof typeof KEYS) => {
  const options = { credentials: { ...credentials, ...settings } };
  const answer = told({ transactionId: 'def', status: 'WAITING_CONFIRMATION' });
  const { provider, sent } = await openDescribed(import.meta.url, options, [answer]);
  const pixKey = KEYS[pixType];
  const paid = await provider.withdraw(
    sampleWithdraw('PIX', { amount: 5_000, pixType, pixKey, webhookUrl: 'https://a.example' }),
  );
  return { paid, body: sent[0]?.body };
};

it.each([
  ['cents', 5_000],
  ['reais', 50],
])('writes withdrawals in %s where the owner found that out', async (withdrawUnit, value) => {
  const { paid, body } = await payWith({ withdrawUnit }, 'EMAIL');
  expect(paid).toMatchObject({ withdrawId: 'def', providerStatus: 'WAITING_CONFIRMATION' });
  expect(body).toMatchObject({ type: 'PIX', value, callbackWebhookUrl: 'https://a.example' });
});

it('pays nothing out while nobody has said the unit', async () => {
  await expect(payWith({}, 'EMAIL')).rejects.toMatchObject({ code: 'UNSUPPORTED', outcome: 'NOT_SENT' });
});

it.each([
  ['CPF', 'DOCUMENT'],
  ['CNPJ', 'DOCUMENT'],
  ['EMAIL', 'MAIL'],
  ['PHONE', 'PHONE'],
  ['RANDOM', 'RANDOM_KEY'],
] as const)('names a key of the type %s %s', async (pixType, keyType) => {
  const { body } = await payWith({ withdrawUnit: 'cents' }, pixType);
  expect(body).toMatchObject({ details: { keyType } });
});

it('reads the events of withdrawals in cents, and leaves open which of the two kinds came back', async () => {
  const { readEvent, manifest } = await open();
  const event = { transactionId: 'def', businessTransactionId: 'payout-1', value: 25_050 };
  const paid = await readEvent({ ...event, status: 'WITHDRAW_PAID', movementType: 'DEBIT' });
  expect(paid).toMatchObject({ subject: 'withdraw', withdrawId: 'def', reference: 'payout-1', amount: 25_050 });
  const back = await readEvent({ ...event, status: 'REFUND_IN', movementType: 'CREDIT' });
  expect(back).toMatchObject({ subject: 'either', transactionId: 'def', providerStatus: 'REFUND_IN' });
  expect(mapStatus(manifest.status.payment, 'REFUND_IN').status).toBe('REFUNDED');
  expect(mapStatus(manifest.status.withdraw!, 'REFUND_IN').status).toBe('REJECTED');
  expect(mapStatus(manifest.status.withdraw!, 'A_NEW_WORD').status).toBe('PENDING');
});

it('ignores events of boletos and cards, and those that do not say whether money came or went', async () => {
  const { readEvent } = await open();
  const event = { transactionId: 'abc', status: 'PAID', value: 100 };
  for (const change of [{ product: 'BOLETO' }, { product: 'CREDIT_CARD' }, { status: 'ERROR' }])
    expect(await readEvent({ ...event, ...change })).toEqual({ subject: 'ignored' });
});
