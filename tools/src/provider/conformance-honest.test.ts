/** Tests that the suite lets honest providers pass that differ from the sandbox, and still catches a fault in them. */
import { randomUUID } from 'node:crypto';
import { listFailures, runConformance } from '@feira/plugin-kit/conformance';
import type { CallExample, EventExample, Examples } from '@feira/schemas/examples';
import type { Provider } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../../core/test/draw.ts';
import { HONEST } from './conformance/honest.ts';
import type { Subject } from './conformance/mutants.ts';

type Full = Required<Provider>;
const SMALL = { words: 500, amounts: 0, wireWords: 3 };
const prove = async (subject: Subject) =>
  listFailures(await runConformance({ ...subject, seed: SEED, scale: SMALL })).join('\n');

describe(`an honest provider of another kind (seed ${SEED})`, () => {
  it('passes, with charges by PUT, late codes, form events and withdrawals that cannot be asked for', async () => {
    expect(await prove(HONEST)).toBe('');
  });

  it.each<[string, (provider: Full) => Partial<Full>, RegExp]>([
    [
      'charges under a reference of its own',
      ({ createTransaction }) => ({
        createTransaction: (request) => createTransaction({ ...request, reference: randomUUID() }),
      }),
      /^PIX, references: No request carries the reference/m,
    ],
    [
      'pays a stranger',
      ({ withdraw }) => ({ withdraw: (request) => withdraw({ ...request, pixKey: 'mallory@example.com' }) }),
      /^withdraw.PIX, works: No request .* carries pixKey/m,
    ],
    [
      'says at once that a withdrawal is paid',
      ({ withdraw }) => ({ withdraw: async (request) => ({ ...(await withdraw(request)), providerStatus: 'PAGO' }) }),
      /^withdraw.PIX, works: A withdrawal under way is APPROVED/m,
    ],
    [
      'calls every end of a withdrawal paid',
      ({ processWebhook }) => ({
        async processWebhook(request) {
          const said = await processWebhook(request);
          return said.subject === 'withdraw' ? { ...said, providerStatus: 'PAGO' } : said;
        },
      }),
      /^withdraw.PIX, works: A withdrawal that the bank has refused is APPROVED/m,
    ],
    [
      'takes a form without a status for paid',
      ({ processWebhook }) => ({
        processWebhook: (request) =>
          processWebhook({ ...request, body: { status: 'CONCLUIDA', ...Object(request.body) } }),
      }),
      /^webhooks, answers: An event with no status says payment APPROVED/m,
    ],
    [
      'tells the amount of a PUT that was asked for',
      ({ createTransaction, getTransaction }) => {
        const asked = new Map<string, number>();
        return {
          async createTransaction(request) {
            const made = await createTransaction(request);
            asked.set(made.transactionId, request.amount);
            return { ...made, amount: request.amount };
          },
          async getTransaction(lookup) {
            const found = await getTransaction(lookup);
            return found && { ...found, amount: asked.get(found.transactionId) };
          },
        };
      },
      /^PIX, amounts: The provider said another amount/m,
    ],
    [
      'does not tell what it has to remember',
      ({ createTransaction }) => ({
        createTransaction: async (request) => ({ ...(await createTransaction(request)), memo: undefined }),
      }),
      /^PIX, works: Neither a new PIX charge nor a later read has a pixCode/m,
    ],
  ])('is caught when it %s', async (_name, change, caughtBy) => {
    const module: Subject['module'] = {
      createProvider(context) {
        const provider = HONEST.module.createProvider(context) as Full;
        return { ...provider, ...change(provider) };
      },
    };

    expect(await prove({ ...HONEST, module })).toMatch(caughtBy);
  });

  it('is told once that a credential is missing, not by every proof', async () => {
    const { samples } = HONEST.simulator;
    const credentials = { ...samples?.credentials };
    delete credentials.apiKey;
    const subject = { ...HONEST, simulator: { ...HONEST.simulator, samples: { ...samples, credentials } } };

    expect(await prove(subject)).toBe('package, works: samples.credentials lacks "apiKey", which every call needs.');
  });

  it('must not need what its form lets people leave empty', async () => {
    const module: Subject['module'] = {
      createProvider(context) {
        const provider = HONEST.module.createProvider(context);
        return {
          ...provider,
          createTransaction: (request) => {
            if (!context.settings.nickname) throw new Error('No nickname.');
            return provider.createTransaction!(request);
          },
        };
      },
    };

    expect(await prove({ ...HONEST, module })).toContain('package, works: With an empty nickname no charge is made');
  });

  it('may choose a variant by a field that only withdrawals need', async () => {
    const manifest = structuredClone(HONEST.manifest);
    const title = { 'pt-BR': 'Unidade', en: 'Unit' };
    manifest.credentials.properties.speed = {
      type: 'string',
      title,
      enum: ['slow', 'fast'],
      requiredFor: ['withdraw.PIX'],
    };
    manifest.variants = [{ setting: 'speed', cases: { slow: { timeoutMs: 20_000 } } }];

    expect(await prove({ ...HONEST, manifest })).toBe('');
  });

  it('does not declare both that there is no word for chargebacks and one', async () => {
    const manifest = structuredClone(HONEST.manifest);
    manifest.status.payment.map.CONTESTADA = 'CHARGEBACK';

    expect(await prove({ ...HONEST, manifest })).toContain('capabilities.chargeback is "none", but status.payment.map');
  });
});

