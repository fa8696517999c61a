import { createHash } from 'node:crypto';
import { mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { openDescribed, sampleTransaction, sampleWithdraw } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const TXID = '789c7d41-0000-0000-0000-000000000000';
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials: { apiKey: 'invented-key' }, environment: 'production' }, answers);
const told = (changes: object) => ({
  status: 201,
  body: { txid: TXID, code: 'x', status: 'WAITING_PAYMENT', ...changes },
});

it('asks for money by PIX and sends it by PIXOUT, each in reais', async () => {
  const { provider, sent } = await open(told({ amount: 123.45, qrCode: 'iVBORw0KGgo=' }), told({ amount: 50 }));
  const charge = await provider.createTransaction(sampleTransaction('PIX'));
  await provider.withdraw(sampleWithdraw('PIX'));
  expect(sent.map(({ body }) => body)).toMatchObject([
    { method: 'PIX', amount: 123.45 },
    { method: 'PIXOUT', amount: 50, type: 'PIX_KEY', pixkey: 'maria@example.com' },
  ]);
  expect(charge).toMatchObject({ amount: 12_345, pixQrCode: 'data:image/png;base64,iVBORw0KGgo=' });
});

it('finds a charge by our code, and takes no other for it', async () => {
  const { provider, sent } = await open(told({ code: 'attempt-1' }), told({ code: 'attempt-2' }), {
    status: 404,
    body: {},
  });
  const find = () => provider.getTransaction({ reference: 'attempt-1', paymentMethod: 'PIX' });
  expect(await find()).toMatchObject({ transactionId: TXID });
  expect(sent[0]).toMatchObject({ path: '/payment/attempt-1' });
  await expect(find()).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
  expect(await find()).toBeNull();
});

it('reads events in both spellings, and ignores an open PIX that names no charge', async () => {
  const { readEvent, manifest } = await open();
  for (const body of [
    { method: 'PIX', status: 'PAID', txid: TXID, amount: 10.5 },
    { Method: 'PIX', Status: 'PAY', TxID: TXID, Amount: 10.5 },
  ]) {
    const event = await readEvent(body);
    expect(event).toMatchObject({ subject: 'payment', transactionId: TXID, amount: 1_050 });
    expect(mapStatus(manifest.status.payment, event.providerStatus!).status).toBe('APPROVED');
  }
  expect(await readEvent({ end2end_id: 'E1', value: 10.5, payer_name: 'Ana' })).toEqual({ subject: 'ignored' });
});

it('believes an event that is signed with the key before the body, and no other form of it', async () => {
  const { manifest } = await open();
  const rawBody = JSON.stringify({ method: 'PIX', status: 'PAID', txid: TXID, amount: 10.5 });
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  const prove = (signature: string, key?: string) =>
    authenticateWebhook({
      manifest,
      secrets: new Map(key ? [['signatureKey', key]] : []),
      headers: { 'x-signature': signature },
      rawBody,
    });
  expect(prove(digest(`invented-key${rawBody}`), 'invented-key')).toEqual({ ok: true, isSigned: true });
  expect(prove(digest(`${rawBody}invented-key`), 'invented-key').ok).toBe(false);
  expect(prove('anything')).toEqual({ ok: true, isSigned: false });
});

it('leaves a withdrawal open whose word nobody knows', async () => {
  const { manifest } = await open();
  expect(mapStatus(manifest.status.withdraw!, 'EM_ANALISE')).toEqual({ status: 'PENDING', isRecognised: false });
});
