/** Tests that the attacks of a hostile adapter in its process are denied or contained, and that other adapters do not notice. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Provider } from '@feira/schemas/provider';
import { afterEach, describe, expect, it } from 'vitest';
import { createSecretCrypto } from '../broker/index.ts';
import { testBroker } from '../broker/test-broker.ts';
import { isProviderError, type ProviderError } from '../errors.ts';
import type { ProviderContext } from '../host.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { createIsolatedModule, type IsolatedModule, type IsolatedOptions } from './isolated-module.ts';

const HOSTILE = path.join(import.meta.dirname, 'test-hostile');
const NOW = new Date('2026-11-20T12:00:00.000Z');

let open: IsolatedModule[] = [];
afterEach(() => {
  for (const module of open) module.close();
  open = [];
});

interface Stage {
  module: IsolatedModule;
  provider: Provider;
  /** Requests that reached the host's broker. */
  requests: string[];
  hosts: string[];
  logged: { data: Record<string, unknown>; message: string }[];
  attack(name: string, body?: Record<string, unknown>): Promise<string>;
  refusal(name: string): Promise<ProviderError>;
}

function openStage(limits: IsolatedOptions['limits'] = {}, place: Partial<IsolatedOptions> = {}): Stage {
  const requests: string[] = [];
  const logged: Stage['logged'] = [];
  const write = (data: Record<string, unknown>, message: string) => void logged.push({ data, message });
  const log = { info: write, warn: write };
  const manifest = testManifest();
  const module = createIsolatedModule({ manifest, directory: HOSTILE, entry: 'adapter.js', log, limits, ...place });
  open.push(module);
  const broker = testBroker({
    manifest,
    inProcess: async (request) => {
      requests.push(`${request.method} ${request.path}`);
      return { status: 200, headers: {}, body: '{"ok":true}' };
    },
  });
  const context: ProviderContext = {
    http: broker.http,
    settings: { clientId: 'public' },
    crypto: createSecretCrypto({ secrets: new Map([['secretKey', 'sk_123456789']]) }),
    clock: { now: () => NOW },
    log,
  };
  const provider = module.createProvider(context);
  const call = (name: string, body: Record<string, unknown> = {}) =>
    provider.processWebhook!({ headers: {}, query: {}, body: { attack: name, ...body }, rawBody: '' });
  return {
    module,
    provider,
    requests,
    get hosts() {
      return broker.exchanges.map(({ host }) => host);
    },
    logged,
    attack: async (name, body) => String((await call(name, body)).reason),
    refusal: async (name) => {
      const error = await call(name).then(
        () => new Error(`${name} was answered.`),
        (thrown: unknown) => thrown,
      );
      if (!isProviderError(error)) throw error;
      return error;
    },
  };
}

/** The processes of adapters that this one has started and that run now. */
const listChildren = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(HOSTILE);
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });

