import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { createWorld } from '../../../test/world.ts';

const PAGE = `<!doctype html><style nonce="__NONCE__"></style><script nonce="__NONCE__" src="/assets/host/main.js"></script>`;

let node: TestNode;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  node = await buildNode({ env: { SHELLS_DIRECTORY: directory } });
  await createWorld(node.app);
});
afterAll(async () => {
  await node.close();
  await rm(directory, { recursive: true });
});

const get = (url: string) => node.app.inject({ url, headers: { host: 'localhost' } });

describe('the dashboards', () => {
  it('are missed until they are built, without a restart', async () => {
    expect((await get('/login')).statusCode).toBe(500);

    await mkdir(join(directory, 'host'));
    await writeFile(join(directory, 'host/index.html'), PAGE);
    await writeFile(join(directory, 'host/remotes.json'), '{}');

    expect((await get('/login')).statusCode).toBe(200);
  });

  it.each([
    ...['/', '/login', '/manager-login', '/admin-root-login', '/master-root-login', '/register', '/verify-email'],
    ...[
      '/recover-password',
      '/choose-password',
      '/customer-login',
      '/magic-link',
      '/confirm-email',
      '/request-refund',
      '/account',
    ],
    ...[
      '/platform',
      '/platform/',
      '/platform/my-sales?status=ALL',
      '/platform/a/b',
      '/admin-root',
      '/admin-root/users',
    ],
    ...['/master-root', '/master-root/a', '/manager-root', '/manager-root/a', '/my-purchases', '/my-purchases/7'],
  ])('are one document at %s, with a nonce of its own in policy and page', async (url) => {
    const answers = [await get(url), await get(url)];

    const nonces = answers.map(({ statusCode, body, headers }) => {
      const nonce = /nonce="([\w-]{22})"/.exec(body)?.[1] ?? '';
      expect(statusCode).toBe(200);
      expect(body).toBe(PAGE.replaceAll('__NONCE__', nonce));
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}' http://localhost/assets/; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      });
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it.each(['/platformer', '/login/x', '/account/x', '/admin', '/my-purchase', '/assets/host/index.html'])(
    'do not answer at %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});
