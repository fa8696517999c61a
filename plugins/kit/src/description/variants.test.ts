import { expect, it } from 'vitest';
import { testContext } from '../testing/context.ts';
import { sampleTransaction } from '../testing/samples.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { describedModule } from './module.ts';
import { describedSimulator } from './simulator.ts';
import { compileTemplate } from './template.ts';

const manifest = testManifest({
  operations: ['createTransaction', 'getTransaction'],
  auth: { type: 'header', header: 'x-api-key', credential: 'apiKey' },
  credentials: {
    type: 'object',
    required: ['apiKey', 'unit'],
    properties: {
      apiKey: { type: 'string', secret: true, title: { 'pt-BR': 'Chave', en: 'Key' } },
      unit: { type: 'string', enum: ['cents', 'reais'], title: { 'pt-BR': 'Unidade', en: 'Unit' } },
    },
  },
  variants: [
    {
      setting: 'unit',
      cases: { cents: {}, reais: { moneyUnit: 'reais', auth: { type: 'none' } } },
    },
  ],
});
const answer = { transactionId: 'id', providerStatus: 'status', amount: 'amount' };
const description = {
  operations: {
    createTransaction: { request: 'POST /charges', json: { amount: '{amount}' }, answer },
    getTransaction: { request: 'POST /look', json: { id: '{transactionId}' }, answer },
  },
};

it.each([
  ['cents', 12_345],
  ['reais', 123.45],
])('writes and reads amounts in %s where the connection chose so', async (unit, wire) => {
  const sent: unknown[] = [];
  const context = testContext(manifest, {
    credentials: { apiKey: 'invented-0001', unit },
    inProcess: async ({ body }) => {
      sent.push(body);
      return { status: 200, body: { id: '1', status: 'pending', amount: wire } };
    },
  });
  const charge = await describedModule(manifest, description).createProvider(context).createTransaction!(
    sampleTransaction('PIX'),
  );
  expect(sent).toEqual([{ amount: wire }]);
  expect(charge.amount).toBe(12_345);
});

it('sends a field only with the setting that asks for it', async () => {
  const json = { amount: '{amount}', kind: { $if: { 'settings.unit': 'cents' }, $value: 'PIX' } };
  const request = { request: 'POST /charges', json, answer };
  const changed = { operations: { createTransaction: request } };
  const sent: unknown[] = [];
  for (const unit of ['cents', 'reais']) {
    const context = testContext(manifest, {
      credentials: { apiKey: 'invented-0001', unit },
      inProcess: async ({ body }) => {
        sent.push(body);
        return { status: 200, body: { id: '1', status: 'pending' } };
      },
    });
    await describedModule(manifest, changed).createProvider(context).createTransaction!(sampleTransaction('PIX'));
  }
  expect(sent).toEqual([{ amount: 12_345, kind: 'PIX' }, { amount: 123.45 }]);
});

it('refuses a value whose condition is missing, or has other keys beside it', () => {
  const compile = (kind: Record<string, string | Record<string, string>>) => () =>
    compileTemplate({ kind }, 'operations.createTransaction.json');
  expect(compile({ $value: 'PIX' })).toThrow('it stands beside $if alone');
  expect(compile({ $if: { 'settings.unit': 'cents' }, $value: 'PIX', other: 'x' })).toThrow('beside $if alone');
});

const module = describedModule(manifest, description);
it.each([
  [{ moneyUnit: 'reais' }, 123.45],
  [{ moneyUnit: 'cents' }, 12_345],
] as const)('writes amounts of one operation as %j where the connection chose so', async (rules, wire) => {
  const sent: unknown[] = [];
  const cases = { reais: { byOperation: { createTransaction: rules } }, cents: {} };
  const context = testContext(
    { ...manifest, moneyUnit: 'tenThousandths', variants: [{ setting: 'unit', cases }] },
    {
      credentials: { apiKey: 'invented-0001', unit: 'reais' },
      inProcess: async ({ body }) => {
        sent.push(body);
        return { status: 200, body: { id: '1', status: 'pending' } };
      },
    },
  );
  const provider = module.createProvider(context);
  await provider.createTransaction!(sampleTransaction('PIX'));
  expect(sent).toEqual([{ amount: wire }]);
});

it('marks a read by POST as one, so that a lost answer leaves nothing open', async () => {
  const context = testContext(manifest, {
    credentials: { apiKey: 'invented-0001', unit: 'cents' },
    inProcess: async () => ({ status: 500, body: {} }),
  });
  const provider = describedModule(manifest, description).createProvider(context);
  const look = { transactionId: '1', reference: 'x', paymentMethod: 'PIX' } as const;
  await expect(provider.getTransaction!(look)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
  await expect(provider.createTransaction!(sampleTransaction('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });
});

it('names a sample for every field of the form that variants choose by', () => {
  expect(describedSimulator(manifest, description, []).samples?.credentials).toMatchObject({ unit: 'cents' });
});
