/** Tests AbacatePay's description, whose requests are held against AbacatePay's own OpenAPI document. */
import { mapStatus } from '@feira/plugin-kit';
import {
  fixture,
  type OpenApiFixture,
  openApiWitness,
  openDescribed,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
} from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';

const credentials = { apiKey: 'abc_dev_invented_key', webhookSecret: 'invented-webhook-secret' };
const witness = openApiWitness(fixture<OpenApiFixture>(import.meta.url, 'openapi.json'));
const CHARGE = { id: 'pix_char_1', amount: 12_345, status: 'PENDING', brCode: '000201', metadata: {} };
const TRANSFER = { id: 'txn_1', status: 'PENDING', amount: 5_000, externalId: 'withdraw-0001' };
const lookup = { transactionId: 'pix_char_1', reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const ok = (data: unknown) => ({ status: 200, body: { data, success: true, error: null } });
const open = (...answers: { status: number; body: unknown }[]) =>
  openDescribed(import.meta.url, { credentials, now: '2026-11-30T12:00:00Z' }, answers);

it("sends what AbacatePay's document knows, and nothing else", async () => {
  const { provider, sent } = await open(
    ok(CHARGE),
    ok([CHARGE]),
    ok({ refundPublicId: 'tran_1' }),
    ok(TRANSFER),
    ok(TRANSFER),
    ok(TRANSFER),
  );

  await provider.createTransaction(sampleTransaction('PIX', { expiresAt: '2026-11-30T13:00:00Z' }));
  await provider.getTransaction(lookup);
  await provider.refund(sampleRefund({ transactionId: 'pix_char_1' }));
  await provider.withdraw(sampleWithdraw('PIX'));
  await provider.getWithdraw({ withdrawId: 'txn_1', withdrawReference: 'withdraw-0001' });
  await provider.getWithdraw({ withdrawReference: 'withdraw-0001' });

  expect(sent.flatMap(witness.findWrongRequest)).toEqual([]);
  expect(sent[0]).toMatchObject({
    headers: { authorization: 'Bearer abc_dev_invented_key' },
    body: { data: { amount: 12_345, expiresIn: 3_600, externalId: 'attempt-0001' } },
  });
  expect(sent.slice(4).map(({ query }) => query)).toEqual([{ id: 'txn_1' }, { externalId: 'withdraw-0001' }]);
});

it.each([
  ['PHONE', '+5511987654321', '11987654321'],
  ['EMAIL', 'ana@example.test', 'ana@example.test'],
  ['CNPJ', '11222333000181', '11222333000181'],
] as const)('names a key of type %s as AbacatePay does', async (pixType, pixKey, key) => {
  const { provider, sent } = await open(ok(TRANSFER));

  await provider.withdraw(sampleWithdraw('PIX', { pixType, pixKey }));

  expect(sent[0]?.body).toMatchObject({ pix: { key, type: pixType } });
  expect(sent.flatMap(witness.findWrongRequest)).toEqual([]);
});

it('finds no charge in an empty list, and none of another', async () => {
  const { provider } = await open(ok([]), ok([{ ...CHARGE, id: 'pix_char_2' }]));

  expect(await provider.getTransaction(lookup)).toBeNull();
  expect(await provider.getTransaction(lookup)).toBeNull();
});

it('waits for a refund that was taken until the charge says so', async () => {
  const { provider, manifest } = await open(ok({ refundPublicId: 'tran_1' }), ok([{ ...CHARGE, status: 'REFUNDED' }]));

  expect(await provider.refund(sampleRefund())).toEqual({ refundId: 'tran_1', status: 'PENDING' });
  const read = await provider.getTransaction(lookup);
  expect(mapStatus(manifest.status.payment, read!.providerStatus).status).toBe('REFUNDED');
});

it('tells why a refund was refused', async () => {
  const { provider } = await open({ status: 400, body: { data: null, success: false, error: 'INSUFFICIENT_FUNDS' } });

  await expect(provider.refund(sampleRefund())).rejects.toMatchObject({
    outcome: 'REJECTED',
    reason: 'INSUFFICIENT_FUNDS',
  });
});

it('knows a charge of an event by our reference: its id there is another one', async () => {
  const { readEvent } = await open();
  const transparent = { id: 'char_xyz789', externalId: 'attempt-0001', amount: 100, paidAmount: 100, status: 'PAID' };

  const paid = await readEvent({ event: 'transparent.completed', data: { transparent } });
  const disputed = await readEvent({ event: 'transparent.disputed', data: { transparent } });

  expect(paid).toMatchObject({
    subject: 'payment',
    reference: 'attempt-0001',
    providerStatus: 'PAID',
    paidAmount: 100,
  });
  expect(paid).not.toHaveProperty('transactionId');
  expect(disputed).toMatchObject({ reference: 'attempt-0001', dispute: 'OPENED' });
  expect(disputed).not.toHaveProperty('providerStatus');
});
