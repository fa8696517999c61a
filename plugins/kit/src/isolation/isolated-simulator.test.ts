import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createSimulatorHost, type SimulatorHost, type WebhookDelivery } from '../simulation/index.ts';
import { WireRefusal } from '../simulator-routes.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { type IsolatedSimulator, loadIsolatedSimulator } from './isolated-simulator.ts';

const WEBHOOK = 'https://pay.example.com/webhooks/acme/token';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A simulator as a stranger writes it: it signs, keeps charges in a book, and does what the path of a request says. */
const SIMULATOR = `
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createBook, defineSimulator, WireRefusal } from '@feira/plugin-kit';

export default defineSimulator({
  createSimulator(context) {
    const send = (url, body) => context.sendWebhook({ url, body, headers: { 'x-signature': createHmac('sha256', context.credentials.webhookSecret).update(body).digest('hex') } });
    const book = createBook(context, { notifyCharge: (state, charge) => send(charge.data.url, state) });
    return {
      ...book.controls,
      async chargeback() { throw new WireRefusal(409, { error: 'no' }, 'Not paid.'); },
      async expire() { for (;;); },
      async handle(request) {
        if (request.path === '/escape') return { status: 200, body: await import(request.body.module).then(() => 'escaped', (error) => error.message) };
        if (request.path === '/environment') return { status: 200, body: { process: typeof process, fetch: typeof fetch } };
        if (request.path === '/keep') return { status: 200, body: await context.store.set(request.body.key, 'x'.repeat(3_000_000)).then(() => 'kept', () => 'refused') };
        if (request.path === '/echo') return { status: 200, body: isDeepStrictEqual(request.body, {}) ? 'nothing' : request.body };
        const charge = await book.createCharge(request, 'chg_', { reference: request.body.reference, method: 'PIX', amount: 500, data: { url: request.body.url } });
        return { status: 201, body: { ...charge, now: context.clock.now().toISOString(), chance: context.random() } };
      },
    };
  },
  samples: { credentials: { webhookSecret: 'invented_0001' }, tokenize: async () => 'token' },
});
`;

async function open(
  source = SIMULATOR,
): Promise<{ module: IsolatedSimulator; host: SimulatorHost; sent: WebhookDelivery[] }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'feira-simulator-'));
  mkdirSync(path.join(directory, 'src'));
  writeFileSync(path.join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(directory, 'src/simulator.js'), source);
  ends.push(() => rmSync(directory, { recursive: true }));
  const log = { info: () => undefined, warn: () => undefined };
  const module = await loadIsolatedSimulator({ manifest: testManifest(), directory, entry: 'src/simulator.js', log });
  const sent: WebhookDelivery[] = [];
  const host = createSimulatorHost(module, {
    credentials: { webhookSecret: 'invented_0002' },
    publicUrl: 'https://pay.example.com/simulators/1',
    webhookUrl: WEBHOOK,
    clock: { now: () => new Date('2034-01-31T12:00:00.000Z') },
    sendWebhook: async (delivery) => void sent.push(delivery),
  });
  ends.push(
    () => host.close(),
    () => module.close(),
  );
  return { module, host, sent };
}

function ask(host: SimulatorHost, requestPath: string, body: unknown = {}) {
  const request = { method: 'POST', path: requestPath, query: {}, headers: {}, body, rawBody: JSON.stringify(body) };
  return host.handleHttp(request) as Promise<{ status: number; body: Record<string, string> }>;
}

describe('a simulator in a process of its own', () => {
  it('keeps its charges with the host, by the host’s clock, and signs the events about them', async () => {
    const { module, host, sent } = await open();
    const made = await ask(host, '/charges', { reference: 'r1', url: `${WEBHOOK}/charges` });

    await host.simulator.pay(made.body.transactionId!);

    expect(made.body.now).toMatch(/^2034-01-31T12:00:0/);
    expect(await host.simulator.getCharge(made.body.transactionId!)).toMatchObject({
      reference: 'r1',
      paidAmount: 500,
    });
    expect(await host.simulator.listCharges(10)).toHaveLength(1);
    expect(sent).toMatchObject([{ url: `${WEBHOOK}/charges`, body: 'PAID' }]);
    expect(sent[0]?.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/);
    expect(module.samples).toEqual({ credentials: { webhookSecret: 'invented_0001' } });
  });

  it('tells a refusal of a person’s act as one, and a charge that it does not have as none', async () => {
    const { host } = await open();

    await expect(host.simulator.chargeback('chg_1')).rejects.toThrow(WireRefusal);
    await expect(host.simulator.pay('chg_1')).rejects.toThrow('Not found.');
    expect(await host.simulator.getCharge('chg_1')).toBeUndefined();
  });

  it('plays the faults that the host asks for', async () => {
    const { host } = await open();
    host.addFault({ kind: 'unknown-status', times: 1 });

    expect((await ask(host, '/charges', { reference: 'r1', url: WEBHOOK })).body.status).toBe('UNKNOWN');
  });

  it.each(['https://internal.example.com/', `${WEBHOOK}x`, `${WEBHOOK}/../../admin`, 'file:///etc/passwd'])(
    'sends nothing to %s, which is not its webhook',
    async (url) => {
      const { host, sent } = await open();
      const { body } = await ask(host, '/charges', { reference: 'r1', url });

      await host.simulator.pay(body.transactionId!);

      expect(sent).toEqual([]);
    },
  );

  it.each(['node:fs', 'node:child_process', 'node:net', 'node:module', '../../outside.js', 'vitest'])(
    'does not reach %s',
    async (module) => {
      const { host } = await open();

      expect((await ask(host, '/escape', { module })).body).toMatch(/not for adapters|leads out|Cannot find|ENOENT/);
    },
  );

  it('has no process, network or environment', async () => {
    const { host } = await open();

    expect((await ask(host, '/environment')).body).toEqual({ process: 'undefined', fetch: 'undefined' });
  });

  it('takes files as bytes', async () => {
    const { host } = await open();
    const bytes = new Uint8Array([0, 127, 255]);

    expect((await ask(host, '/echo', { file: { bytes } })).body).toEqual({ file: { bytes } });
  });

  it('keeps no more than a host has room for', async () => {
    const { host } = await open();
    const keep = async (toKey: (index: number) => string) => {
      const answers: unknown[] = [];
      for (let index = 0; index < 25; index += 1) answers.push((await ask(host, '/keep', { key: toKey(index) })).body);
      return answers;
    };

    expect(await keep(() => 'same')).not.toContain('refused');
    expect((await keep((index) => `key ${index}`)).at(-1)).toBe('refused');
  });

  it('is ended in an endless loop, and knows its charges afterwards', async () => {
    const { host } = await open();
    const { body } = await ask(host, '/charges', { reference: 'r1', url: WEBHOOK });

    await expect(host.simulator.expire(body.transactionId!)).rejects.toThrow('ended');

    const found = expect.poll(() => host.simulator.getCharge(body.transactionId!).catch(() => undefined), {
      timeout: 30_000,
    });
    await found.toMatchObject({ reference: 'r1' });
  });

  it('says why it cannot be started', async () => {
    await expect(open('export default {};')).rejects.toThrow('has no createSimulator');
    await expect(open("import 'node:fs'; export default {};")).rejects.toThrow('node:fs is not for adapters');
  });
});
