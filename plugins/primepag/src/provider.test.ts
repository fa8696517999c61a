import { createHash } from 'node:crypto';
import { mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = {
  clientId: 'invented-client',
  clientSecret: 'invented-secret',
  baseUrl: 'https://api.zendry.com.br',
};
const TOKEN = { status: 200, body: { access_token: 'token-1', token_type: 'Bearer' } };
const PAYMENT = {
  reference_code: 'P1',
  idempotent_id: 'withdraw-0001',
  value_cents: 5_000,
  status: 'awaiting_payment',
};
const QRCODE = { reference_code: 'R1', external_reference: 'attempt-0001', content: '000201', image_base64: null };
const told = (body: unknown, status = 200) => ({ status, body });
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials, environment: 'production', now: '2026-11-20T15:00:00Z' }, [
    TOKEN,
    ...answers,
  ]);

it('sends the end of a charge as a text of seconds, and cents as a number', async () => {
  const { provider, sent } = await open(told({ qrcode: QRCODE }, 201));
  await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-20T15:30:00Z' }));
  expect(sent[0]).toMatchObject({ path: '/auth/generate_token', body: { grant_type: 'client_credentials' } });
  expect(sent[1]).toMatchObject({
    headers: { authorization: 'Bearer token-1' },
    body: { value_cents: 12_345, expiration_time: '1800' },
  });
});

it('makes a charge whose picture is null, as in homologation', async () => {
  const { provider, manifest } = await open(told({ qrcode: QRCODE }, 201));
  const charge = await provider.createTransaction(sampleTransaction('PIX'));
  expect(charge).toMatchObject({ transactionId: 'R1', pixCode: '000201' });
  expect(charge.pixQrCode).toBeUndefined();
  expect(mapStatus(manifest.status.payment, charge.providerStatus).status).toBe('PENDING');
});

it('reads a charge inside qrcode or at the root', async () => {
  const charge = { ...QRCODE, value_cents: 12_345, status: 'paid' };
  const { provider } = await open(told({ qrcode: charge }), told(charge));
  const lookup = { transactionId: 'R1', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
  const read = { transactionId: 'R1', providerStatus: 'paid', amount: 12_345 };
  expect(await provider.getTransaction(lookup)).toMatchObject(read);
  expect(await provider.getTransaction(lookup)).toMatchObject(read);
});

it.each([
  ['RANDOM', '123e4567-e89b-42d3-a456-426614174000', 'token'],
  ['PHONE', '+5511987654321', 'phone'],
] as const)('sends money to a key of type %s, without an approval in the panel', async (pixType, pixKey, type) => {
  const { provider, sent } = await open(told({ payment: PAYMENT }));
  await provider.withdraw(sampleWithdraw('PIX', { pixType, pixKey }));
  expect(sent[1]?.body).toMatchObject({ pix_key: pixKey, pix_key_type: type, value_cents: 5_000, authorized: true });
});

it('finds a withdrawal by our reference, takes no other for it, and knows when there is none', async () => {
  const other = { ...PAYMENT, idempotent_id: 'withdraw-0002' };
  const { provider, sent } = await open(told({ payment: PAYMENT }), told({ payment: other }), told({}, 404));
  const find = () => provider.getWithdraw({ withdrawReference: 'withdraw-0001' });
  expect(await find()).toMatchObject({ withdrawId: 'P1' });
  expect(sent[1]?.path).toBe('/v1/pix/payments/withdraw-0001/idempotent_id');
  await expect(find()).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
  expect(await find()).toBeNull();
});

it('leaves a withdrawal open that waits for something nobody has named', async () => {
  const { manifest } = await open();
  expect(mapStatus(manifest.status.withdraw!, 'awaiting_approval')).toEqual({ status: 'PENDING', isRecognised: false });
});

it('reads both kinds of events, and ignores static codes, cards and checkouts', async () => {
  const { readEvent } = await open();
  const message = { reference_code: 'R1', value_cents: 1_050, status: 'paid' };
  expect(await readEvent({ notification_type: 'pix_qrcode', message, md5: 'ab' })).toMatchObject({
    subject: 'payment',
    transactionId: 'R1',
    amount: 1_050,
  });
  expect(await readEvent({ notification_type: 'pix_payment', message })).toMatchObject({ subject: 'withdraw' });
  for (const notification_type of ['pix_static_qrcode', 'card_payment', 'checkout'])
    expect(await readEvent({ notification_type, message })).toEqual({ subject: 'ignored' });
});

it('takes events that carry the registered text alone, where one was typed, and asks again after each', async () => {
  const { manifest } = await open();
  const rawBody = JSON.stringify({ notification_type: 'pix_qrcode', message: { reference_code: 'R1' } });
  const proof = (typed: string, sent: Record<string, string>) =>
    authenticateWebhook({ manifest, secrets: new Map([['webhookAuthorization', typed]]), headers: sent, rawBody });
  const registered = { authorization: 'registered-text-0001' };
  expect(proof('registered-text-0001', registered)).toEqual({ ok: true, isSigned: false });
  expect(proof('registered-text-0001', { authorization: 'another' }).ok).toBe(false);
  expect(proof('registered-text-0001', {}).ok).toBe(false);
  expect(proof('', {})).toEqual({ ok: true, isSigned: false });
});

it('takes events with the md5 of their kind, where its key was typed, and believes no status by it', async () => {
  const { manifest } = await open();
  const KEY = 'invented-webhook-key';
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const proof = (event: object, typed: Record<string, string> = { webhookSecretKey: KEY }, sent = {}) =>
    authenticateWebhook({
      manifest,
      secrets: new Map(Object.entries(typed)),
      headers: sent,
      rawBody: JSON.stringify(event),
    });
  const charge = { reference_code: 'R1', end_to_end: 'E1', value_cents: 1_050, status: 'paid' };
  const paid = { notification_type: 'pix_qrcode', message: charge, md5: md5(`qrcode.R1.E1.1050.${KEY}`) };
  const payment = { reference_code: 'P1', idempotent_id: 'withdraw-1', value_cents: 5_000 };
  const sent = { notification_type: 'pix_payment', message: payment, md5: md5(`payment.P1.withdraw-1.5000.${KEY}`) };

  expect(proof(paid)).toEqual({ ok: true, isSigned: false });
  expect(proof({ ...paid, md5: paid.md5.toUpperCase() }).ok).toBe(true);
  expect(proof(sent)).toEqual({ ok: true, isSigned: false });
  expect(proof({ ...paid, message: { ...charge, value_cents: 1 } }).ok).toBe(false);
  expect(proof({ ...paid, message: { ...charge, end_to_end: null } }).ok).toBe(false);
  expect(proof({ ...paid, md5: sent.md5 }).ok).toBe(false);
  expect(proof({ notification_type: 'pix_qrcode', message: charge }).ok).toBe(false);
  const both = { webhookSecretKey: KEY, webhookAuthorization: 'registered-text-0001' };
  expect(proof({ ...paid, md5: 'x' }, both, { authorization: 'registered-text-0001' }).ok).toBe(true);
  expect(proof({ ...paid, md5: 'x' }, both).ok).toBe(false);
});