// A process has to start in most of them, which a busy machine may take its time for.
describe('an adapter in its own process', { timeout: 30_000 }, () => {
  it.each([
    'environment',
    'globalProcess',
    'builtinModule',
    'evalProcess',
    'leftGlobals',
    'modules',
    'readEnvironment',
    'readFile',
    'readHost',
    'dataModule',
    'otherPackage',
    'fetchOut',
    'poison',
  ])('is denied: %s', async (name) => {
    expect(await openStage().attack(name)).toMatch(/^denied /);
  });

  it('reaches no other host than its connection’s, and none by a trick of the path', async () => {
    const stage = openStage();

    for (const path of ['/../../x', 'https://evil.example/', '/x#y', '\\\\evil', '@evil.example/'])
      expect([path, await stage.attack('otherHost', { path })]).toEqual([path, expect.stringMatching(/^denied /)]);
    expect(await stage.attack('otherHost', { path: '/x', base: 'evil' })).toMatch(/^denied /);
    expect(stage.requests).toEqual([]);
    // Below the own base address two slashes are a path like any other.
    await stage.attack('otherHost', { path: '//evil.example/x' });
    expect(stage.hosts).toEqual(['sandbox.provider.test']);
  });

  it('has no secret in its hands, neither its own nor another connection’s', async () => {
    const stage = openStage();

    expect(await stage.attack('ownSecret')).not.toContain('sk_123456789');
    expect(await stage.attack('otherSecret')).toMatch(/^denied \S+ is required$/);
    expect(await stage.attack('foreignAccount')).toMatch(/^denied .*accountCredentials/);
  });

  it('gets nothing more for a call that has ended', async () => {
    const stage = openStage();
    await stage.attack('keep');

    expect(await stage.attack('useKept')).toBe('no answer');
    expect(await stage.attack('askKept')).toMatch(/^denied /);
    expect(stage.requests).toEqual([]);
  });

  it('is told the host’s time', async () => {
    expect(Math.abs(Date.parse(await openStage().attack('clock')) - NOW.getTime())).toBeLessThan(60_000);
  });

  it.each([
    ['loop', { deafMs: 600 }, 'NOT_SENT'],
    ['hang', { callMs: 300 }, 'NOT_SENT'],
    ['postThenLoop', { deafMs: 600 }, 'UNKNOWN'],
    ['heap', { memoryBytes: 160 * 1024 * 1024, deafMs: 30_000 }, 'NOT_SENT'],
    ['throwLater', {}, 'NOT_SENT'],
    ['hugeAnswer', {}, 'NOT_SENT'],
    ['chatter', {}, 'NOT_SENT'],
  ] as const)('is ended for %s, and the call knows whether money may have moved', async (name, limits, outcome) => {
    const stage = openStage(limits);

    const error = await stage.refusal(name);

    expect([error.code, error.outcome]).toEqual(['UNAVAILABLE', outcome]);
    expect(stage.logged).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ alert: 'adapter-ended' }) }),
    );
  });

  it('stays while the host itself stands still and hears nothing', async () => {
    const stage = openStage({ deafMs: 600 });
    await stage.attack('clock');

    for (let times = 0; times < 2; times++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
      await stage.attack('clock');
    }

    expect(stage.logged).toEqual([]);
  });

  it('ends by itself with what the runtime said of it, so that who reads the log knows why', async () => {
    // So much that the heap, which gets half of it, is full long before the host sees too much.
    const stage = openStage({ memoryBytes: 512 * 1024 * 1024, deafMs: 60_000, callMs: 60_000 });

    await stage.refusal('heap');

    expect(stage.logged.map(({ data, message }) => `${message} ${JSON.stringify(data)}`).join()).toMatch(
      /it ended by itself \(\w+\): FATAL ERROR: [^\n]*heap/,
    );
  });

  it('gets no more memory from the system than it may have, and is ended if it is seen to have more', async () => {
    const { code, outcome } = await openStage({ memoryBytes: 160 * 1024 * 1024 }).refusal('memory');

    expect(['UNAVAILABLE', 'INVALID_ANSWER']).toContain(code);
    expect(outcome).toBe('NOT_SENT');
  });

  it.runIf(spawnSync('prlimit', ['--version']).status === 0)(
    'has a limit of memory that the system keeps, between two looks of the host',
    async () => {
      const memoryBytes = 192 * 1024 * 1024;
      const stage = openStage({ memoryBytes });
      await stage.attack('clock');

      const limits = listChildren().map((pid) => readFileSync(`/proc/${pid}/limits`, 'utf8'));
      const bytes = limits.map((text) => Number(/^Max data size +(\d+)/m.exec(text)?.[1]));

      // Memory that Node maps before it runs any code is not the package's.
      expect(bytes).toEqual([memoryBytes + 640 * 1024 * 1024]);
    },
  );

  it('starts again after a pause that grows', async () => {
    const stage = openStage({ deafMs: 600 });
    await stage.refusal('loop');

    expect((await stage.refusal('clock')).message).toContain('paused');
    await expect.poll(() => stage.attack('rejection').catch(() => 'paused'), { timeout: 20_000 }).toBe('went on');
  });

  it('counts as faulty once it has ended three times in a row, until a call ends well', async () => {
    const { module, refusal, attack } = openStage();
    for (let ends = 1; ends <= 3; ends++) {
      expect(module.findFault()).toBeNull();
      // Refused while it is paused, then ended again.
      await expect.poll(async () => (await refusal('throwLater')).message, { timeout: 10_000 }).toContain('was ended');
    }
    expect(module.findFault()).toBe('Its process ended 3 times in a row: it failed: later.');
    await expect.poll(() => attack('rejection').catch(() => 'paused'), { timeout: 10_000 }).toBe('went on');
    expect(module.findFault()).toBeNull();
  });

  it('says whether it starts before anybody calls', async () => {
    const { module, attack } = openStage();
    await module.start();
    expect(await attack('rejection')).toBe('went on');
    await expect(openStage({}, { entry: 'missing.js' }).module.start()).rejects.toThrow('missing.js');
  });

  it('ends after the calls that are open, where it is asked to', async () => {
    const { module, attack, refusal } = openStage();
    const open = attack('rejection');
    const drained = module.drain();

    expect(await open).toBe('went on');
    await drained;
    expect((await refusal('rejection')).outcome).toBe('NOT_SENT');
  });

  it('starts anew for the next call when it ended for want of calls', async () => {
    const stage = openStage({ idleMs: 1 });
    for (let round = 0; round < 12; round++) expect(await stage.attack('rejection')).toBe('went on');
    expect(stage.logged).toEqual([]);
  });

  it('goes on after a promise nobody waited for', async () => {
    const stage = openStage();

    expect(await stage.attack('rejection')).toBe('went on');
    expect(stage.logged).toEqual([]);
  });

  it('may say a hundred things a call, briefly, and ask fifty times', async () => {
    const stage = openStage();

    expect(await stage.attack('flood')).toBe('flooded');
    expect(stage.logged.length).toBeLessThanOrEqual(100);
    expect(Math.max(...stage.logged.map(({ message }) => message.length))).toBeLessThanOrEqual(500);
    expect(await stage.attack('requests')).toBe('50');
  });

  it.each([
    ['longPath', 'path must NOT have more than 2048 characters'],
    ['longQuery', 'path and query must NOT have more than 2048 characters'],
    ['manyHeaders', 'headers must NOT have more than 50 properties'],
    ['longHeader', 'headers.x-long must NOT have more than 8192 characters'],
    ['longKey', 'idempotencyKey must NOT have more than 256 characters'],
    ['longJson', 'the body must NOT have more than 1048576 characters'],
    ['longForm', 'the body must NOT have more than 1048576 characters'],
    ['otherMethod', 'method must be equal to one of the allowed values'],
    ['noRequest', 'The request must be object'],
  ])('has no request of any size sent: %s', async (name, reason) => {
    const stage = openStage();

    expect(await stage.attack(name)).toContain(reason);
    expect(stage.requests).toEqual([]);
    expect(stage.hosts).toEqual([]);
  });

  it('logs at most 8 KB at a time, below a name of its own', async () => {
    const stage = openStage();
    await stage.attack('largeLog');

    expect(stage.logged).toEqual([
      { data: { data: { level: 60, alert: 'forged', provider: 'other', msg: 'forged' } }, message: 'small' },
      { data: { data: 'too large' }, message: 'large' },
    ]);
  });

  it('asks for fifty signatures a call at most, over 4 MB in all', async () => {
    const stage = openStage();

    expect(await stage.attack('manyQuestions')).toBe('50');
    expect(await stage.attack('largeQuestions')).toBe('6');
  });

  it('is ended when it works on after its answer', async () => {
    const stage = openStage({ restingCpuMs: 200, deafMs: 1_000 });

    expect(await stage.attack('workAfterwards')).toBe('answered');
    await expect
      .poll(() => stage.logged.map(({ message }) => message), { timeout: 20_000 })
      .toEqual(['The process of an adapter was ended: it was busy without a call']);
  });

  it.each(['deepError', 'errorWithGetter'])('answers at once, though its error cannot be sent: %s', async (name) => {
    const error = await openStage({ callMs: 20_000 }).refusal(name);

    expect([error.code, error.outcome, error.message]).toEqual(['INVALID_ANSWER', 'NOT_SENT', 'The adapter failed.']);
  });

  it('hands on no error of any size', async () => {
    const error = await openStage().refusal('largeError');

    expect([error.message.length, error.status, error.body]).toEqual([500, undefined, undefined]);
  });

  it('cannot invent outcomes', async () => {
    const error = await openStage().refusal('forged');

    expect([error.code, error.outcome]).toEqual(['INVALID_ANSWER', 'NOT_SENT']);
  });

  it('leaves its neighbour alone, whatever it does', async () => {
    const bad = openStage({ deafMs: 1_000, memoryBytes: 160 * 1024 * 1024 });
    const good = openStage();
    await good.attack('rejection');
    const ended = Promise.allSettled([bad.refusal('memory')]);

    const answers = await Promise.all(Array.from({ length: 20 }, () => good.attack('rejection')));

    expect(new Set(answers)).toEqual(new Set(['went on']));
    expect(good.logged).toEqual([]);
    await ended;
  });

  it('is not loaded at all when it is broken, and says why', async () => {
    const stage = openStage({}, { entry: 'missing.js' });

    const error = await stage.refusal('clock');

    expect([error.code, error.outcome]).toEqual(['UNAVAILABLE', 'NOT_SENT']);
    expect(error.message).toContain('missing.js');
  });
});
