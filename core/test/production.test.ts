/** An installation that docs/production.md sets up has a public address, a proxy in front, its first master, and nothing of the demo. */
import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, TEST_KEY } from './build.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const HOST = 'pay.example.com';
const ENVIRONMENT = {
  ENCRYPTION_KEY: TEST_KEY,
  PUBLIC_URL: `https://${HOST}`,
  TRUST_PROXY: '127.0.0.1',
  NODE_ENV: 'production',
};
const MASTER = { email: 'ana@example.com', password: 'cinco cavalos no quintal' };

let database: Awaited<ReturnType<typeof createDatabase>>;
let server: ServerProcess;
let unnamedProxy: ServerProcess;

const run = (file: string, ...parameters: string[]) =>
  promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../src/programs', file), ...parameters], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...ENVIRONMENT, DATABASE_URL: database.url },
  });

beforeAll(async () => {
  database = await createDatabase();
  server = await createServerProcess({ ...ENVIRONMENT, DATABASE_URL: database.url });
  unnamedProxy = await createServerProcess({ ...ENVIRONMENT, DATABASE_URL: database.url, TRUST_PROXY: 'none' });
});
afterAll(async () => {
  await server?.kill();
  await unnamedProxy?.kill();
  await database?.drop();
});

interface Answer {
  status: number;
  body: string;
  cookies: string[];
}

/** Asks as a proxy does that stands on the same machine: with the caller's address, and the host as its own setting makes it. */
async function askThroughProxy(to: ServerProcess, path: string, payload?: object): Promise<Answer> {
  const body = payload && JSON.stringify(payload);
  const { promise, resolve: settle, reject } = Promise.withResolvers<Answer>();
  const headers = {
    host: 'localhost',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-host': HOST,
    'x-forwarded-proto': 'https',
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  const call = request(new URL(path, to.url), { method: payload ? 'POST' : 'GET', headers }, async (answer) => {
    const text = (await answer.toArray()).join('');
    settle({ status: answer.statusCode ?? 0, body: text, cookies: answer.headers['set-cookie'] ?? [] });
  });
  call.once('error', reject);
  call.end(body);
  return promise;
}

describe('an installation with production settings', () => {
  it('goes from an empty database to a master who signs in, and serves nothing that is for trying it', async () => {
    expect((await run('migrate.ts')).stdout).toBe('The database is up to date.\n');
    const made = await run(
      'create-master.ts',
      '--email',
      MASTER.email,
      '--name',
      'Ana',
      '--host',
      HOST,
      '--platform',
      'Loja',
    );
    const token = /https:\/\/pay\.example\.com\/choose-password#([\w-]{43})/.exec(made.stdout)?.[1];
    await server.start();

    const chosen = await askThroughProxy(server, '/api/session.choosePassword', { token, password: MASTER.password });
    const signedIn = await askThroughProxy(server, '/api/session.signIn', { ...MASTER, entrance: 'master' });

    expect(chosen.status).toBe(200);
    expect(signedIn.status).toBe(200);
    expect(JSON.parse(signedIn.body)).toMatchObject({ state: 'ENROLLMENT_REQUIRED', platformName: 'Loja' });
    expect(signedIn.cookies).toEqual([expect.stringMatching(/^__Host-feira=.*Secure/)]);
    for (const path of ['/mailbox', '/simulators/any/charges/any'])
      expect([path, (await askThroughProxy(server, path)).status]).toEqual([path, 404]);
    expect(server.log()).not.toContain('proxy-not-trusted');
    expect(await server.terminate()).toBe(0);
  });

  it('raises an alert once where TRUST_PROXY does not name the proxy', async () => {
    await unnamedProxy.start();
    for (const path of ['/health/live', '/health/ready', '/login']) await askThroughProxy(unnamedProxy, path);

    const countAlerts = () => unnamedProxy.log().match(/"alert":"proxy-not-trusted","peer":"127\.0\.0\.1"/g)?.length;

    await expect.poll(countAlerts).toBe(1);
  });
});
