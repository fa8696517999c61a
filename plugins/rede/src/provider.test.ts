/** Tests Rede's adapter against the fields of Rede's own library and the answers of its manual. */
import { asManifest, type SimulatorRequest } from '@feira/plugin-kit';
import {
  fixture,
  openProvider,
  sampleRefund,
  sampleTransaction,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

const manifest = asManifest(json);
const { credentials, cards } = simulator.samples!;
type Part = 'Transaction' | 'Authorization' | 'Capture' | 'Refund';
/** The properties of Rede's own library. */
const SDK = fixture<Record<Part, string[]>>(import.meta.url, 'sdk.json');
const PARTS: Record<string, Part> = { authorization: 'Authorization', capture: 'Capture', refunds: 'Refund' };
const lookup = {
  transactionId: '8345000363484052380',
  reference: 'attempt-0001',
  paymentMethod: 'CREDIT_CARD',
} as const;

/** Returns the fields that Rede's library does not have, with the part in which they stand. */
function findUnknown(value: unknown, part: Part = 'Transaction'): string[] {
  return Object.entries(value ?? {}).flatMap(([name, inner]) => {
    if (!SDK[part].includes(name)) return [`${part}.${name}`];
    const within = PARTS[name];
    return within ? [inner].flat().flatMap((one) => (typeof one === 'object' ? findUnknown(one, within) : [])) : [];
  });
}

async function open() {
  const started = await startSimulator(simulator, { credentials });
  onTestFinished(started.close);
  const unknown: string[] = [];
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    baseUrl: started.url,
    inProcess: async (request) => {
      sent.push(request);
      const answer = await started.simulator.handle(request);
      unknown.push(...findUnknown(request.body), ...findUnknown(answer.body));
      return answer;
    },
  });
  const card = { cardNumber: cards!.approved, holderName: 'MARIA SILVA', expMonth: 7, expYear: 34, cvv: '123' };
  const buy = (changes = {}) =>
    provider.createTransaction(sampleTransaction('CREDIT_CARD', { card, cardToken: undefined, ...changes }));
  return { provider, unknown, sent, buy, card };
}
const answering = (status: number, body: unknown) =>
  openProvider(manifest, module, { credentials, inProcess: async () => ({ status, body }) }).provider;
const card = { cardNumber: cards!.approved, holderName: 'MARIA SILVA', expMonth: 7, expYear: 34, cvv: '123' };
const cardPurchase = () => sampleTransaction('CREDIT_CARD', { card, cardToken: undefined });

describe('rede', () => {
  const authorization = { tid: '8345000363484052380', reference: 'x', status: 'Pending', amount: 2_099 };
  testProvider({ manifest, module, credentials, answers: [{ authorization }], webhooks: [] });
});

describe("Rede's own library", () => {
  it('knows each field that is sent and shown', async () => {
    const { provider, unknown, sent, buy } = await open();

    const paid = await buy({ installments: 3 });
    const { transactionId } = paid;
    await provider.refund(sampleRefund({ transactionId, amount: 100, isFull: false, paymentMethod: 'CREDIT_CARD' }));
    const read = await provider.getTransaction({ ...lookup, transactionId });

    expect(unknown).toEqual([]);
    expect(sent[0]).toMatchObject({
      headers: { authorization: `Basic ${btoa(`${credentials.pv}:${credentials.token}`)}` },
      body: {
        capture: true,
        installments: 3,
        expirationMonth: 7,
        expirationYear: 2034,
        reference: expect.stringMatching(/^[0-9a-zA-Z]{16}$/),
      },
    });
    expect(read).toMatchObject({ providerStatus: 'Approved', paidAmount: 12_345, refundedAmount: 100 });
    expect(read?.refunds).toEqual([{ refundId: expect.any(String), status: 'DONE' }]);
  });

  it('is told of installments from two on alone', async () => {
    const { sent, buy } = await open();

    await buy({ installments: 1 });

    expect(sent[0]?.body).not.toHaveProperty('installments');
  });
});

describe('a charge', () => {
  it.each([
    [200, '74'],
    [200, '150'],
    [400, '150'],
    [200, '42'],
    [400, '42'],
  ])('that is answered with %i and %s is open', async (status, returnCode) => {
    const asked = answering(status, { returnCode, returnMessage: 'Timeout. Try again' });

    await expect(asked.createTransaction(cardPurchase())).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });

  it.each([200, 400])('that is refused with %i is refused with the reason of the bank', async (status) => {
    const refused = answering(status, { returnCode: '58', returnMessage: 'Unauthorized. Contact issuer.' });

    await expect(refused.createTransaction(cardPurchase())).rejects.toMatchObject({
      outcome: 'REJECTED',
      reason: 'Unauthorized. Contact issuer.',
    });
  });

  it('is found by the digest of our reference, and one of another is not', async () => {
    const { provider, buy } = await open();
    const made = await buy();
    const find = (reference: string) => provider.getTransaction({ reference, paymentMethod: 'CREDIT_CARD' });

    expect(await find('attempt-0001')).toMatchObject({ transactionId: made.transactionId, reference: 'attempt-0001' });
    expect(await find('attempt-0009')).toBeNull();
    expect(await answering(200, { returnCode: '78', returnMessage: 'x' }).getTransaction(lookup)).toBeNull();
  });
});

describe('a refund', () => {
  it.each([
    [200, '74'],
    [400, '150'],
  ])('that is answered with %i and %s is open, because it may have been carried out', async (status, returnCode) => {
    const asked = answering(status, { returnCode, returnMessage: 'Timeout. Try again' });

    await expect(asked.refund(sampleRefund())).rejects.toMatchObject({ outcome: 'UNKNOWN' });
  });

  it.each([
    [200, '359', 'DONE'],
    [200, '360', 'PENDING'],
    [400, '355', 'PENDING'],
    [200, '365', 'REFUSED'],
    [400, '357', 'REFUSED'],
  ])('that is answered with %i and %s is %s', async (status, returnCode, expected) => {
    const read = await answering(status, { returnCode, returnMessage: 'why' }).refund(sampleRefund());

    expect(read).toMatchObject({ status: expected, ...(expected === 'REFUSED' && { reason: 'why' }) });
  });

  it('counts once it is done, and each one is told by its id', async () => {
    const authorization = { tid: '1', reference: 'x', status: 'Approved', amount: 2_099 };
    const refunds = [
      { status: 'Done', amount: 1 },
      { refundId: 'a9cecdb7', status: 'Denied', amount: 100 },
      { refundId: 'fbfdbdd1', status: 'Processing', amount: 100 },
    ];

    const read = await answering(200, { authorization, refunds }).getTransaction(lookup);

    expect(read).toMatchObject({ paidAmount: 2_099, refundedAmount: 1 });
    expect(read?.refunds).toEqual([
      { refundId: 'a9cecdb7', status: 'REFUSED' },
      { refundId: 'fbfdbdd1', status: 'PENDING' },
    ]);
  });
});
