/** Declares the suite that every adapter passes: `testProvider({ manifest, module, credentials })` in its test file. */
import type { Manifest } from '@feira/schemas/manifest';
import { OPERATIONS, type Operation, type Provider } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { type CheckedProvider, checkedProvider } from '../broker/checked-provider.ts';
import { validateManifest } from '../broker/validate-manifest.ts';
import { mapStatus, type ProviderModule } from '../define.ts';
import { isProviderError } from '../errors.ts';
import { seededRandom } from '../simulation/random.ts';
import type { SimulatorAnswer } from '../simulator.ts';
import { type TestContext, testContext } from './context.ts';
import { listGarbage, listWithoutWords, randomWord } from './garbage.ts';
import {
  sampleCardToken,
  sampleDocument,
  sampleMandate,
  sampleMandateCharge,
  sampleMandateChargeLookup,
  sampleMandateLookup,
  sampleMandateRefund,
  sampleMandateRetry,
  sampleOutcome,
  samplePersonCheck,
  sampleReceiver,
  sampleRefund,
  sampleScore,
  sampleTransaction,
  sampleWithdraw,
} from './samples.ts';

export interface TestProviderOptions {
  manifest: Manifest;
  module: ProviderModule;
  /** Invented values for the whole connection form; secrets of eight characters or more, so that leaks are seen. */
  credentials: Record<string, string>;
  /** Real webhook bodies, to be mutilated; the more, the better. */
  webhooks?: readonly unknown[];
  /** Real answers of charges; without their word for "paid" they must not count as paid any more. */
  answers?: readonly unknown[];
  /** Printed with every failure; set it, or TEST_SEED, to repeat one. */
  seed?: number;
}

const GARBAGE_COUNT = 60;
const WORD_COUNT = 10_000;

export function testProvider(options: TestProviderOptions): void {
  const seed = options.seed ?? Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  describe(`the contract (seed ${seed})`, () => {
    describeManifest(options);
    describeStatuses(options.manifest, seed);
    describeGarbage(options, seed);
  });
}

function describeManifest({ manifest, module, credentials }: TestProviderOptions): void {
  it('has a valid manifest', () => {
    expect(validateManifest(manifest)).toEqual({ manifest });
  });

  it('offers exactly the operations of its manifest', () => {
    const provider = module.createProvider(testContext(manifest, { credentials }));

    const offered = OPERATIONS.filter((operation) => typeof provider[operation] === 'function');

    expect(offered).toEqual(OPERATIONS.filter((operation) => manifest.operations.includes(operation)));
  });

  it('calls nobody when it is created', async () => {
    let callCount = 0;
    const context = testContext(manifest, {
      credentials,
      inProcess: async () => {
        callCount += 1;
        return { status: 500 };
      },
    });

    module.createProvider(context);
    await new Promise((resolve) => setImmediate(resolve));

    expect(callCount).toBe(0);
  });

  it('answers an operation it lacks without calling anybody', async () => {
    const context = testContext(manifest, { credentials });
    const checked = checkedProvider(module.createProvider(context), manifest);

    for (const operation of OPERATIONS.filter((name) => !manifest.operations.includes(name))) {
      const error = await callSample(checked, operation, manifest).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'UNSUPPORTED', outcome: 'NOT_SENT' });
    }
    expect(context.exchanges).toEqual([]);
  });
}

function describeStatuses({ status }: Manifest, seed: number): void {
  const tables = Object.entries(status) as [string, { map: Record<string, string>; unknown: string }][];

  it.each(tables)('maps every declared %s word in any letter case', (_kind, table) => {
    for (const [word, mapped] of Object.entries(table.map)) {
      expect(mapStatus(table, word)).toEqual({ status: mapped, isRecognised: true });
      expect(mapStatus(table, word.toUpperCase())).toEqual({ status: mapped, isRecognised: true });
    }
  });

  it.each(tables)(
    `never takes one of ${WORD_COUNT} unknown %s words for money received or paid out`,
    (_kind, table) => {
      const random = seededRandom(seed);
      const known = new Set(Object.keys(table.map).map((word) => word.toLowerCase()));
      for (let count = 0; count < WORD_COUNT; count++) {
        const word = randomWord(random);
        if (known.has(word.toLowerCase())) continue;
        const mapped = mapStatus(table, word);
        expect(mapped, `word ${JSON.stringify(word)}, seed ${seed}`).toEqual({
          status: table.unknown,
          isRecognised: false,
        });
        expect(['APPROVED', 'ACTIVE']).not.toContain(mapped.status);
      }
    },
  );
}

