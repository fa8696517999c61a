import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, createTokenVault, type Exchange } from '../broker/index.ts';
import type { HttpRequest } from '../host.ts';
import type { Fault, SimulatedCharge, Simulator, SimulatorContext, SimulatorModule } from '../simulator.ts';
import { type StartedSimulator, startSimulator } from '../testing/start-simulator.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { createSimulatorHost } from './host.ts';
import { seededRandom } from './random.ts';

/** Plays a provider with one call: POST /charges. */
const module: SimulatorModule = {
  createSimulator: (context) => createTinySimulator(context),
};

function createTinySimulator(context: SimulatorContext): Simulator {
  const charges: SimulatedCharge[] = [];
  return {
    async handle(request) {
      if (request.path === '/boom') throw new Error('boom');
      if (request.path === '/sink') return { status: 200 };
      const { amount } = request.body as { amount: number };
      const shownAmount = context.fault(request) === 'wrong-amount' ? amount + 1 : amount;
      const transactionId = `c${charges.length + 1}`;
      const createdAt = context.clock.now().toISOString();
      const status = context.fault(request) === 'unknown-status' ? 'odd' : 'pending';
      charges.push({ transactionId, reference: '', method: 'PIX', amount, paidAmount: 0, status, createdAt });
      return { status: 201, body: { id: transactionId, amount: shownAmount, status, note: undefined } };
    },
    pay: (path) => context.sendWebhook({ url: `${context.publicUrl}/${path}`, headers: {}, body: path }),
    expire: async () => undefined,
    chargeback: async () => undefined,
    listCharges: async (limit) => charges.slice(-limit).reverse(),
    getCharge: async (id) => charges.find(({ transactionId }) => transactionId === id),
  };
}

const charge: HttpRequest = { method: 'POST', path: '/charges', json: { amount: 100 } };
let started: StartedSimulator | undefined;
afterEach(async () => {
  await started?.close();
  started = undefined;
});

/** The same simulator, in process or behind a port. */
async function open(way: 'in process' | 'over HTTP') {
  const exchanges: Exchange[] = [];
  const common = {
    manifest: testManifest({ timeoutMs: 1000 }),
    secrets: new Map([['secretKey', 'sk_12345678']]),
    settings: {},
    clock: { now: () => new Date() },
    record: (exchange: Exchange) => exchanges.push(exchange),
    allowPrivateHosts: true,
    vault: createTokenVault(),
  };
  if (way === 'over HTTP') {
    started = await startSimulator(module, { credentials: {} });
    return { http: createHttp({ ...common, baseUrls: { default: started.url } }), host: started, exchanges };
  }
  const host = createSimulatorHost(module, { credentials: {}, publicUrl: 'http://simulator.test', webhook: 'collect' });
  const baseUrls = { default: 'https://sandbox.provider.test/v1' };
  return { http: createHttp({ ...common, baseUrls, inProcess: host.handleHttp }), host, exchanges };
}

