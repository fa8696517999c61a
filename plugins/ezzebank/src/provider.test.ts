import { createHmac } from 'node:crypto';
import { mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { mergeVariants } from '@feira/schemas/rules/manifest-variants';
import { expect, it } from 'vitest';

const credentials = {
  clientId: 'invented-client',
  clientSecret: 'invented-secret',
  webhookBodySecret: 'invented-hook',
};
const TOKEN = { status: 200, body: { access_token: 'token-1', expires_in: 1_800 } };
const CHARGE = { transactionId: 'abc', external_id: 'attempt-0001', amount: 123.45, emvqrcps: '000201' };
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials, environment: 'production' }, [TOKEN, ...answers]);

it('asks for the token by form and Basic, and for everything else by JSON and Bearer', async () => {
  const { provider, sent } = await open({ status: 200, body: CHARGE });
  await provider.createTransaction(sampleTransaction('PIX'));
  const basic = `Basic ${Buffer.from('invented-client:invented-secret').toString('base64')}`;
  expect(sent[0]).toMatchObject({
    path: '/oauth/token',
    rawBody: 'grant_type=client_credentials',
    headers: { authorization: basic, 'content-type': expect.stringContaining('application/x-www-form-urlencoded') },
  });
  expect(sent[1]).toMatchObject({ path: '/pix/qrcode', headers: { authorization: 'Bearer token-1' } });
});

it('sends reais as a number, and asks once more with a fresh token after a 401', async () => {
  const again = { status: 200, body: { access_token: 'token-2', expires_in: 1_800 } };
  const { provider, sent } = await open({ status: 401, body: {} }, again, { status: 200, body: CHARGE });
  const charge = await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent.at(-1)).toMatchObject({ headers: { authorization: 'Bearer token-2' }, body: { amount: 123.45 } });
  expect(charge.amount).toBe(12_345);
});

it.each(['iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='])('takes the picture %s', async (base64image) => {
  const { provider } = await open({ status: 200, body: { ...CHARGE, base64image } });
  const charge = await provider.createTransaction(sampleTransaction('PIX'));
  expect(charge.pixQrCode).toBe('data:image/png;base64,iVBORw0KGgo=');
});

it('takes a new charge without a word for a waiting one, but no later answer', async () => {
  const { provider, manifest } = await open({ status: 200, body: CHARGE }, { status: 200, body: CHARGE });
  const { providerStatus } = await provider.createTransaction(sampleTransaction('PIX'));
  expect(mapStatus(manifest.status.payment, providerStatus).status).toBe('PENDING');
  const lookup = { transactionId: 'abc', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
  await expect(provider.getTransaction(lookup)).rejects.toMatchObject({ outcome: 'UNKNOWN' });
});

it.each([
  ['PHONE', '+5511987654321', 'TELEFONE'],
  ['RANDOM', '123e4567-e89b-42d3-a456-426614174000', 'CHAVE_ALEATORIA'],
] as const)('sends money to a key of type %s', async (pixType, pixKey, keyType) => {
  const { provider, sent } = await open({ status: 200, body: { transactionId: 'def', status: 'PROCESSING' } });
  await provider.withdraw(sampleWithdraw('PIX', { pixType, pixKey }));
  const creditParty = { name: 'Maria da Silva', keyType, key: pixKey, taxId: '52998224725' };
  expect(sent[1]?.body).toMatchObject({ amount: 50, external_id: 'withdraw-0001', creditParty });
});

it('refuses a key of the type CNPJ, whose word nothing shows, before anything is sent', async () => {
  const { provider, sent } = await open();
  const refused = provider.withdraw(sampleWithdraw('PIX', { pixType: 'CNPJ', pixKey: '11222333000181' }));
  await expect(refused).rejects.toMatchObject({ outcome: 'NOT_SENT' });
  expect(sent).toEqual([]);
});

it('reads events at the root, where nothing says paid, and inside requestBody', async () => {
  const { readEvent } = await open();
  const event = { transactionType: 'RECEIVEPIX', transactionId: 'abc', external_id: 'order-1', amount: 10.5 };
  const read = { subject: 'payment', transactionId: 'abc', reference: 'order-1', amount: 1_050 };
  expect(await readEvent(event)).toEqual(read);
  expect(await readEvent({ requestBody: { ...event, status: 'PAID' } })).toEqual({ ...read, providerStatus: 'PAID' });
  expect(await readEvent({ transactionType: 'FEE', transactionId: 'x' })).toEqual({ subject: 'ignored' });
});

it.each([
  [2, 'APPROVED'],
  [3, 'REJECTED'],
  [9999, 'REJECTED'],
  [1, 'PENDING'],
])('reads the outcome of a withdrawal from statusId %s: %s', async (statusId, status) => {
  const { readEvent, manifest } = await open();
  const statusCode = { statusId, description: 'Pagamento' };
  const requestBody = {
    transactionType: 'PAYMENT',
    transactionId: 'def',
    external_id: 'w-1',
    amount: 10.5,
    statusCode,
  };
  const read = await readEvent({ requestBody });
  expect(read).toMatchObject({ subject: 'withdraw', withdrawId: 'def', reference: 'w-1', amount: 1_050 });
  expect(mapStatus(manifest.status.withdraw!, read.providerStatus!).status).toBe(status);
});

it('believes an event that Verify-Signature covers, and refuses a wrong one once the key is set up', async () => {
  const { manifest } = await open();
  const rawBody = '{"requestBody":{"transactionType":"PAYMENT"}}';
  const vsign = createHmac('sha256', 'invented-key').update(`1764403200.${rawBody}`).digest('hex');
  const prove = (header: string, key = 'invented-key') =>
    authenticateWebhook({
      manifest,
      secrets: new Map([['webhookSecret', key]]),
      headers: { 'Verify-Signature': header },
      rawBody,
    });
  expect(prove(`t=1764403200,vsign=${vsign}`)).toEqual({ ok: true, isSigned: true });
  expect(prove(`t=1764403201,vsign=${vsign}`)).toMatchObject({ ok: false });
  expect(prove(`t=1764403200,vsign=${vsign}`, '')).toEqual({ ok: true, isSigned: false });
});

it('refuses an event with a wrong secret once one is set up, and asks again after every other', async () => {
  const { manifest: whole } = await open();
  const manifest = mergeVariants(whole, { environment: 'production', settings: { webhookProof: 'body' } });
  const rawBody = JSON.stringify({ transactionType: 'RECEIVEPIX', authentication: 'invented-hook' });
  const prove = (webhookBodySecret: string) =>
    authenticateWebhook({
      manifest,
      secrets: new Map([['webhookBodySecret', webhookBodySecret]]),
      headers: {},
      rawBody,
    });
  expect(prove('invented-hook')).toEqual({ ok: true, isSigned: false });
  expect(prove('another-secret')).toMatchObject({ ok: false });
  expect(prove('')).toEqual({ ok: true, isSigned: false });
});

it('leaves a withdrawal open whose word nobody knows', async () => {
  const { manifest } = await open();
  expect(mapStatus(manifest.status.withdraw!, 'REJECTED')).toEqual({ status: 'PENDING', isRecognised: false });
});
