import { sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import { type Answer, openInferred, testInferred } from '../../family-hopy/src/test-members.ts';

const CHARGE = { txid: 'abc', status: 'waiting_payment', qrCode: '000201', qrCodeBase64: 'iVBORw0KGgo=' };
const lookup = { transactionId: 'abc', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const open = (typed: Record<string, string>, ...answers: Answer[]) =>
  openInferred(import.meta.url, { secretKey: 'invented-key-0001', ...typed }, answers);

testInferred(import.meta.url, 'secretKey');

it('sends its key as a bearer, unless told', async () => {
  const { provider, sent } = await open({}, { status: 200, body: CHARGE });
  await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]!.headers.authorization).toBe('Bearer invented-key-0001');
});

it.each([
  ['cents', 12_345],
  ['reais', 123.45],
])('writes the price in %s, and the end of a code as the 1440 minutes of one day', async (amountUnit, valor) => {
  const { provider, sent } = await open({ amountUnit }, { status: 200, body: CHARGE });
  const charge = await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-21T15:00:00Z' }));
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/GerarQRCode', body: { valor, expiracao: 1440 } });
  expect(charge).toEqual({
    transactionId: 'abc',
    providerStatus: 'waiting_payment',
    pixCode: '000201',
    pixQrCode: 'data:image/png;base64,iVBORw0KGgo=',
  });
});

it('asks by POST, at a path with its own capitals, and leaves nothing open where no answer comes', async () => {
  const { provider, sent } = await open({}, { status: 200, body: { txid: 'abc', status: 'paid' } });
  expect(await provider.getTransaction(lookup)).toEqual({ transactionId: 'abc', providerStatus: 'paid' });
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/consultaQRCode', body: { txid: 'abc' } });
  await expect(provider.getTransaction(lookup)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
});

it('takes the answer about another charge for none', async () => {
  const { provider } = await open({}, { status: 200, body: { txid: 'other', status: 'paid' } });
  await expect(provider.getTransaction(lookup)).rejects.toMatchObject({ outcome: 'UNKNOWN' });
});

it.each(['message', 'error'])('says why it was refused, from %s', async (name) => {
  const { provider } = await open({}, { status: 400, body: { [name]: 'Documento inválido' } });
  const outcome = provider.createTransaction(sampleTransaction('PIX'));
  await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Documento inválido' });
});

it('reads an event by its id and word, and ignores one that lacks either', async () => {
  const { readEvent } = await open({});
  const paid = { subject: 'payment', transactionId: 'abc', providerStatus: 'paid' };
  expect(await readEvent({ txid: 'abc', status: 'paid' })).toEqual(paid);
  expect(await readEvent({ txid: 'abc' })).toEqual({ subject: 'ignored' });
  expect(await readEvent({ status: 'paid' })).toEqual({ subject: 'ignored' });
});

it.each([
  ['CREDIT_CARD', 'Credit card not implemented'],
  ['BILLET', 'Boleto not implemented'],
] as const)('has no %s, and calls nobody for one', async (method, message) => {
  const { provider, sent } = await open({});
  await expect(provider.createTransaction(sampleTransaction(method))).rejects.toMatchObject({
    outcome: 'NOT_SENT',
    message,
  });
  expect(sent).toEqual([]);
});