describe.each(['in process', 'over HTTP'] as const)('a simulator %s', (way) => {
  it('answers', async () => {
    const { http, exchanges } = await open(way);

    const answer = await http.request(charge);

    expect(answer).toMatchObject({ status: 201, body: { id: 'c1', amount: 100, status: 'pending' } });
    expect(answer.body).not.toHaveProperty('note');
    expect(exchanges).toMatchObject([{ method: 'POST', status: 201, outcome: 'OK' }]);
  });

  const cases: [Fault['kind'], number, object][] = [
    ['lose-answer', 1, { code: 'UNAVAILABLE', outcome: 'UNKNOWN' }],
    ['half-body', 1, { code: 'UNAVAILABLE', outcome: 'UNKNOWN' }],
    ['refuse', 0, { code: 'UNAVAILABLE', outcome: 'UNKNOWN' }],
    ['error-500', 0, { code: 'UNAVAILABLE', outcome: 'UNKNOWN', status: 500 }],
    ['slow', 1, { code: 'UNAVAILABLE', outcome: 'UNKNOWN' }],
  ];
  it.each(cases)('%s leaves %i charge behind and the outcome open, once', async (kind, chargeCount, error) => {
    const { http, host } = await open(way);
    host.addFault({ kind, times: 1, match: 'POST /charges', delayMs: 60_000 });

    // Only the slow answer is to be given up: the others come when the machine gets to them.
    const timeoutMs = kind === 'slow' ? 100 : undefined;
    await expect(http.request({ ...charge, timeoutMs })).rejects.toMatchObject(error);

    expect(await host.simulator.listCharges(10)).toHaveLength(chargeCount);
    expect(host.faults).toEqual([]);
    await expect(http.request(charge)).resolves.toMatchObject({ status: 201 });
  });

  it('does late work when it is told to, and not before', async () => {
    const { http, host } = await open(way);
    host.addFault({ kind: 'late', times: 1 });

    await expect(http.request(charge)).rejects.toMatchObject({ code: 'UNAVAILABLE', outcome: 'UNKNOWN' });
    expect(await host.simulator.listCharges(10)).toEqual([]);

    await host.finishLate();
    await host.finishLate();

    expect(await host.simulator.listCharges(10)).toHaveLength(1);
  });

  it('does the work of a call that it refuses falsely', async () => {
    const { http, host } = await open(way);
    host.addFault({ kind: 'false-refusal', times: 1 });

    await expect(http.request(charge)).rejects.toMatchObject({ outcome: 'REJECTED', status: 400 });

    expect(await host.simulator.listCharges(10)).toHaveLength(1);
  });

  it('lets the simulator play the faults only it can', async () => {
    const { http, host } = await open(way);
    host.addFault({ kind: 'wrong-amount', times: 1 });
    host.addFault({ kind: 'unknown-status', times: 1 });

    const wrongAmount = await http.request(charge);
    const oddWord = await http.request(charge);

    expect(wrongAmount.body).toMatchObject({ amount: 101, status: 'pending' });
    expect(oddWord.body).toMatchObject({ amount: 100, status: 'odd' });
  });

  it('spares calls the fault does not match', async () => {
    const { http, host } = await open(way);
    host.addFault({ kind: 'error-500', times: 1, match: 'GET /charges' });

    await expect(http.request(charge)).resolves.toMatchObject({ status: 201 });
    expect(host.faults).toHaveLength(1);
  });

  it('turns an exception of the simulator into a 500', async () => {
    const { http } = await open(way);

    const call = http.request({ method: 'GET', path: '/boom' });

    await expect(call).rejects.toMatchObject({ status: 500, outcome: 'NOT_SENT', body: { error: 'boom' } });
  });
});

describe('webhooks', () => {
  it('are tried three times and then given up', async () => {
    started = await startSimulator(module, { credentials: {}, webhook: 'deliver', retryDelaysMs: [1, 1] });

    await started.simulator.pay('boom');

    expect(started.deliveries).toMatchObject([{ tries: 3, status: 500, body: 'boom' }]);
    expect(started.requests.map(({ path }) => path)).toEqual(['/boom', '/boom', '/boom']);
  });

  it('are delivered once when the first try is taken', async () => {
    started = await startSimulator(module, { credentials: {}, webhook: 'deliver' });

    await started.simulator.pay('sink');

    expect(started.deliveries).toMatchObject([{ tries: 1, status: 200 }]);
  });

  it('stop at once when the host closes', async () => {
    started = await startSimulator(module, { credentials: {}, webhook: 'deliver', retryDelaysMs: [3_600_000] });

    const paying = started.simulator.pay('boom');
    await started.close();
    await paying;

    expect(started.deliveries[0]!.tries).toBeLessThanOrEqual(1);
    started = undefined;
  });
});

describe('seededRandom', () => {
  it('repeats with the seed and stays within 0 and 1', () => {
    const [one, same, other] = [seededRandom(7), seededRandom(7), seededRandom(8)];
    const first = Array.from({ length: 1000 }, one);

    expect(Array.from({ length: 1000 }, same)).toEqual(first);
    expect(Array.from({ length: 1000 }, other)).not.toEqual(first);
    expect(first.every((number) => number >= 0 && number < 1)).toBe(true);
  });
});
