/** The watch from outside says what of a payment page is not as it was deployed, and nothing of one that is. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { digestOf } from './look.ts';
import { watchPages } from './watch-page.ts';

const FILES: Record<string, string> = { '/assets/page.js': 'pay()', '/assets/later.js': 'later()' };
const inventory = Object.entries(FILES).map(([address, body]) => ({ address, purpose: '', integrity: digestOf(body) }));
const page = (extra = '') =>
  `<script>guard()</script><script type="application/json" id="boot">{"id":1}</script><script type="module" nonce="x" src="/assets/page.js"></script>${extra}`;
const headersOf = (nonce: string) => ({
  'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
  'strict-transport-security': 'max-age=63072000',
});

let server: Server;
let origin: string;
/** The changes that somebody has made to the page or its files. */
let changed: { html?: string; headers?: Record<string, string>; files?: Record<string, string> };
beforeAll(async () => {
  let count = 0;
  server = createServer(({ url = '' }, response) => {
    const file = { ...FILES, ...changed.files }[url];
    if (file !== undefined) return response.end(file);
    if (url !== '/checkout/1') return response.writeHead(404).end();
    response.writeHead(200, changed.headers ?? headersOf(`n${count++}`)).end(changed.html ?? page());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

async function watch(change: typeof changed = {}) {
  const addresses = [`${origin}/checkout/1`];
  changed = {};
  const { now: saved, problems } = await watchPages({ addresses, inventory, saved: {} });
  expect(problems).toEqual([]);
  changed = change;
  return (await watchPages({ addresses, inventory, saved })).problems.map((text) => text.replaceAll(origin, ''));
}

describe('a page', () => {
  it('that is as it was deployed has nothing to be said, whatever its nonces are', async () => {
    expect(await watch()).toEqual([]);
  });

  it.each([
    [
      'a script of somebody else',
      { html: page('<script src="https://evil.example/take.js"></script>') },
      '/checkout/1 could not be looked at: fetch failed',
    ],
    [
      'one more file of the own host',
      { html: page("<script async src='/assets/more.js'></script>"), files: { '/assets/more.js': 'take()' } },
      '/checkout/1 loads /assets/more.js, which the inventory does not list.',
    ],
    [
      'a script within it',
      { html: page('<SCRIPT>take()</SCRIPT>') },
      `/checkout/1 has a script within it that was not there: ${digestOf('take()')}.`,
    ],
    [
      'a policy that allows more',
      { headers: { ...headersOf('x'), 'content-security-policy': 'script-src *' } },
      '/checkout/1 has another content-security-policy: script-src *',
    ],
    [
      'a header less',
      { headers: { 'content-security-policy': headersOf('x')['content-security-policy'] } },
      '/checkout/1 comes without the header strict-transport-security.',
    ],
  ])('with %s is told', async (_, change: typeof changed, problem) => {
    if (JSON.stringify(change).includes('evil.example')) {
      const real = fetch;
      vi.stubGlobal('fetch', (address: URL, options: RequestInit) =>
        address.hostname === 'evil.example' ? Promise.reject(new TypeError('fetch failed')) : real(address, options),
      );
    }
    expect(await watch(change)).toEqual([problem]);
    vi.unstubAllGlobals();
  });

  it('whose file has another content is told, also where the page loads it later', async () => {
    expect(await watch({ files: { '/assets/later.js': 'later();take()' } })).toEqual([
      ` serves /assets/later.js with another content than the build's.`,
    ]);
    expect(await watch({ files: { '/assets/page.js': 'pay();take()' } })).toEqual([
      `/checkout/1 loads /assets/page.js with another content than the build's.`,
      ` serves /assets/page.js with another content than the build's.`,
    ]);
  });
});
