/** Tests that a node starts, becomes ready, and stops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startSimulator } from '@feira/plugin-kit/testing';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { readConfig } from '../src/plugins/config.ts';
import { newId } from '../src/shared/ids.ts';
import { buildNode, createDatabase, TEST_KEY } from './build.ts';
import { checkWorld } from './check-world.ts';
import { openInspector } from './inspect.ts';
import { openTestMarket } from './market.ts';
import { createServerProcess } from './server-process.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, SANDBOX_SECRETS } from './world.ts';

const IN_FLIGHT = 20;

/** A server in a process of its own, and its provider in this one. */
async function startServer(environment: Record<string, string> = {}) {
  const database = await createDatabase();
  const inspector = await openInspector(database.url);
  const preparing = await buildNode({ databaseUrl: database.url });
  const module = await preparing.app.providers
    .list()
    .find(({ id }) => id === 'sandbox')
    ?.loadSimulator?.();
  if (!module) throw new Error('The sandbox has no simulator.');
  const bank = await startSimulator(module, { credentials: { ...SANDBOX_SECRETS, publicKey: 'pk_test_0123456789' } });
  const world = await createWorld(preparing.app);
  await connect(preparing.app, world, { baseUrls: { default: bank.url } });
  await preparing.close();
  const server = await createServerProcess({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: TEST_KEY,
    SIMULATORS: 'on',
    SWEEP_INTERVAL_MS: '100',
    PURCHASE_RATE_LIMIT: '1000000',
    ...environment,
    LIMIT_FACTOR: '1000',
  });
  onTestFinished(async () => {
    await server.kill();
    await bank.close();
    await inspector.close();
    await database.drop();
  });
  await server.start();
  const purchase = () =>
    fetch(`${server.url}/api/checkout.purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
      body: JSON.stringify(pixPurchase(world)),
    });
  return { server, bank, inspector, database, world, purchase };
}

describe('SIGTERM', () => {
  it('lets what is in flight finish, takes nothing new and leaves nothing open', async () => {
    const { server, bank, inspector, database, purchase } = await startServer();
    bank.addFault({ kind: 'slow', times: IN_FLIGHT, delayMs: 1_500, match: 'POST /charges' });
    const inFlight = Array.from({ length: IN_FLIGHT }, () => purchase());
    const sent = () => bank.requests.filter(({ method }) => method === 'POST').length;
    await waitFor('every charge is with the provider', () => sent() === IN_FLIGHT);

    const exit = server.terminate();
    const late: (number | 'refused')[] = [];
    await waitFor('the door is closed', async () => {
      late.push(
        await purchase().then(
          ({ status }) => status,
          () => 'refused' as const,
        ),
      );
      return late.at(-1) !== 200;
    });
    for (let count = 0; count < 5; count++)
      late.push(
        await purchase().then(
          ({ status }) => status,
          () => 'refused' as const,
        ),
      );

    const answers = await Promise.all(inFlight.map(async (answer) => (await answer).json()));
    expect(
      answers.every(({ status, payment }) => status === 'PENDING' && !payment.isConfirming && payment.pixCode),
    ).toBe(true);
    expect(await exit).toBe(0);
    expect(late.slice(-5).every((answer) => answer === 503 || answer === 'refused')).toBe(true);
    const states = await inspector.rows('SELECT DISTINCT state FROM payment_attempt');
    expect(states).toEqual([{ state: 'ANSWERED' }]);
    const [open] = await inspector.rows('SELECT 1 FROM idempotency_key WHERE response_status IS NULL');
    expect(open).toBeUndefined();
    await checkWorld(database.url);
  });

  it('goes on serving for DRAIN_SECONDS, alive but not ready, ends connections politely and closes the port then', async () => {
    const { server, bank, purchase } = await startServer({ DRAIN_SECONDS: '15' });
    bank.addFault({ kind: 'slow', times: 1, delayMs: 20_000, match: 'POST /charges' });
    const slow = purchase();
    await waitFor('the charge is with the provider', () => bank.requests.some(({ method }) => method === 'POST'));
    const exit = server.terminate();

    const ready = await waitFor('the node is not ready', async () => {
      const answer = await fetch(`${server.url}/health/ready`);
      return answer.status === 503 ? answer : null;
    });
    expect(await ready.json()).toMatchObject({ checks: { node: 'stopping', database: 'ok' } });
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    const sold = await purchase();
    expect(sold.status).toBe(200);
    expect(sold.headers.get('connection')).toBe('close');
    await waitFor('the port is closed', () =>
      fetch(`${server.url}/health/live`).then(
        () => false,
        () => true,
      ),
    );

    expect((await slow).status).toBe(200);
    expect(await exit).toBe(0);
  });

  it('waits no longer than STOP_SECONDS, whose default covers the longest deadline of a provider', async () => {
    const { server, bank, purchase } = await startServer({ STOP_SECONDS: '1' });
    bank.addFault({ kind: 'slow', times: 1, delayMs: 8_000, match: 'POST /charges' });
    const slow = purchase().catch(() => 'cut');
    await waitFor('the charge is with the provider', () => bank.requests.some(({ method }) => method === 'POST'));

    expect(await server.terminate()).toBe(1);

    expect(await slow).toBe('cut');
    const manifests = await Promise.all(
      ['asaas', 'pagarme', 'sandbox'].map(async (id) =>
        JSON.parse(await readFile(resolve(import.meta.dirname, `../../plugins/${id}/plugin.json`), 'utf8')),
      ),
    );
    const longestMs = Math.max(...manifests.map(({ timeoutMs }) => timeoutMs));
    expect(readConfig(GOOD).stopSeconds * 1000).toBeGreaterThan(longestMs);
  });

  it('ends open payment pages, which then look for another node', async () => {
    const { server, purchase } = await startServer();
    const { paymentId } = (await (await purchase()).json()) as { paymentId: string };
    const stream = await fetch(`${server.url}/checkout/payment/${paymentId}/events`);
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: payment');

    const exit = server.terminate();

    await expect(reader.read()).resolves.toMatchObject({ done: true });
    expect(await exit).toBe(0);
  });
});

/** Returns the error of a wrong setting when a node starts as in production. */
async function startWith(environment: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../src/server.ts')], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said };
}

const GOOD = { DATABASE_URL: 'postgres://nobody:secret-canary@127.0.0.1:1/none', ENCRYPTION_KEY: TEST_KEY };

describe('a wrong setting', () => {
  it.each([
    ['DATABASE_URL', ''],
    ['DATABASE_URL', 'mysql://127.0.0.1/feira'],
    ['DATABASE_URL', 'not an address'],
    ['DATABASE_REPLICA_URLS', 'postgres://127.0.0.1/a,http://127.0.0.1/b'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', 'many'],
    ['ENCRYPTION_KEY', ''],
    ['ENCRYPTION_KEY', 'c2hvcnQ='],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'example.com'],
    ['LOG_LEVEL', 'loud'],
    ['SIMULATORS', 'yes'],
    ['CARD_FRAME_ORIGIN', 'frame'],
    ['ZIP_LOOKUP_URL', 'viacep'],
    ['ZIP_FALLBACK_URL', 'off'],
    ['SWEEP_INTERVAL_MS', '1'],
    ['STOP_SECONDS', '0'],
    ['DRAIN_SECONDS', '90'],
    ['DATABASE_SILENCE_MS', '20'],
    ['CLAIM_SECONDS', '0'],
    ['CLAIM_SECONDS', '1.5'],
    ['PURCHASE_RATE_LIMIT', '-1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8,::/0'],
  ])('%s=%j is refused by its name', (name, value) => {
    const read = () => readConfig({ ...GOOD, [name]: value });

    expect(read).toThrow(new RegExp(`^${name} is (missing|wrong)`));
    expect(read).not.toThrow(/secret-canary|c2hvcnQ=/);
  });

  it.each([
    ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URLS'],
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
    ['SMTP_URI', 'SMTP_URL'],
    ['MAIL-FROM', 'MAIL_FROM'],
    ['trust_proxy', 'TRUST_PROXY'],
    ['MEDIA_DIRECTROY', 'MEDIA_DIRECTORY'],
    ['S3_PUBLIC_URI', 'S3_PUBLIC_URL'],
  ])('%s is refused, because %s is meant', (name, meant) => {
    const read = (environment: Record<string, string>) => () => readConfig({ ...GOOD, ...environment });
    const bucket = 'https://key:secret-canary@s3.example.com/bucket';

    expect(read({ S3_URL: bucket, [name]: 'secret-canary' })).toThrow(
      `${name} is wrong: it is no setting, and ${meant} is one.`,
    );
    expect(read({ S3_URL: bucket, [name]: '' })).not.toThrow();
  });

  it('is none that another program has: a variable whose name is no misspelt one', () => {
    const others = [
      'PORT0',
      'POSTS',
      'HOSTS',
      'DATABASE_HOST',
      'LOG_FORMAT',
      'S3_KEY',
      'OTEL_TRACES_SAMPLERS',
      'S3_ACL',
    ];

    expect(() => readConfig({ ...GOOD, ...Object.fromEntries(others.map((name) => [name, 'on'])) })).not.toThrow();
  });

  it.each([
    ['SIMULATORS', 'on'],
    ['MAILBOX', 'on'],
    ['SECOND_FACTOR', 'off'],
  ])('%s=%s is refused at a public address', (name, value) => {
    const read = (url: string) => readConfig({ ...GOOD, [name]: value, PUBLIC_URL: url });

    expect(() => read('https://pay.example.com')).toThrow(
      new RegExp(`^${name}=${value} serves only to try .*remove ${name}`),
    );
    expect(() => read('http://192.168.0.5:3000')).toThrow(name);
    for (const url of ['http://localhost:3000', 'http://serra.localhost', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(() => read(url)).not.toThrow();
  });

  it.each([
    ['ENCRYPTION_KEY', { ...GOOD, ENCRYPTION_KEY: 'secret-canary' }],
    ['PROVIDER_DIRECTORIES', { ...GOOD, PROVIDER_DIRECTORIES: '/nowhere/at-all' }],
    ['TRUST_PROXY', { ...GOOD, TRUST_PROXY: 'nonsense' }],
    [
      'DATABASE_URL',
      { ...GOOD, DATABASE_URL: GOOD.DATABASE_URL.replace(':1/', `:${new URL(inject('adminUrl')).port}/`) },
    ],
    ['DATABASE_REPLICA_URLS', { ...GOOD, DATABASE_REPLICA_URL: 'postgres://nobody:secret-canary@127.0.0.1/none' }],
  ])('stops the start in one sentence that names %s and no secret', async (name, environment) => {
    const { code, said } = await startWith(environment);

    expect(code).toBe(1);
    expect(said).toContain(name);
    expect(said).not.toContain('secret-canary');
    expect(said).not.toContain('    at ');
  });
});

describe('/health', () => {
  it('is not ready without the database, stays alive, charges nobody meanwhile and recovers by itself', async () => {
    const market = await openTestMarket({ env: { DATABASE_POOL_SIZE: '2' } });
    const { app } = market.node;
    const host = await market.host();
    const status = async (path: string) => (await app.inject({ url: `/health/${path}` })).statusCode;
    const name = new URL(market.node.databaseUrl).pathname.slice(1);
    const maintenance = await openInspector(market.node.databaseUrl.replace(name, 'postgres'));
    onTestFinished(maintenance.close);
    expect(await status('ready')).toBe(200);

    await market.inspector.close();
    await maintenance.rows(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await maintenance.rows('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await waitFor('it is not ready', async () => (await status('ready')) === 503);
    const answer = await buy(app, pixPurchase(market.world));
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(await status('live')).toBe(200);
    expect(await host.simulator.listCharges(10)).toEqual([]);
    await maintenance.rows(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);

    await waitFor('it is ready again', async () => (await status('ready')) === 200);
    expect((await buy(app, pixPurchase(market.world))).statusCode).toBe(200);
    await checkWorld(market.node.databaseUrl);
  });
});
