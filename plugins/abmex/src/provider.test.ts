import { mapStatus } from '@feira/plugin-kit';
import {
  openDescribed,
  sampleReceiver,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
} from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const ID = '7f1c3c52-0d0c-4a55-9a51-3d3d5cf0a1b2';
const CHARGE = { id: ID, status: 'waiting_payment', amount: 12_345, externalRef: 'attempt-0001' };
const PRE_CHARGEBACK = { status: 'refunded', refunds: [{ id: 'ref_1' }, { id: 'ref_2', preChargeback: true }] };
const lookup = { transactionId: ID, reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(
    import.meta.url,
    {
      credentials: { secretKey: 'sk_live_invented', baseUrl: 'https://api.example.com/v1' },
      environment: 'production',
      now: '2026-11-20T15:00:00Z',
    },
    answers,
  );

it('asks for its address without a default, and is marked as inferred', async () => {
  const { manifest } = await open();
  expect(manifest.evidence).toBe('inferred');
  expect(manifest.credentials.required).toEqual(['secretKey', 'baseUrl']);
  expect(manifest.credentials.properties.baseUrl?.default).toBeUndefined();
});

it('sends the secret key as the user of Basic, and the letter x as its password', async () => {
  const { provider, sent } = await open({ status: 200, body: CHARGE });
  await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-21T15:00:00Z' }));
  const basic = `Basic ${Buffer.from('sk_live_invented:x').toString('base64')}`;
  expect(sent[0]!.headers.authorization).toBe(basic);
  expect(sent[0]!.body).toMatchObject({ amount: 12_345, paymentMethod: 'pix', pix: { expiresInDays: 1 } });
});

it.each([ID, 282])('keeps the id %s as the text it came as, in answers and in addresses', async (id) => {
  const { provider, sent } = await open({ status: 200, body: { ...CHARGE, id } }, { status: 200, body: {} });
  expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject({ transactionId: String(id) });
  await provider.refund(sampleRefund({ transactionId: String(id), amount: 500, isFull: false })).catch(() => null);
  expect(sent[1]!.path).toBe(`/transactions/${id}/refund`);
});

it.each([
  ['2026-11-21', '2026-11-22T02:59:59.000Z'],
  ['2026-11-21T15:00:00Z', '2026-11-21T15:00:00.000Z'],
])('reads %s, for a day and a time may tell the end, and takes the code for a text', async (expirationDate, end) => {
  const { provider } = await open({ status: 200, body: { ...CHARGE, pix: { qrcode: '000201', expirationDate } } });
  const charge = await provider.createTransaction(sampleTransaction('PIX'));
  expect(charge).toMatchObject({ pixCode: '000201', expiresAt: end });
  expect(charge).not.toHaveProperty('pixQrCode');
});

it.each([
  ['CHARGEBACK', PRE_CHARGEBACK],
  ['REFUNDED', { ...PRE_CHARGEBACK, refunds: [{ id: 'ref_1', preChargeback: false }] }],
  ['REFUNDED', { ...PRE_CHARGEBACK, refunds: [] }],
  ['APPROVED', { ...PRE_CHARGEBACK, status: 'paid' }],
])('reads %s from %j, in a look-up and in an event', async (expected, told) => {
  const { provider, manifest, readEvent } = await open({ status: 200, body: { ...CHARGE, ...told } });
  const meant = (word: string | undefined) => mapStatus(manifest.status.payment, word ?? '').status;
  expect(meant((await provider.getTransaction(lookup))?.providerStatus)).toBe(expected);
  const event = await readEvent({ type: 'transaction', objectId: ID, data: { ...CHARGE, ...told } });
  expect(meant(event.providerStatus)).toBe(expected);
});

it('reads the id of an event, and ignores those of checkouts and subscriptions', async () => {
  const { readEvent } = await open();
  const paid = { subject: 'payment', transactionId: ID, providerStatus: 'paid' };
  expect(await readEvent({ type: 'transaction', objectId: ID, data: { id: ID, status: 'paid' } })).toEqual(paid);
  expect(await readEvent({ type: 'transaction', objectId: ID, data: { status: 'paid' } })).toEqual(paid);
  for (const type of ['checkout', 'subscription'])
    expect(await readEvent({ type, objectId: '1', data: { id: '1', status: 'paid' } })).toEqual({ subject: 'ignored' });
});

it.each([['Documento inválido'], [['Documento inválido', 'Telefone inválido']]])(
  'says why it was refused, from %j',
  async (message) => {
    const { provider } = await open({ status: 400, body: { message } });
    const outcome = provider.createTransaction(sampleTransaction('PIX'));
    await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Documento inválido' });
  },
);

it('leaves a withdrawal open that got no answer, and one with an unknown word', async () => {
  const { provider, sent, manifest } = await open(
    { status: 500, body: {} },
    { status: 200, body: { id: ID, status: 'em_quarentena' } },
  );
  await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  expect(sent[0]).toMatchObject({ path: '/transfers', body: { amount: 5_000, pixKey: 'maria@example.com' } });
  expect(manifest.idempotency.supported).toBe(false);
  const asked = await provider.getWithdraw({ withdrawId: ID, withdrawReference: 'withdraw-0001' });
  expect(mapStatus(manifest.status.withdraw!, asked!.providerStatus)).toEqual({
    status: 'PENDING',
    isRecognised: false,
  });
});

it('takes a receiver without a word for an active one if it was created', async () => {
  const { provider, manifest } = await open({ status: 200, body: { id: ID, createdAt: '2026-01-01' } });
  const made = await provider.createReceiver(sampleReceiver());
  expect(made.receiverId).toBe(ID);
  expect(mapStatus(manifest.status.receiver!, made.providerStatus).status).toBe('ACTIVE');
});

it.each([
  ['PENDING', ['waiting_payment', 'processing', 'in_process', 'partially_paid', 'authorized']],
  ['APPROVED', ['paid', 'captured']],
  ['REFUNDED', ['refunded', 'canceled']],
  ['CHARGEBACK', ['chargedback', 'in_protest']],
  ['REJECTED', ['refused', 'expired', 'em_quarentena', 'in_mediation']],
])('reads as %s the words %j', async (status, words) => {
  const { manifest } = await open();
  expect(words.map((word) => mapStatus(manifest.status.payment, word).status)).toEqual(words.map(() => status));
});
