/** Tests that the suite lets honest providers pass that differ from the sandbox, and still catches a fault in them. */
import { randomUUID } from 'node:crypto';
import { listFailures, runConformance } from '@feira/plugin-kit/conformance';
import type { Provider } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../core/test/draw.ts';
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

  it('does not declare both that there is no word for chargebacks and one', async () => {
    const manifest = structuredClone(HONEST.manifest);
    manifest.status.payment.map.CONTESTADA = 'CHARGEBACK';

    expect(await prove({ ...HONEST, manifest })).toContain('capabilities.chargeback is "none", but status.payment.map');
  });
});
