import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENT_MARKS } from '@feira/schemas/remotes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildNode } from '../../test/build.ts';
import { createWorld } from '../../test/world.ts';
import { readConfig } from './config.ts';

const DIGEST = `sha384-${'A'.repeat(64)}`;
const files = {
  version: '7.1.0',
  entry: 'remoteEntry.js',
  preloads: ['remoteEntry.js'],
  providers: [],
  texts: {},
  pages: {},
  accepts: { react: '~19.3.1' },
  integrity: { 'remoteEntry.js': DIGEST },
};
const toManifest = (name: string) => JSON.stringify({ name, feira: files });
const digestOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const read = (html: string, mark: 'remotes' | 'pages' | 'frame') =>
  JSON.parse(new RegExp(`<i id="${mark}">(.*?)</i>`).exec(html)![1]!);

let directory: string;
let elsewhere: Server;
let address: string;
const served = new Map<string, string>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-remotes-'));
  const { importMap, remotes, ownPages, frame } = DOCUMENT_MARKS;
  for (const shell of ['host', 'remote-frame']) await mkdir(join(directory, shell));
  await writeFile(
    join(directory, 'host/index.html'),
    `${importMap}<i id="remotes">${remotes}</i><i id="pages">${ownPages}</i>`,
  );
  await writeFile(join(directory, 'host/remotes.json'), JSON.stringify({ admin: { basePath: '/admin-root' } }));
  await writeFile(join(directory, 'remote-frame/index.html'), `${importMap}<i id="frame">${frame}</i>`);
  elsewhere = createServer((request, response) => {
    const body = served.get(request.url!);
    response.writeHead(body ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  served.set('/admin/mf-manifest.json', toManifest('admin'));
  served.set('/acme/mf-manifest.json', toManifest('acme-reports'));
});
afterAll(async () => {
  elsewhere.close();
  await rm(directory, { recursive: true });
});

async function start(env: Record<string, string>) {
  const node = await buildNode({ env: { SHELLS_DIRECTORY: directory, ...env } });
  onTestFinished(() => node.close());
  await createWorld(node.app);
  const get = async (url: string, host = 'localhost') => {
    const { statusCode, body, headers } = await node.app.inject({ url, headers: { host } });
    return { statusCode, body, policy: String(headers['content-security-policy']) };
  };
  return { get, app: node.app };
}
const startWithPages = async (pages: object[]) => {
  const file = join(directory, 'own.json');
  await writeFile(file, JSON.stringify(pages));
  return start({ OWN_REMOTES_FILE: file });
};
const acme = () => ({
  name: 'acme-reports',
  manifest: `${address}/acme/mf-manifest.json`,
  integrity: digestOf(toManifest('acme-reports')),
  dashboard: 'seller',
  roles: ['seller'],
  title: { 'pt-BR': 'Relatórios', en: 'Reports' },
  procedures: ['sales.listSales', 'purchaseMails.resendApproval'],
});

describe('a dashboard that is served from elsewhere', () => {
  it('stands in the document with its addresses, and in the policy with its folder alone', async () => {
    const digest = digestOf(toManifest('admin'));
    const { get } = await start({ REMOTES: `admin=${address}/admin/mf-manifest.json#${digest}` });

    const { body, policy } = await get('/admin-root');

    expect(read(body, 'remotes').admin).toMatchObject({
      basePath: '/admin-root',
      state: 'ready',
      version: '7.1.0',
      entry: `${address}/admin/remoteEntry.js`,
      accepts: { react: '~19.3.1' },
    });
    expect(body).toContain(JSON.stringify({ integrity: { [`${address}/admin/remoteEntry.js`]: DIGEST } }));
    const scripts = /script-src ([^;]*)/.exec(policy)![1]!.split(' ');
    expect(scripts.slice(1)).toEqual(['http://localhost/assets/', `${address}/admin/`]);
  });

  it.each([
    ['altered', '/admin/mf-manifest.json', DIGEST],
    ['altered', '/acme/mf-manifest.json', digestOf(toManifest('acme-reports'))],
    ['unreachable', '/nowhere.json', DIGEST],
  ])('is not mounted while it is %s (%s), which raises an alert', async (state, path, digest) => {
    const { get, app } = await start({ REMOTES: `admin=${address}${path}#${digest}`, LOG_LEVEL: 'error' });

    const { body, policy } = await get('/admin-root');

    expect(read(body, 'remotes').admin).toMatchObject({ basePath: '/admin-root', state, entry: '' });
    expect(policy).not.toContain(address);
    const { values } = await app.metrics.alerts.get();
    expect(values.find(({ labels }) => labels.alert === 'remote-not-mounted')?.value).toBe(1);
  });
});

describe('REMOTES', () => {
  const base = { DATABASE_URL: 'postgres://localhost/x', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };

  it.each([
    [`admin=http://cdn.example.com/m.json#${DIGEST}`, 'has to begin with https://'],
    [`checkout=https://cdn.example.com/m.json#${DIGEST}`, 'checkout is no dashboard; there are seller, admin'],
    ['admin=https://cdn.example.com/m.json', 'expected NAME=https://ADDRESS/mf-manifest.json#sha384-DIGEST'],
    ['admin=https://cdn.example.com/m.json#sha256-abc', 'the digest of admin has to be the sha384-'],
  ])('refuses %s', (REMOTES, problem) => {
    expect(() => readConfig({ ...base, REMOTES })).toThrow(problem);
  });
});

describe("an owner's page", () => {
  it('is named to its dashboard with the kind of each procedure', async () => {
    const { get } = await startWithPages([acme()]);

    const { body } = await get('/platform');

    expect(read(body, 'pages')).toEqual([
      {
        name: 'acme-reports',
        dashboard: 'seller',
        roles: ['seller'],
        title: { 'pt-BR': 'Relatórios', en: 'Reports' },
        procedures: { 'sales.listSales': 'query', 'purchaseMails.resendApproval': 'mutation' },
      },
    ]);
  });

  it('runs without an origin, and connects to nothing', async () => {
    const { get } = await startWithPages([acme()]);

    const { body, policy } = await get('/own-pages/acme-reports');

    expect(read(body, 'frame')).toEqual({
      name: 'acme-reports',
      entry: `${address}/acme/remoteEntry.js`,
      accepts: { react: '~19.3.1' },
      parentOrigin: 'http://localhost',
    });
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toMatch(/connect-src|allow-same-origin|'self'|'strict-dynamic'/);
    expect(policy).toContain(`http://localhost/assets/remote-frame/ ${address}/acme/`);
  });

  it('exists on the hosts that it names alone', async () => {
    const { get } = await startWithPages([{ ...acme(), hosts: ['loja.example.com'] }]);

    expect(read((await get('/platform')).body, 'pages')).toEqual([]);
    expect((await get('/own-pages/acme-reports')).statusCode).toBe(404);
    expect((await get('/own-pages/never-heard-of')).statusCode).toBe(404);
  });

  it.each([
    [{ roles: [] }, '0.roles'],
    [{ procedures: ['sales.none'] }, 'acme-reports names the procedure sales.none, which does not exist'],
    [
      { manifest: 'http://cdn.example.com/m.json' },
      'acme-reports: http://cdn.example.com/m.json has to begin with https://',
    ],
    [{ integrity: 'sha384-x' }, '0.integrity'],
  ])('is refused at the start with the reason: %j', async (change, problem) => {
    await expect(startWithPages([{ ...acme(), ...change }])).rejects.toThrow(problem);
  });
});
