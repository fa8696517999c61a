import { asManifest, isProviderError, mapStatus, type SimulatorRequest } from '@feira/plugin-kit';
import { openProvider, sampleRefund, sampleTransaction, sampleWithdraw, testProvider } from '@feira/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

const manifest = asManifest(json);
const { credentials } = simulator.samples!;
const CODE = '4637B1FF558B4334968EA308D88B9DA1';
const [D1, D2] = ['9E5FD9F9140546E7A00B585AEBEA2086', '1ACAE09AFDAB4C6EBB15DC0DBF82CB8C'];
const WIRE = { qr_code_id: CODE, qr_code_payload: '000201', qr_code_amount_cents: 12_345, qr_code: 'https://iugu/qr' };
const PLAIN = { id: CODE, payload: '000201', amount_cents: 12_345, description: 'x' };
const deposit = (id: string, changes: object = {}) => ({
  id,
  status: 'accepted',
  deposit_type: 'qrcode',
  amount_cents: 12_345,
  qr_code: CODE,
  ...changes,
});
const LOOKUP = { transactionId: CODE, reference: 'attempt-0001', paymentMethod: 'PIX' } as const;
const REFUND = { transactionId: CODE };
const statusOf = (word = '') => mapStatus(manifest.status.payment, word).status;

interface Answer {
  status: number;
  body: unknown;
}
const ok = (body: unknown): Answer => ({ status: 200, body });
const listed = (...items: object[]) => ok({ items });

function open(...answers: Answer[]) {
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    inProcess: async (request) => {
      sent.push(request);
      return answers.shift() ?? { status: 500, body: {} };
    },
  });
  const readEvent = (body: Record<string, string>) =>
    provider.processWebhook({ headers: {}, query: {}, body, rawBody: new URLSearchParams(body).toString() });
  return { provider, sent, readEvent };
}
const outcomeOf = (call: Promise<unknown>) => call.catch((error) => (isProviderError(error) ? error.outcome : error));

describe('iugu-baas', () => {
  testProvider({
    manifest,
    module,
    credentials,
    answers: [{ ...WIRE, items: [deposit(D1)] }],
    webhooks: [{ event: 'deposit.pix_status_changed', 'data[deposit_id]': D1, 'data[qr_code]': CODE }],
  });
});

describe('a code', () => {
  it('carries our reference in 25 characters without hyphens, and is read by both names of its fields', async () => {
    const { provider, sent } = open(ok(WIRE), ok(PLAIN));
    const reference = '01234567-89ab-cdef-0123-456789abcdef';
    const made = await provider.createTransaction(sampleTransaction('PIX', { reference }));
    expect(made).toMatchObject({ transactionId: CODE, pixCode: '000201', amount: 12_345 });
    expect(statusOf(made.providerStatus)).toBe('PENDING');
    expect(sent[0]?.body).toEqual({ amount_cents: 12_345, description: expect.stringMatching(/^[0-9a-z]{25}$/) });
    expect(await provider.createTransaction(sampleTransaction('PIX'))).toMatchObject({
      transactionId: CODE,
      amount: 12_345,
    });
  });

  it('that nobody paid waits, whatever came in for others', async () => {
    const { provider } = open(listed(deposit(D1, { qr_code: 'OTHER' }), deposit(D2, { qr_code: undefined })), ok(WIRE));
    const read = await provider.getTransaction(LOOKUP);
    expect(statusOf(read?.providerStatus)).toBe('PENDING');
    expect(read?.movements).toBeUndefined();
  });

  it('may be paid twice and with another amount: each deposit is money of its own', async () => {
    const { provider } = open(listed(deposit(D1), deposit(D2, { amount_cents: 700, qr_code: { id: CODE } })), ok(WIRE));
    const read = await provider.getTransaction(LOOKUP);
    expect(statusOf(read?.providerStatus)).toBe('APPROVED');
    expect(read?.movements).toEqual([
      { id: D1, amount: 12_345 },
      { id: D2, amount: 700 },
    ]);
    expect(Object.values(read?.memo ?? {})).toEqual([D1, D2]);
  });

  it('that was paid twice is paid while one of its deposits is here', async () => {
    const { provider } = open(listed(deposit(D1, { status: 'refunded' }), deposit(D2)), ok(WIRE));
    const read = await provider.getTransaction(LOOKUP);
    expect([statusOf(read?.providerStatus), read?.refundedAmount]).toEqual(['APPROVED', 12_345]);
  });

  it('of which a deposit has no status is no answer', async () => {
    const { provider } = open(listed(deposit(D1, { status: undefined })), ok(WIRE));
    expect(await outcomeOf(provider.getTransaction(LOOKUP))).toBe('UNKNOWN');
  });

  it('is asked about deposits that are no longer among the newest by their memo, if they name it', async () => {
    const memo = { [`d${D1}`]: D1, [`d${D2}`]: D2 };
    const { provider, sent } = open(
      listed(deposit(D2)),
      ok(deposit(D1, { qr_code: undefined, qr_code_id: CODE })),
      ok(WIRE),
    );
    expect((await provider.getTransaction({ ...LOOKUP, memo }))?.movements).toHaveLength(2);
    expect(sent.map(({ path }) => path)).toEqual(['/deposits', `/deposits/${D1}`, `/static_qr_codes/${CODE}`]);
    const foreign = open(listed(), ok(deposit(D1, { qr_code: 'OTHER' })), ok(WIRE));
    const read = await foreign.provider.getTransaction({ ...LOOKUP, memo: { d1: D1 } });
    expect(statusOf(read?.providerStatus)).toBe('PENDING');
  });

  it('has no deposit where iugu says with status 400 that it does not know it', async () => {
    const { provider } = open(listed(), { status: 400, body: { errors: 'Deposit Not Found' } }, ok(WIRE));
    const read = await provider.getTransaction({ ...LOOKUP, memo: { d1: D1 } });
    expect(statusOf(read?.providerStatus)).toBe('PENDING');
    const refused = open(listed(), { status: 400, body: { errors: 'Outra coisa' } });
    expect(await outcomeOf(refused.provider.getTransaction({ ...LOOKUP, memo: { d1: D1 } }))).toBe('REJECTED');
  });

  it.each([
    ['accepted', 'APPROVED', 0],
    ['processing_refund', 'APPROVED', 0],
    ['refunded', 'REFUNDED', 12_345],
    ['rejected', 'REJECTED', undefined],
    ['a_word_nobody_knows', 'REJECTED', undefined],
  ])('whose deposit is %s is %s, with %s cents given back', async (status, expected, back) => {
    const read = await open(listed(deposit(D1, { status })), ok(WIRE)).provider.getTransaction(LOOKUP);
    expect([statusOf(read?.providerStatus), read?.refundedAmount]).toEqual([expected, back]);
  });
});

