/** Tests amounts and repeated calls of providers whose operations differ in their units and idempotency keys. */
import type { Description } from '@feira/schemas/description';
import type { Manifest } from '@feira/schemas/manifest';
import { expect, it } from 'vitest';
import { validateManifest } from '../broker/validate-manifest.ts';
import type { SimulatorRequest } from '../simulator.ts';
import { openProvider } from '../testing/context.ts';
import { sampleRefund, sampleTransaction } from '../testing/samples.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { describedModule } from './module.ts';

const manifest = testManifest({
  moneyUnit: 'cents',
  answerUnit: 'tenThousandths',
  idempotency: { supported: false },
  byOperation: { refund: { moneyUnit: 'reais', idempotency: { supported: true, header: 'x-refund-id' } } },
});
const description: Description = {
  operations: {
    createTransaction: {
      request: 'POST /pix',
      json: { sum: '{amount}' },
      answer: { transactionId: 'id', providerStatus: 'status', amount: 'sum', pixCode: 'code' },
    },
    getTransaction: {
      request: 'POST /search',
      json: { id: '{transactionId}' },
      answer: { transactionId: 'id', providerStatus: 'status', amount: 'sum' },
    },
    refund: {
      request: 'POST /refunds',
      json: { sum: '{amount}' },
      answer: { refundId: 'id', status: { word: 'PENDING' } },
    },
  },
  events: [{ subject: 'payment', fields: { transactionId: 'id', providerStatus: 'status', amount: 'sum' } }],
};

async function open(answer: object) {
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, describedModule(manifest, description), {
    credentials: { secretKey: 'invented_0001' },
    inProcess: async (request) => {
      sent.push(request);
      return { status: 200, body: answer };
    },
  });
  return { provider, sent };
}
const ANSWER = { id: 'pix_1', status: 'waiting', sum: 123_400, code: '00020126' };

it('are sent in the unit of requests and read in that of answers and events', async () => {
  const { provider, sent } = await open(ANSWER);
  const made = await provider.createTransaction(sampleTransaction('PIX', { amount: 1_234 }));
  const event = await provider.processWebhook({ headers: {}, query: {}, body: ANSWER, rawBody: '{}' });
  expect(sent[0]?.body).toEqual({ sum: 1_234 });
  expect([made.amount, event.amount]).toEqual([1_234, 1_234]);
});

it('are refused where ten-thousandths make no whole cent', async () => {
  const { provider } = await open({ ...ANSWER, sum: 123_450 });
  await expect(provider.createTransaction(sampleTransaction('PIX'))).rejects.toMatchObject({
    code: 'INVALID_ANSWER',
    outcome: 'UNKNOWN',
  });
});

it('are sent in the unit of a single operation, with its own idempotency key alone', async () => {
  const { provider, sent } = await open(ANSWER);
  const refund = sampleRefund({ amount: 1_050, isFull: false });
  await provider.refund(refund);
  await provider.createTransaction(sampleTransaction('PIX'));
  expect(sent[0]?.body).toEqual({ sum: 10.5 });
  expect(sent[0]?.headers['x-refund-id']).toBe(refund.reference);
  expect(sent[1]?.headers).not.toHaveProperty('x-refund-id');
});

it('may be asked for again by POST: a question whose answer is lost did no harm', async () => {
  const { provider } = openProvider(manifest, describedModule(manifest, description), {
    credentials: { secretKey: 'invented_0001' },
    inProcess: async () => ({ drop: true }),
  });
  const asked = provider.getTransaction({ transactionId: 'pix_1', reference: 'attempt-0001', paymentMethod: 'PIX' });
  await expect(asked).rejects.toMatchObject({ outcome: 'NOT_SENT' });
});

it('belong to operations that the manifest declares', () => {
  const wrong: Manifest = { ...manifest, byOperation: { getReceiver: { moneyUnit: 'reais' } } };
  const checked = validateManifest(wrong);
  expect('problems' in checked && checked.problems.join('\n')).toContain('byOperation has getReceiver');
});