function describeGarbage(options: TestProviderOptions, seed: number): void {
  const { manifest, module, credentials } = options;
  const garbage = listGarbage(seed, GARBAGE_COUNT);

  it.runIf(manifest.operations.includes('processWebhook'))('survives events that make no sense', async () => {
    const provider = module.createProvider(testContext(manifest, { credentials }));
    const checked = checkedProvider(provider, manifest);
    for (const body of listGarbage(seed, GARBAGE_COUNT, options.webhooks)) {
      const event = { headers: {}, query: {}, body, rawBody: body === undefined ? '' : JSON.stringify(body) };
      const note = `body ${event.rawBody}, seed ${seed}`;
      // The adapter itself must not fail in a way the host has to catch: an event is input from outside.
      const error = await catchError(() => provider.processWebhook!(event));
      expect(error === undefined || isProviderError(error), `${note}: ${String(error)}`).toBe(true);
      const checkedError = await catchError(() => checked.processWebhook(event));
      expect(isProviderError(checkedError) || checkedError === undefined, note).toBe(true);
    }
  });

  it.each(manifest.operations)('%s never takes a senseless answer for money', async (operation) => {
    for (const body of garbage) {
      const context = answering(options, { status: 200, body: toJsonBody(body) });
      const result = await run(options, context, operation).catch((error: unknown) => error);
      const note = `answer ${JSON.stringify(body)}, seed ${seed}`;
      if (result instanceof Error) expect(isProviderError(result), `${note}: ${result.stack}`).toBe(true);
      else expect(isGoodNews(manifest, operation, result), note).toBe(false);
    }
  });

  const money = manifest.operations.filter((name) => name === 'createTransaction' || name === 'getTransaction');
  it.runIf(options.answers).each(money)('%s takes no charge for paid that does not say so', async (operation) => {
    const words = Object.entries(manifest.status.payment.map).filter(([, status]) => status === 'APPROVED');
    const unpaid = (options.answers ?? []).flatMap((answer) =>
      listWithoutWords(
        answer,
        words.map(([word]) => word),
      ),
    );
    for (const body of unpaid) {
      const result = await run(options, answering(options, { status: 200, body }), operation).catch((error) => error);
      const isPaid = !(result instanceof Error) && isGoodNews(manifest, operation, result);
      expect(isPaid, `answer ${JSON.stringify(body)}`).toBe(false);
    }
  });

  it.each(manifest.operations)('%s shows no secret when the provider fails', async (operation) => {
    const answers: SimulatorAnswer[] = [400, 401, 404, 422, 429, 500].map((status) => ({
      status,
      body: { error: 'no', message: 'no', errors: [{ description: 'no' }] },
    }));
    for (const answer of [...answers, { drop: true } as const]) {
      const context = answering(options, answer);
      const error = await run(options, context, operation).catch((thrown: unknown) => thrown);
      const shown = JSON.stringify([context.exchanges, context.logs, error instanceof Error ? error.message : error]);
      for (const [name, secret] of context.secrets) {
        expect(secret.length, `credential ${name} is too short to be looked for`).toBeGreaterThanOrEqual(8);
        expect(shown.includes(secret), `credential ${name} is shown`).toBe(false);
      }
    }
  });
}

/** undefined stays an empty body; a bare string is text, as it would be on the wire. */
const toJsonBody = (body: unknown) =>
  typeof body === 'object' || typeof body === 'string' ? body : JSON.stringify(body);

/** A context whose provider always gives the same answer, except that access tokens are granted. */
function answering({ manifest, credentials }: TestProviderOptions, answer: SimulatorAnswer): TestContext {
  const { auth } = manifest;
  return testContext(manifest, {
    credentials,
    inProcess: async (request) =>
      auth.type === 'oauth2' && request.path === String(auth.tokenPath).split('?')[0]
        ? { status: 200, body: { access_token: 'token-of-the-suite', expires_in: 3600 } }
        : answer,
  });
}

async function run(
  { manifest, module }: TestProviderOptions,
  context: TestContext,
  operation: Operation,
): Promise<unknown> {
  return callSample(checkedProvider(module.createProvider(context), manifest), operation, manifest);
}

async function catchError(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error ?? new Error('rejected with nothing');
  }
}