describe('a refund', () => {
  it('takes back the deposit of exactly this amount, without a body, and is not done when it is asked for', async () => {
    const { provider, sent } = open(
      listed(deposit(D1, { amount_cents: 700 }), deposit(D2)),
      ok(deposit(D2, { status: 'processing_refund' })),
    );
    expect(await provider.refund(sampleRefund(REFUND))).toEqual({ refundId: D2, status: 'PENDING' });
    expect(sent[1]).toMatchObject({ method: 'PUT', path: `/deposits/${D2}/refund`, rawBody: '' });
  });

  it('of a part is refused, and repeated is the one that is under way', async () => {
    expect(
      await outcomeOf(
        open(listed(deposit(D1))).provider.refund(sampleRefund({ ...REFUND, amount: 345, isFull: true })),
      ),
    ).toBe('REJECTED');
    const again = open(listed(deposit(D1, { status: 'refunded' })));
    expect(await again.provider.refund(sampleRefund(REFUND))).toEqual({ refundId: D1, status: 'DONE' });
    expect(again.sent).toHaveLength(1);
  });

  it('that is refused says why, unless the deposit is on its way back', async () => {
    const refusal = { status: 400, body: { errors: ['Não é possivel reembolsar este depósito.'] } };
    const refund = (status: string) =>
      open(listed(deposit(D1)), refusal, ok(deposit(D1, { status }))).provider.refund(sampleRefund(REFUND));
    expect(await refund('accepted')).toMatchObject({ status: 'REFUSED', reason: /não é possivel/i });
    expect(await refund('refunded')).toMatchObject({ status: 'DONE' });
  });
});

describe('an event', () => {
  it.each(['data[qr_code]', 'data[qr_code_id]', 'data[qr_code][id]', 'qr_code'])(
    'names its code in %s',
    async (name) => {
      const said = await open().readEvent({
        event: 'deposit.pix_status_changed',
        'data[deposit_id]': D1,
        'data[status]': 'accepted',
        [name]: CODE,
      });
      expect(said).toEqual({
        subject: 'payment',
        event: 'deposit.pix_status_changed',
        transactionId: CODE,
        memo: { [`d${D1}`]: D1 },
      });
    },
  );

  it('of a PIX without a code, or of an invoice, is ignored', async () => {
    const { readEvent } = open();
    expect((await readEvent({ event: 'deposit.pix_status_changed', deposit_id: D1 })).subject).toBe('ignored');
    expect((await readEvent({ event: 'invoice.status_changed', 'data[id]': '1' })).subject).toBe('ignored');
  });
});

it('signs withdrawals, and leaves one open whose word nobody knows', async () => {
  const { provider, sent } = open({
    status: 202,
    body: { transfer_request_id: D1, status: 'novo', amount_cents: 5_000 },
  });
  const made = await provider.withdraw(sampleWithdraw('PIX'));
  expect(mapStatus(manifest.status.withdraw!, made.providerStatus).status).toBe('PENDING');
  expect(sent[0]?.headers.signature).toMatch(/^signature=/);
});
