/** Tests Cielo's adapter against the fields of Cielo's own library and the answers of its manual. */
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
type Part = 'Sale' | 'Customer' | 'Payment' | 'CreditCard';
/** The properties of Cielo's own library. What came later stands in the pages alone. */
const SDK = fixture<Record<Part, string[]>>(import.meta.url, 'sdk.json');
const LATER = ['QrCode', 'QrCodeString', 'Expiration'];
const lookup = { transactionId: '24bc8366', reference: 'attempt0001', paymentMethod: 'CREDIT_CARD' } as const;

/** Returns the fields of a sale that Cielo's library does not have, with the part in which they stand. */
function findUnknown(value: unknown, part: Part = 'Sale'): string[] {
  return Object.entries(value ?? {}).flatMap(([name, inner]) => {
    if (LATER.includes(name)) return [];
    if (!SDK[part].includes(name)) return [`${part}.${name}`];
    return name in SDK && inner && typeof inner === 'object' ? findUnknown(inner, name as Part) : [];
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
      const isSale = request.path === '/1/sales/' || (request.method === 'GET' && request.path !== '/1/sales');
      if (request.method === 'POST') unknown.push(...findUnknown(request.body));
      if (isSale && answer.status < 300) unknown.push(...findUnknown(answer.body));
      return answer;
    },
  });
  const card = { cardNumber: cards!.approved, holderName: 'MARIA JOSÉ', expMonth: 7, expYear: 34, cvv: '123' };
  const buy = (changes = {}) =>
    provider.createTransaction(sampleTransaction('CREDIT_CARD', { card, cardToken: undefined, ...changes }));
  return { provider, unknown, sent, buy, card, bank: started.simulator };
}
const answering = (status: number, body: unknown) =>
  openProvider(manifest, module, { credentials, inProcess: async () => ({ status, body }) }).provider;

describe('cielo', () => {
  const Payment = { PaymentId: '24bc8366', Type: 'CreditCard', Amount: 15_700, Status: 12 };
  testProvider({
    manifest,
    module,
    credentials,
    answers: [{ MerchantOrderId: 'attempt0001', Payment }],
    webhooks: [{ PaymentId: '24bc8366', ChangeType: 1 }],
  });
});

describe("Cielo's own library", () => {
  it('knows each field of a sale that is sent and shown', async () => {
    const { provider, unknown, sent, buy } = await open();

    const paid = await buy({ installments: 3, softDescriptor: 'Curso *1' });
    await provider.refund(
      sampleRefund({ transactionId: paid.transactionId, amount: 100, isFull: false, paymentMethod: 'CREDIT_CARD' }),
    );
    const read = await provider.getTransaction({ ...lookup, transactionId: paid.transactionId });
    await provider.createTransaction(sampleTransaction('PIX', { reference: 'attempt-0002' }));

    expect(unknown).toEqual([]);
    expect(sent[0]?.body).toMatchObject({
      Payment: {
        Installments: 3,
        Capture: true,
        SoftDescriptor: 'Curso1',
        CreditCard: { Holder: 'MARIA JOSE', ExpirationDate: '07/2034', Brand: 'Visa' },
      },
    });
    expect(sent.map(({ method, base }) => [method, base])).toEqual([
      ['POST', undefined],
      ['PUT', undefined],
      ['GET', 'query'],
      ['POST', undefined],
    ]);
    expect(read).toMatchObject({ providerStatus: '2', paidAmount: 12_345, refundedAmount: 100 });
  });
});

describe('a hold', () => {
  it('that was captured is not given back by letting it go', async () => {
    const { provider, sent, buy, bank } = await open();
    const held = await buy({ authorizeOnly: true });
    const order = { reference: 'attempt-0001', transactionId: held.transactionId, amount: 12_345 };

    const captured = await provider.capture(order);
    const before = sent.length;
    const late = await provider.void(order);

    expect([held.heldAmount, captured.providerStatus, late.providerStatus]).toEqual([12_345, '2', '2']);
    expect(sent.slice(before).map(({ method }) => method)).toEqual(['GET']);
    expect(await bank.getCharge(held.transactionId)).toMatchObject({ paidAmount: 12_345, refundedAmount: 0 });
  });

  it('that was let go is no refund', async () => {
    const { provider, buy } = await open();
    const { transactionId } = await buy({ authorizeOnly: true });

    const ended = await provider.void({ reference: 'attempt-0001', transactionId, amount: 12_345 });

    expect(ended).toMatchObject({ providerStatus: '10_NOT_CAPTURED' });
    expect(ended).not.toHaveProperty('refundedAmount');
  });
});

describe('a refund', () => {
  const refund = (paymentMethod: 'CREDIT_CARD' | 'PIX', body: object, status = 200) =>
    answering(status, body).refund(sampleRefund({ paymentMethod }));

  it.each([
    ['CREDIT_CARD', '0', 'DONE'],
    ['CREDIT_CARD', '9', 'DONE'],
    ['PIX', '0', 'PENDING'],
    ['CREDIT_CARD', '10', 'PENDING'],
    ['CREDIT_CARD', '99', 'PENDING'],
    ['CREDIT_CARD', '43', 'REFUSED'],
    ['CREDIT_CARD', '51', 'REFUSED'],
  ] as const)('of a %s that is answered with %s is %s', async (method, ReturnCode, expected) => {
    expect(await refund(method, { Status: 2, ReturnCode, ReturnMessage: 'x' })).toMatchObject({ status: expected });
  });

  it('that Cielo does not take is refused with the reason', async () => {
    const read = await refund('CREDIT_CARD', [{ Code: 308, Message: 'Transaction not available to void' }], 400);

    expect(read).toMatchObject({ status: 'REFUSED', reason: 'Transaction not available to void' });
  });
});

describe('a sale', () => {
  it('is found by our reference through its ids, and nothing is made of the sale of another', async () => {
    const { provider, buy } = await open();
    const made = await buy();
    const found = await provider.getTransaction({ reference: 'attempt-0001', paymentMethod: 'CREDIT_CARD' });

    expect(found?.transactionId).toBe(made.transactionId);
    expect(await provider.getTransaction({ reference: 'attempt-0009', paymentMethod: 'CREDIT_CARD' })).toBeNull();
  });

  it('by a card of no known brand is not sent', async () => {
    const { sent, buy, card } = await open();

    await expect(buy({ card: { ...card, cardNumber: '9999999999999995' } })).rejects.toMatchObject({
      outcome: 'NOT_SENT',
    });
    expect(sent).toEqual([]);
  });

  it('whose status is no number says nothing', async () => {
    const sale = { MerchantOrderId: 'attempt0001', Payment: { PaymentId: '24bc8366', Status: 'Paid' } };

    await expect(answering(200, sale).getTransaction(lookup)).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
  });
});
