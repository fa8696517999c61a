import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { createWorld } from '../../../test/world.ts';
import { drawIcon, initialOf } from './app-icon.ts';

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
        'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}' http://localhost/assets/; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
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

describe('a dashboard as an app', () => {
  it.each(['seller', 'admin', 'manager', 'master', 'customer'])(
    'is described for %s under the name and colour of the platform',
    async (name) => {
      const answer = await get(`/dashboards/${name}.webmanifest?lang=en`);

      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'application/manifest+json; charset=utf-8',
      ]);
      const manifest = answer.json();
      expect(manifest).toMatchObject({ lang: 'en', scope: '/', display: 'standalone', theme_color: '#0b6e4f' });
      expect((await get(manifest.start_url)).statusCode).toBe(200);
      for (const { url } of manifest.shortcuts) expect((await get(url)).statusCode).toBe(200);
      for (const { src, sizes } of manifest.icons) {
        const icon = await get(src);
        expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
        const { rawPayload: png } = icon;
        expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
      }
    },
  );

  it('may be installed and has a worker, and the checkout has neither', async () => {
    const policy = (await get('/platform')).headers['content-security-policy'];
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).toContain("worker-src 'self'");

    await mkdir(join(directory, 'app-worker'));
    await writeFile(join(directory, 'app-worker/main.js'), '');
    const worker = await get('/assets/app-worker/main.js');
    expect(worker.headers).toMatchObject({ 'service-worker-allowed': '/', 'cache-control': 'no-cache' });
    expect((await get('/assets/host/main.js')).headers['service-worker-allowed']).toBeUndefined();
  });
});

describe('drawIcon', () => {
  it('draws the letter in the middle of the colour, readable on it', () => {
    const pixel = (png: Buffer, x: number, y: number) => {
      const start = png.indexOf('IDAT') + 4;
      const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
      return [...rows.subarray(y * (192 * 3 + 1) + 1 + x * 3).subarray(0, 3)];
    };

    const dark = drawIcon('I', '#000000', 192);
    const light = drawIcon('I', '#ffee00', 192);

    expect([pixel(dark, 0, 0), pixel(dark, 96, 96)]).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ]);
    expect([pixel(light, 0, 0), pixel(light, 96, 96)]).toEqual([
      [255, 238, 0],
      [11, 18, 15],
    ]);
  });

  it('takes the first letter of any name', () => {
    expect(['Érica Doces', '  9 Luas', '東京', ''].map(initialOf)).toEqual(['E', '9', 'O', 'O']);
  });
});
