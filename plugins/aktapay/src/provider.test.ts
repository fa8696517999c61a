import { mapStatus } from '@feira/plugin-kit';
import {
  openDescribed,
  sampleReceiver,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
} from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const CHARGE = { id: 282, status: 'waiting_payment', amount: 12_345, externalRef: 'attempt-0001' };
const now = '2026-11-20T15:00:00Z';
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(
    import.meta.url,
    { credentials: { secretKey: 'invented-key' }, environment: 'production', now },
    answers,
  );

it('sends the secret key as the user of Basic, and the letter x as its password', async () => {
  const { provider, sent } = await open({ status: 200, body: CHARGE });
  await provider.createTransaction(sampleTransaction('PIX'));
  const basic = `Basic ${Buffer.from('invented-key:x').toString('base64')}`;
  expect(sent[0]?.headers).toMatchObject({ authorization: basic, 'idempotency-key': 'attempt-0001' });
});

it('writes people, items and the end of a boleto as the engine wants them', async () => {
  const { provider, sent } = await open({
    status: 200,
    body: { ...CHARGE, boleto: { barcode: '0341', url: 'https://b' } },
  });
  const request = sampleTransaction('BILLET', { expiresAt: '2026-11-23T15:00:00Z' });
  const charge = await provider.createTransaction(request);
  expect(sent[0]?.body).toMatchObject({
    paymentMethod: 'boleto',
    boleto: { expiresInDays: 3 },
    customer: { document: { number: '52998224725', type: 'cpf' }, address: { zipCode: '01001000', country: 'BR' } },
    items: [{ title: 'Curso de violão', unitPrice: 12_345, quantity: 1, tangible: false }],
  });
  expect(charge).toMatchObject({ transactionId: '282', billetCode: '0341', billetUrl: 'https://b' });
});

it('leaves the address out where there is none', async () => {
  const { provider, sent } = await open({ status: 200, body: CHARGE });
  await provider.createTransaction(sampleTransaction('PIX', { address: undefined }));
  expect(sent[0]?.body).not.toHaveProperty('customer.address');
});

it('charges a card in installments, with a year of four digits', async () => {
  const { provider, sent } = await open({
    status: 200,
    body: { ...CHARGE, status: 'paid', card: { lastDigits: '1111' } },
  });
  const card = { cardNumber: '4111111111111111', holderName: 'ANA', expMonth: 7, expYear: 34, cvv: '123' };
  await provider.createTransaction(sampleTransaction('CREDIT_CARD', { card, cardToken: undefined, installments: 12 }));
  expect(sent[0]?.body).toMatchObject({ installments: 12, card: { expirationMonth: 7, expirationYear: 2034 } });
});

it.each([
  ['refunded', 'DONE'],
  ['paid', 'PENDING'],
])('takes a refund that is answered with %s for %s', async (status, expected) => {
  const { provider } = await open({ status: 200, body: { ...CHARGE, status, refunds: [{ id: 1 }, { id: 2 }] } });
  const refund = await provider.refund(sampleRefund({ transactionId: '282', amount: 500, isFull: false }));
  expect(refund).toEqual({ refundId: '2', status: expected });
});

it('sends money to a bank account in the words of the engine', async () => {
  const { provider, sent } = await open({ status: 200, body: { id: 7, status: 'requested', amount: 5_000 } });
  await provider.withdraw(sampleWithdraw('BANK_ACCOUNT'));
  expect(sent[0]?.body).toEqual({
    amount: 5_000,
    bankAccount: {
      bankCode: '001',
      agencyNumber: '1234',
      accountNumber: '123456',
      accountDigit: '7',
      type: 'conta_corrente',
      legalName: 'Maria da Silva',
      documentNumber: '52998224725',
      documentType: 'cpf',
    },
  });
});

it('takes a receiver without a word for an active one if it was created', async () => {
  const { provider, manifest } = await open(
    { status: 200, body: { id: 3, createdAt: '2026-01-01' } },
    { status: 200, body: { id: 4 } },
  );
  const made = await provider.createReceiver(sampleReceiver());
  expect(mapStatus(manifest.status.receiver!, made.providerStatus).status).toBe('ACTIVE');
  await expect(provider.createReceiver(sampleReceiver())).rejects.toMatchObject({ outcome: 'UNKNOWN' });
});

it('reads the id of an event as a number or a text, and ignores other events', async () => {
  const { readEvent } = await open();
  expect(await readEvent({ type: 'transaction', data: { id: 282, status: 'paid' } })).toMatchObject({
    transactionId: '282',
  });
  expect(await readEvent({ type: 'transaction', objectId: '282', data: {} })).toMatchObject({ transactionId: '282' });
  expect(await readEvent({ type: 'checkout', data: { id: 1 } })).toEqual({ subject: 'ignored' });
});
