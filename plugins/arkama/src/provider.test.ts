import { mapStatus } from '@feira/plugin-kit';
import { authenticateWebhook } from '@feira/plugin-kit/broker';
import { openDescribed, sampleRefund, sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = { token: 'invented-token', webhookToken: 'invented-hook' };
const ORDER = { id: 'ORBEG3T59', status: 'PENDING', total_value: '123.45', externalRef: 'attempt-0001' };
const answer = (changes: object = {}) => ({ status: 200, body: { ...ORDER, ...changes } });
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials, environment: 'production' }, answers);

it('names itself by a User-Agent, and keeps the token in its header alone', async () => {
  const { provider, sent } = await open(answer());
  await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]).toMatchObject({
    headers: { 'user-agent': 'Feira', authorization: 'Bearer invented-token' },
    query: {},
  });
  expect(sent[0]?.rawBody).not.toContain('invented-token');
});

it('sends one of the two totals, and every price in reais', async () => {
  const { provider, sent } = await open(answer());
  await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]?.body).toMatchObject({ total_value: 123.45, items: [{ unitPrice: 123.45 }] });
  expect(sent[0]?.body).not.toHaveProperty('value');
});

it('reads ids and amounts that are texts, and an order inside data', async () => {
  const { provider } = await open(answer(), { status: 200, body: { data: ORDER } });
  const read = { transactionId: 'ORBEG3T59', amount: 12_345, providerStatus: 'PENDING' };
  expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject(read);
  expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject(read);
});

it('refuses an order below two reais before anybody is asked', async () => {
  const { provider, sent } = await open();
  const items = [{ id: 'o', title: 'Curso', unitPrice: 199, quantity: 1, tangible: false }];
  const order = provider.createTransaction(sampleTransaction('PIX', { amount: 199, items }));
  await expect(order).rejects.toMatchObject({ outcome: 'NOT_SENT' });
  expect(sent).toEqual([]);
});

it.each([
  [{ refund_type: 'BACEN_MED' }, 'CHARGEBACK'],
  [{ refund_type: null }, 'REFUNDED'],
])('reads a refund with %j as %s', async (changes, expected) => {
  const order = { ...ORDER, status: 'REFUNDED', ...changes };
  const { provider, manifest, readEvent } = await open(answer(order), { status: 200, body: { data: order } });
  const lookup = { transactionId: ORDER.id, reference: ORDER.externalRef, paymentMethod: 'PIX' } as const;
  const event = await readEvent({ event: 'ORDER_REFUNDED', data: { order } });
  for (const told of [await provider.getTransaction(lookup), await provider.getTransaction(lookup), event])
    expect(mapStatus(manifest.status.payment, told?.providerStatus ?? '').status).toBe(expected);
});

it('believes an event only with its own token in the body, and never without asking again', async () => {
  const { manifest } = await open();
  const secrets = new Map(Object.entries(credentials));
  const prove = (token: string) =>
    authenticateWebhook({ manifest, secrets, headers: {}, rawBody: JSON.stringify({ token, event: 'ORDER_PAID' }) });
  expect(prove('invented-hook')).toEqual({ ok: true, isSigned: false });
  expect(prove('another-token')).toMatchObject({ ok: false });
});

it('ignores events of carts', async () => {
  const { readEvent } = await open();
  const body = { event: 'CART_ABANDONED', data: { cart: { id: 'CTBEG3TM1' } } };
  expect(await readEvent(body)).toEqual({ subject: 'ignored' });
});

it('takes a refund for done only once the order says so', async () => {
  const { provider } = await open(answer({ status: 'REFUNDED' }), answer({ status: 'PAID' }));
  const refund = () => provider.refund(sampleRefund({ transactionId: ORDER.id }));
  expect(await refund()).toMatchObject({ status: 'DONE' });
  expect(await refund()).toMatchObject({ status: 'PENDING' });
});
