import { sampleRefund, sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import { openInferred, testInferred } from '../../family-hopy/src/test-members.ts';

const CHARGE = { sell_id: '123', status: 'waiting_payment', amount: 12_345 };
const lookup = { transactionId: '123', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const open = (typed: Record<string, string>, ...bodies: object[]) =>
  openInferred(
    import.meta.url,
    { secretKey: 'invented-key-0001', ...typed },
    bodies.map((body) => ({ status: 200, body })),
  );

testInferred(import.meta.url, 'secretKey');

it('sends its key as a bearer, unless told', async () => {
  const { provider, sent } = await open({}, CHARGE);
  await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]!.headers.authorization).toBe('Bearer invented-key-0001');
});

it.each([
  ['cents', 12_345, 500],
  ['reais', 123.45, 5],
])('sells, looks up and gives back in %s, each at its own path below /sells', async (amountUnit, amount, part) => {
  const charge = { ...CHARGE, amount, refundedAmount: part };
  const { provider, sent } = await open({ amountUnit }, charge, charge, charge);
  expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject({ amount: 12_345 });
  expect(await provider.getTransaction(lookup)).toMatchObject({ transactionId: '123', refundedAmount: 500 });
  await provider.refund(sampleRefund({ transactionId: '123', amount: 500, isFull: false }));
  expect(sent).toMatchObject([
    { method: 'POST', path: '/sells', body: { amount, externalReference: 'attempt-0001' } },
    { method: 'GET', path: '/sells/123' },
    { method: 'POST', path: '/sells/123/refund', body: { amount: part } },
  ]);
  expect(sent[0]!.body).not.toHaveProperty('externalRef');
});

it.each([[{ sell_id: '123' }], [{ id: '123' }], [{ sell_id: '123', id: '9' }]])(
  'reads the id of a sale from %j',
  async (ids) => {
    const { provider } = await open({}, { ...ids, status: 'paid' }, { ...ids, status: 'paid' });
    const sale = { transactionId: '123', providerStatus: 'paid' };
    expect(await provider.createTransaction(sampleTransaction('PIX'))).toEqual(sale);
    expect(await provider.getTransaction(lookup)).toEqual(sale);
  },
);

it('lets a PIX end after one day and a boleto after three', async () => {
  const { provider, sent, manifest } = await open({}, CHARGE, CHARGE);
  await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-21T15:00:00Z' }));
  await provider.createTransaction(sampleTransaction('BILLET', { expiresAt: '2026-11-23T15:00:00Z' }));
  expect(sent).toMatchObject([{ body: { pix: { expiresInDays: 1 } } }, { body: { boleto: { expiresInDays: 3 } } }]);
  const { PIX, BILLET } = manifest.capabilities.methods!;
  expect([PIX?.maxExpiresInSeconds, BILLET?.expiresInSeconds]).toEqual([86_400, 259_200]);
});

it.each(['message', 'error'])('says why it was refused, from %s', async (name) => {
  const { provider } = await openInferred(import.meta.url, { secretKey: 'invented-key-0001' }, [
    { status: 422, body: { [name]: 'Documento inválido' } },
  ]);
  const outcome = provider.createTransaction(sampleTransaction('PIX'));
  await expect(outcome).rejects.toMatchObject({ outcome: 'REJECTED', message: 'Documento inválido' });
});

it('reads an event by the id of its sale and a word, and ignores one that lacks either', async () => {
  const { readEvent } = await open({});
  const paid = { subject: 'payment', transactionId: '123', providerStatus: 'paid' };
  expect(await readEvent({ sell_id: '123', status: 'paid' })).toEqual(paid);
  expect(await readEvent({ sell_id: '123' })).toEqual({ subject: 'ignored' });
  expect(await readEvent({ status: 'paid' })).toEqual({ subject: 'ignored' });
  expect(await readEvent({ type: 'transaction', data: { id: 123, status: 'paid' } })).toEqual({ subject: 'ignored' });
});
