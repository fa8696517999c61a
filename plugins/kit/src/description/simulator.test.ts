/** Tests the answers of a described provider's simulator: what its examples show of success, with ids like theirs. */
import type { Description } from '@feira/schemas/description';
import type { CallExample } from '@feira/schemas/examples';
import { expect, it } from 'vitest';
import { createSimulatorHost } from '../simulation/host.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { describedSimulator } from './simulator.ts';

const manifest = testManifest({ operations: ['createTransaction'], refusedWhen: { worked: false } });
const description: Description = {
  operations: {
    createTransaction: {
      request: 'POST /charges',
      json: { amount: '{amount}' },
      answer: { transactionId: 'id', providerStatus: 'status', pixCode: 'code' },
    },
  },
};
const made = { id: 'chg_1', status: 'pending', code: '000201', kind: 'qr' };
const shown = (answer: object, status = 200): CallExample => ({
  operation: 'createTransaction',
  request: 'POST /charges',
  status,
  answer: answer as CallExample['answer'],
});

it.each([
  ['a refusal with a status of its own', shown({ id: 'err_7', message: 'No.' }, 422)],
  ['a refusal with status 200', shown({ id: 'err_7', worked: false })],
  ['a refusal that names nothing', shown({ worked: false })],
  ['a request alone', { operation: 'createTransaction', request: 'POST /charges', json: { amount: 1990 } }],
])('makes ids and answers like those of a success, though %s is shown first', async (_case, other) => {
  const examples = {
    source: 'test',
    date: '2026-11-23',
    evidence: 'documented',
    calls: [other, shown(made)],
  } as const;
  const host = createSimulatorHost(
    describedSimulator(manifest, description, [{ ...examples, calls: [...examples.calls] }]),
    {
      credentials: { secretKey: 'sk_123456789' },
      publicUrl: 'https://simulator.test',
      webhook: 'collect',
    },
  );

  const { status, body } = (await host.simulator.handle({
    method: 'POST',
    path: '/charges',
    query: {},
    headers: { 'x-api-key': 'sk_123456789' },
    body: { amount: 1990 },
    rawBody: '{"amount":1990}',
  })) as { status: number; body: Record<string, unknown> };
  await host.close();

  expect(status).toBe(200);
  expect(body).toMatchObject({ id: expect.stringMatching(/^chg_/), kind: 'qr' });
});

it('says the words of a state in turn, one for each charge, which keeps its own', async () => {
  const read = { transactionId: 'id', providerStatus: 'status' };
  const asked: Description = {
    operations: {
      createTransaction: { ...description.operations!.createTransaction, answer: read },
      getTransaction: { request: 'GET /charges/{transactionId}', answer: read },
    },
  };
  const words = testManifest({
    operations: ['createTransaction', 'getTransaction'],
    status: {
      payment: {
        map: { open: 'PENDING', waiting: 'PENDING', paid: 'APPROVED', settled: 'APPROVED', done: 'APPROVED' },
        unknown: 'PENDING',
      },
    },
  });
  const host = createSimulatorHost(describedSimulator(words, asked, []), {
    credentials: { secretKey: 'sk_123456789' },
    publicUrl: 'https://simulator.test',
    webhook: 'collect',
  });
  const call = async (method: string, path: string, json: unknown) => {
    const headers = { 'x-api-key': 'sk_123456789' };
    const request = { method, path, query: {}, headers, body: json, rawBody: JSON.stringify(json ?? '') };
    const { body } = (await host.simulator.handle(request)) as { body: { id: string; status: string } };
    return body;
  };

  const told: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { id, status } = await call('POST', '/charges', { amount: 1990 });
    await host.simulator.pay(id);
    const [paid, again] = [
      await call('GET', `/charges/${id}`, undefined),
      await call('GET', `/charges/${id}`, undefined),
    ];
    told.push(`${status} ${paid.status} ${again.status}`);
  }
  await host.close();

  expect(told).toEqual(['open paid paid', 'waiting settled settled', 'open done done', 'waiting paid paid']);
});
