/** Tests Woovi's adapter, whose requests and simulator are held against Woovi's own OpenAPI document. */
import { asManifest, Fields, type SimulatorRequest } from '@feira/plugin-kit';
import {
  fixture,
  type OpenApiFixture,
  openApiWitness,
  openProvider,
  sampleRefund,
  sampleTransaction,
  sampleWithdraw,
  startSimulator,
  testProvider,
} from '@feira/plugin-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

const manifest = asManifest(json);
const { credentials } = simulator.samples!;
const witness = openApiWitness(fixture<OpenApiFixture>(import.meta.url, 'openapi.json'));
const lookup = (transactionId: string) => ({ transactionId, reference: transactionId, paymentMethod: 'PIX' }) as const;
/** Words that pages show and the document's lists lack: a payment is APPROVED until the bank confirms it. */
const UNLISTED = 'body.payment.status is APPROVED';

async function open() {
  const started = await startSimulator(simulator, { credentials, webhookUrl: 'https://pay.example.com/webhooks/1' });
  onTestFinished(started.close);
  const wrong: string[] = [];
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    baseUrl: started.url,
    inProcess: async (request) => {
      sent.push(request);
      wrong.push(...witness.findWrongRequest(request));
      const answer = await started.simulator.handle(request);
      if (answer.status === 200) wrong.push(...witness.findWrongAnswer(request, answer.body));
      return answer;
    },
  });
  const readEvents = () =>
    Promise.all(
      started.deliveries.map(({ body }) =>
        provider.processWebhook({ headers: {}, query: {}, body: JSON.parse(body), rawBody: body }),
      ),
    );
  return { provider, wrong, sent, bank: started.simulator, readEvents };
}
const answering = (...bodies: unknown[]) =>
  openProvider(manifest, module, { credentials, inProcess: async () => ({ status: 200, body: bodies.shift() }) })
    .provider;

describe('woovi', () => {
  const [answer] = witness.listExamples('GET /api/v1/charge/{id}');
  const charge = { status: 'COMPLETED', value: 100, correlationID: 'attempt-0001' };
  testProvider({
    manifest,
    module,
    credentials,
    answers: [answer],
    webhooks: [{ event: 'OPENPIX:CHARGE_COMPLETED', charge }],
  });
});

describe("Woovi's OpenAPI document", () => {
  it('knows each field of a charge, its refund and a withdrawal, and each that the simulator shows', async () => {
    const { provider, wrong, sent, bank } = await open();

    const charge = await provider.createTransaction(sampleTransaction('PIX'));
    await bank.pay(charge.transactionId);
    await provider.refund(sampleRefund({ transactionId: charge.transactionId, amount: 100, isFull: false }));
    const read = await provider.getTransaction(lookup(charge.transactionId));
    const payment = await provider.withdraw(sampleWithdraw('PIX', { withdrawReference: 'withdraw-0001' }));
    const paid = await provider.getWithdraw({ withdrawId: payment.withdrawId, withdrawReference: 'withdraw-0001' });

    expect(wrong.filter((one) => one !== UNLISTED)).toEqual([]);
    expect(sent[0]?.query).toEqual({ return_existing: 'true' });
    expect(read).toMatchObject({ providerStatus: 'COMPLETED', paidAmount: 12_345, refundedAmount: 100 });
    expect([payment.providerStatus, paid?.reference]).toEqual(['APPROVED', 'withdraw-0001']);
  });

  it('shows answers, which are read', async () => {
    const [charge] = witness.listExamples('GET /api/v1/charge/{id}');
    const [refunds] = witness.listExamples('GET /api/v1/charge/{id}/refund');
    const [payment] = witness.listExamples('GET /api/v1/payment/{id}');
    const paid = { charge: { ...(new Fields(charge).value('charge') as object), status: 'COMPLETED' } };

    const waiting = await answering(charge).getTransaction(lookup('9134e286-6f71-427a-bf00-241681624586'));
    const partly = await answering(paid, refunds).getTransaction(lookup('9134e286-6f71-427a-bf00-241681624586'));
    const withdrawal = await answering(payment).getWithdraw({ withdrawReference: 'payment1' });

    expect(waiting).toMatchObject({ providerStatus: 'ACTIVE', amount: 100 });
    expect(partly).toMatchObject({
      providerStatus: 'COMPLETED',
      refundedAmount: 40,
      refunds: [{ status: 'PENDING' }, {}],
    });
    expect(withdrawal).toMatchObject({ withdrawId: 'payment1', providerStatus: 'CONFIRMED', amount: 100 });
  });
});

describe('a withdrawal', () => {
  it('that was made before is found again when its repeat is refused, and is not made twice', async () => {
    const { provider, sent } = await open();
    const request = sampleWithdraw('PIX', { withdrawReference: 'withdraw-0002' });

    const first = await provider.withdraw(request);
    const again = await provider.withdraw(request);

    expect(again).toEqual(first);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/payment',
      'POST /api/v1/payment',
      'GET /api/v1/payment/withdraw-0002',
    ]);
  });

  it('that was refused and is not there was refused, with the reason of Woovi', async () => {
    const error = 'You do not have enough balance to make this payment';
    const answers = [error, 'Payment not found'];
    const { provider } = openProvider(manifest, module, {
      credentials,
      inProcess: async () => ({ status: 400, body: { error: answers.shift() } }),
    });

    await expect(provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({
      outcome: 'REJECTED',
      reason: error,
    });
  });

  it('that waits for money in the account is still open: a person may approve it', async () => {
    const payment = { value: 5_000, status: 'CREATED', correlationID: 'withdraw-0001' };
    const answers = [
      { status: 400, body: { error: 'You do not have enough balance to make this payment' } },
      { status: 200, body: { payment } },
    ];
    const { provider } = openProvider(manifest, module, { credentials, inProcess: async () => answers.shift()! });

    expect(await provider.withdraw(sampleWithdraw('PIX'))).toMatchObject({ providerStatus: 'CREATED' });
  });
});

describe('a dispute', () => {
  it('names the PIX that paid the charge, which is known by then', async () => {
    const { provider, bank, readEvents } = await open();
    const { transactionId } = await provider.createTransaction(sampleTransaction('PIX'));
    await bank.pay(transactionId);
    const [paid] = await readEvents();

    const read = await provider.getTransaction({ ...lookup(transactionId), memo: paid!.memo });
    await bank.chargeback(transactionId);
    const [, dispute] = await readEvents();

    expect(read?.movements).toEqual([{ id: paid!.movementIds![0], amount: 12_345 }]);
    expect(dispute).toMatchObject({ subject: 'payment', dispute: 'LOST', movementIds: paid!.movementIds });
    expect(dispute).not.toHaveProperty('transactionId');
  });

  it('is of no charge that another PIX paid', async () => {
    const charge = { status: 'COMPLETED', value: 100, correlationID: 'attempt-0001' };
    const transaction = { endToEndId: 'E1', value: 100, charge: { correlationID: 'attempt-0002' } };
    const provider = answering({ charge }, { refunds: [] }, { transaction });

    const read = await provider.getTransaction({ ...lookup('attempt-0001'), memo: { endToEndId: 'E1' } });

    expect(read).not.toHaveProperty('movements');
    expect(read).not.toHaveProperty('memo');
  });
});