function callSample(checked: CheckedProvider, operation: Operation, { capabilities }: Manifest): Promise<unknown> {
  const method = (Object.keys(capabilities.methods ?? {})[0] ?? 'PIX') as 'PIX' | 'CREDIT_CARD' | 'BILLET';
  const hold = { transactionId: 'transaction-0001', reference: 'attempt-0001', amount: 1_000 };
  const calls: { [name in Operation]: (provider: Required<Provider>) => Promise<unknown> } = {
    createCardToken: (provider) => provider.createCardToken(sampleCardToken()),
    createCardId: (provider) => provider.createCardId(sampleCardToken({ cardToken: 'tok_sample_0001' })),
    deleteCard: (provider) => provider.deleteCard({ cardId: 'card-0001' }),
    createTransaction: (provider) => provider.createTransaction(sampleTransaction(method)),
    getTransaction: (provider) =>
      provider.getTransaction({ transactionId: 'transaction-0001', reference: 'attempt-0001', paymentMethod: method }),
    refund: (provider) => provider.refund(sampleRefund({ paymentMethod: method })),
    capture: (provider) => provider.capture(hold),
    void: (provider) => provider.void(hold),
    withdraw: (provider) => provider.withdraw(sampleWithdraw(capabilities.withdraw?.[0] ?? 'PIX')),
    getWithdraw: (provider) =>
      provider.getWithdraw({
        withdrawId: 'withdraw-1',
        withdrawReference: 'withdraw-0001',
        receiverId: 'receiver-0001',
      }),
    createReceiver: (provider) => provider.createReceiver(sampleReceiver()),
    getReceiver: (provider) => provider.getReceiver({ receiverId: 'receiver-0001' }),
    getReceiverDocuments: (provider) => provider.getReceiverDocuments({ receiverId: 'receiver-0001' }),
    sendReceiverDocument: (provider) => provider.sendReceiverDocument(sampleDocument()),
    getReceiverLink: (provider) => provider.getReceiverLink({ receiverId: 'receiver-0001', documentId: 'document-1' }),
    processWebhook: (provider) => provider.processWebhook({ headers: {}, query: {}, body: undefined, rawBody: '' }),
    authorizeWithdraw: (provider) =>
      provider.authorizeWithdraw({ headers: {}, query: {}, body: undefined, rawBody: '' }),
    createMandate: (provider) =>
      provider.createMandate(
        sampleMandate({ journey: capabilities.mandates?.journeys[0], retries: capabilities.mandates?.retries[0] }),
      ),
    getMandate: (provider) => provider.getMandate(sampleMandateLookup()),
    cancelMandate: (provider) => provider.cancelMandate({ mandateId: 'mandate-0001', reference: 'mandate-0001' }),
    chargeMandate: (provider) => provider.chargeMandate(sampleMandateCharge()),
    getMandateCharge: (provider) => provider.getMandateCharge(sampleMandateChargeLookup()),
    retryMandateCharge: (provider) => provider.retryMandateCharge(sampleMandateRetry()),
    cancelMandateCharge: (provider) => provider.cancelMandateCharge(sampleMandateChargeLookup()),
    refundMandateCharge: (provider) => provider.refundMandateCharge(sampleMandateRefund()),
    scoreTransaction: (provider) => provider.scoreTransaction(sampleScore()),
    reportOutcome: (provider) => provider.reportOutcome(sampleOutcome()),
    checkPerson: (provider) => provider.checkPerson(samplePersonCheck()),
    getPersonCheck: (provider) => provider.getPersonCheck({ personCheckId: 'check-0001', reference: 'person-0001-1' }),
  };
  return calls[operation](checked);
}

/** True when the core would count money as received or paid out, or a buyer as having agreed, because of this result. */
function isGoodNews({ status }: Manifest, operation: Operation, result: unknown): boolean {
  const word = (result as { providerStatus?: string } | null)?.providerStatus;
  if (word === undefined) return (result as { status?: string } | null)?.status === 'DONE' && operation === 'refund';
  if (operation === 'withdraw' || operation === 'getWithdraw')
    return mapStatus(status.withdraw!, word).status === 'APPROVED';
  if (/MandateCharge$|^chargeMandate$/.test(operation))
    return mapStatus(status.mandateCharge!, word).status === 'APPROVED';
  if (/Mandate$/.test(operation)) return mapStatus(status.mandate!, word).status === 'ACTIVE';
  if (operation === 'createTransaction' || operation === 'getTransaction') {
    return mapStatus(status.payment, word).status === 'APPROVED';
  }
  return false;
}