describe('examples of the documentation', () => {
  const charge: CallExample = {
    operation: 'createTransaction',
    kind: 'PIX',
    request: 'PUT /cob/7978c0c9',
    json: { devedor: { nome: 'Ana', cpf: '52998224725' }, valor: { original: '10.50' } },
    status: 201,
    answer: { txid: '7978c0c9', status: 'ATIVA', loc: 'loc_1', valor: { original: '10.50' } },
    result: { transactionId: '7978c0c9', providerStatus: 'ATIVA', amount: 1050 },
  };
  const event: EventExample = {
    body: { tipo: 'saque', id: 'saq_1', status: 'RECUSADO', valor: '50.00' },
    result: { subject: 'withdraw', withdrawId: 'saq_1', providerStatus: 'RECUSADO', amount: 5000 },
  };
  const failuresOf = async (calls: CallExample[], events: EventExample[] = []) => {
    const examples: Examples[] = [
      { source: 'https://quati.example/docs', date: '2026-11-20', evidence: 'documented', calls, events },
    ];
    const isWanted = (_capability: string, proof: string) => proof === 'answers';
    const result = await runConformance({ ...HONEST, examples, isWanted, seed: SEED, scale: SMALL });
    return listFailures(result).filter((failure) => failure.includes('examples: '));
  };

  it('agree with what the adapter sends and reads', async () => {
    expect(await failuresOf([charge], [event])).toEqual([]);
  });

  it.each<[string, CallExample[], EventExample[], string]>([
    [
      'an amount in another unit, about which adapter and simulator are wrong together',
      [{ ...charge, result: { amount: 1_050_000 } }],
      [],
      'PIX, answers: examples: createTransaction (PIX) reads amount as 1050, not 1050000.',
    ],
    [
      'a key that the documentation lacks',
      [{ ...charge, json: { valor: { original: '10.50' } } }],
      [],
      'PIX, answers: examples: createTransaction (PIX) sends devedor, devedor.nome, devedor.cpf, which no example has.',
    ],
    [
      'an address that the documentation lacks',
      [{ ...charge, request: 'POST /cob' }],
      [],
      'PIX, answers: examples: createTransaction (PIX) calls PUT /cob/',
    ],
    [
      'an event of another word',
      [],
      [{ ...event, result: { providerStatus: 'FALHOU' } }],
      'webhooks, answers: examples: an event reads providerStatus as "RECUSADO", not "FALHOU".',
    ],
  ])('show %s', async (_case, calls, events, message) => {
    expect(await failuresOf(calls, events)).toEqual([expect.stringContaining(message)]);
  });
});
