import { createHmac } from 'node:crypto';
import { mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = {
  clientId: 'cli_invented_0001',
  clientSecret: 'sk_invented_0001',
  webhookSecret: 'invented-webhook-secret',
  pixKey: 'loja@example.test',
};
const open = (...bodies: object[]) =>
  openDescribed(
    import.meta.url,
    { credentials },
    bodies.map((body) => ({ status: 200, body })),
  );
const CHARGE = {
  worked: true,
  transaction_id: 'tx1',
  external_id: 'attempt-0001',
  status: 'active',
  qr_code: '000201',
};
const lookup = { reference: 'attempt-0001', paymentMethod: 'PIX' } as const;

it('sends centavos and reads 1/10,000 of a real', async () => {
  const { provider, sent } = await open({ ...CHARGE, amount: 1_234_500 });
  const charge = await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]!.body).toMatchObject({ amount: 12_345, pix_key: 'loja@example.test' });
  expect(charge).toMatchObject({ transactionId: 'tx1', amount: 12_345, pixCode: '000201' });
});

it('raises an amount with parts of a cent, and never rounds it', async () => {
  const { provider } = await open({ ...CHARGE, amount: 1_234_550 });
  const outcome = provider.createTransaction(sampleTransaction('PIX'));
  await expect(outcome).rejects.toMatchObject({ outcome: 'UNKNOWN', code: 'INVALID_ANSWER' });
});

it('signs exactly the bytes that it sends, with their keys in alphabetical order', async () => {
  const { provider, sent } = await open({ ...CHARGE, amount: 1_234_500 });
  await provider.createTransaction(sampleTransaction('PIX'));
  const { rawBody, headers, body } = sent[0]!;
  expect(Object.keys(body as object)).toEqual(['amount', 'external_id', 'pix_key']);
  expect(headers).toMatchObject({
    authorization: 'ApiKey cli_invented_0001:sk_invented_0001',
    'idempotency-key': 'attempt-0001',
    hmac: createHmac('sha512', credentials.clientSecret).update(rawBody).digest('hex'),
  });
});

it('takes worked: false with status 200 for a refusal', async () => {
  const { provider } = await open({ ...CHARGE, worked: false, detail: 'Saldo insuficiente' });
  const outcome = provider.withdraw(sampleWithdraw('PIX'));
  await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Saldo insuficiente' });
});

it('finds a lost charge by our reference, in a record as in the root of an answer', async () => {
  const record = { transaction_id: 'tx1', external_id: 'attempt-0001', status: 'settled', amount: 105_000 };
  const { provider, sent } = await open({ worked: true, data: record }, { worked: true, ...record });
  const found = { transactionId: 'tx1', providerStatus: 'settled', amount: 1_050 };
  expect(await provider.getTransaction(lookup)).toMatchObject(found);
  expect(await provider.getTransaction(lookup)).toMatchObject(found);
  expect(sent[0]).toMatchObject({ path: '/api/external/transactions/ref/attempt-0001' });
});

it('names the kind of every key, a random one as evp', async () => {
  const { provider, sent } = await open({ worked: true, transaction_id: 'PIXOUT1', status: 'accepted' });
  const pixKey = '123e4567-e89b-42d3-a456-426614174000';
  await provider.withdraw({ ...sampleWithdraw('PIX'), pixKey, pixType: 'RANDOM' });
  expect(sent[0]!.body).toMatchObject({ pix_key: pixKey, pix_key_type: 'evp' });
});

it('believes an event that is signed over its time and bytes, while it is young', async () => {
  const { manifest, readEvent } = await open();
  const event = { event_type: 'pix.charge.paid', status: 'paid', external_id: 'order-1', amount: 100_000 };
  const rawBody = JSON.stringify(event);
  const time = '1775044800';
  const signature = createHmac('sha256', credentials.webhookSecret).update(`${time}.${rawBody}`).digest('hex');
  const headers = { 'x-owem-signature': `sha256=${signature}`, 'x-owem-timestamp': time };
  const secrets = new Map(Object.entries(credentials));
  const prove = (seconds: number, body = rawBody) =>
    authenticateWebhook({
      manifest,
      secrets,
      headers,
      rawBody: body,
      receivedAt: new Date((1_775_044_800 + seconds) * 1_000),
    });
  expect(prove(10)).toEqual({ ok: true, isSigned: true });
  expect(prove(10, rawBody.replace('100000', '100001')).ok).toBe(false);
  expect(prove(600).ok).toBe(false);
  expect(await readEvent(event)).toMatchObject({ reference: 'order-1', providerStatus: 'paid', amount: 1_000 });
});

it('opens and ends the dispute of a PIX, and tells people of money that is asked back or came back', async () => {
  const { readEvent } = await open();
  const event = (event_type: string, more: object = {}) => readEvent({ event_type, ...more });
  const pix = { end_to_end_id: 'E00000000202601011200abcdefghijk' };
  const about = { subject: 'payment', movementIds: [pix.end_to_end_id] };
  expect(await event('pix.infraction.created', pix)).toMatchObject({ ...about, dispute: 'OPENED' });
  for (const [analysisResult, dispute] of [
    ['AGREED', 'LOST'],
    ['DISAGREED', 'WON'],
  ])
    expect(await event('pix.infraction.resolved', { ...pix, analysisResult })).toMatchObject({ ...about, dispute });
  for (const type of [
    'pix.infraction.created',
    'pix.infraction.resolved',
    'pix.return.received',
    'pix.refund.completed',
  ])
    expect(await event(type)).toEqual({ subject: 'notice', event: type });
  expect(await event('pix.charge.created', pix)).toEqual({ subject: 'ignored' });
});

it('leaves a withdrawal open whose word nobody knows', async () => {
  const { manifest } = await open();
  expect(mapStatus(manifest.status.withdraw!, 'in_review')).toEqual({ status: 'PENDING', isRecognised: false });
});
