/** Every answer carries these headers, over a real connection: test clients would normalise the addresses. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ERRORS } from '@feira/schemas/error-catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';

let node: TestNode;
let media: string;

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'media-'));
  await writeFile(join(media, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  node = await buildNode({ isListening: true, env: { PUBLIC_URL: 'https://feira.localhost', MEDIA_DIRECTORY: media } });
});
afterAll(async () => {
  await node?.close();
  await rm(media, { recursive: true });
});

const get = (url: string) => node.app.inject({ url });

describe('every answer', () => {
  it.each([
    '/api/session.getSession',
    '/health/live',
    '/media/a.svg',
    '/media/none.svg',
    '/nothing',
    '/docs/procedures/json',
  ])('of %s lets browsers guess no type and keeps them at https', async (url) => {
    expect((await get(url)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
  });

  it('does not ask for https where pages are served by http', async () => {
    const plain = await buildNode({ databaseUrl: node.databaseUrl });
    const { headers } = await plain.app.inject({ url: '/health/live' });
    await plain.close();

    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('/media', () => {
  it('is kept for a year where there is a picture, and not where there is none', async () => {
    expect((await get('/media/a.svg')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const missing = await get('/media/none.svg');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['cache-control'] ?? '').not.toContain('immutable');
  });
});

describe('/docs', () => {
  it('runs its script with an origin of its own, and lets it read nothing but the document', async () => {
    const { headers, statusCode } = await get('/docs');

    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']).split('; ');
    const sandbox = policy.find((part) => part.startsWith('sandbox'));
    expect(sandbox).toMatch(/allow-scripts/);
    expect(sandbox).not.toMatch(/allow-same-origin|allow-forms|allow-modals/);
    expect(policy.find((part) => part.startsWith('connect-src'))).toMatch(/^connect-src \S+\/v1\/openapi\.json$/);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('explains every error', async () => {
    const { body } = await get('/docs/errors');
    for (const code of Object.keys(ERRORS)) expect(body).toContain(`<tr id="${code}">`);
  });
});

describe('/docs/procedures', () => {
  it('may do no more than the dashboards beside it, and nobody frames it', async () => {
    const { headers, statusCode } = await get('/docs/procedures/');

    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(String(policy)).not.toMatch(/https:|unsafe/);
  });

  it('is nowhere on a public node, unless API_DOCS opens it', async () => {
    const publicUrl = { PUBLIC_URL: 'https://pay.example.com', SIMULATORS: 'off', SECOND_FACTOR: 'on' };
    const closed = await buildNode({ databaseUrl: node.databaseUrl, env: publicUrl });
    const opened = await buildNode({ databaseUrl: node.databaseUrl, env: { ...publicUrl, API_DOCS: 'on' } });
    const status = async ({ app }: TestNode, url: string) => (await app.inject({ url })).statusCode;

    for (const url of [
      '/docs/procedures',
      '/docs/procedures/',
      '/docs/procedures/json',
      '/docs/procedures/yaml',
      '/docs/procedures/static/index.css',
    ])
      expect([url, await status(closed, url)]).toEqual([url, 404]);
    expect(await status(opened, '/docs/procedures/json')).toBe(200);
    await closed.close();
    await opened.close();
  });

  it.each([
    '/docs/procedures/static/../../package.json',
    '/docs/procedures/static/%2e%2e/%2e%2e/package.json',
    '/docs/procedures/static/..%2f..%2fpackage.json',
  ])('answers 404 to %s', async (path) => {
    const { port } = node.app.server.address() as AddressInfo;
    const socket = connectTo(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /);
  });
});
