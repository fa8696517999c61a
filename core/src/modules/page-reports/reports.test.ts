/** Browsers report what the policy of a checkout has blocked: what is new is told once, and nobody learns who was on the page. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { captureLog } from '../../../test/capture-log.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { forgetReports } from '../system/housekeeping.ts';
import { readReports } from './report.ts';

let node: TestNode;
let inspector: Inspector;
let world: World;
beforeAll(async () => {
  node = await buildNode({ env: { LIMIT_FACTOR: '1000' } });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
});
afterAll(async () => {
  await inspector?.close();
  await node?.close();
});
beforeEach(() => inspector.rows('DELETE FROM page_report'));

const page = () => `https://loja.example/checkout/${world.offerId}?nome=Ana&cpf=52998224725`;
const old = (blocked: string, directive = 'script-src-elem') => ({
  'csp-report': { 'document-uri': page(), 'effective-directive': directive, 'blocked-uri': blocked },
});
const newer = (blockedURL: string, effectiveDirective = 'connect-src', documentURL = page()) => ({
  type: 'csp-violation',
  age: 10,
  url: documentURL,
  body: { documentURL, effectiveDirective, blockedURL },
});

const send = (body: unknown, type = 'application/csp-report') =>
  node.app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const stored = () =>
  inspector.rows('SELECT page, directive, blocked, count FROM page_report ORDER BY blocked, directive');

describe('reports of browsers', () => {
  it('are read in both formats, without addresses, queries and extensions', () => {
    expect(readReports(old('https://evil.example/steal.js?card=4111'))).toEqual([
      { page: 'checkout', directive: 'script-src-elem', blocked: 'https://evil.example' },
    ]);
    expect(
      readReports([
        newer('https://evil.example/x', 'connect-src', 'https://loja.example/checkout/payment/AbCdEf'),
        newer('inline', 'script-src', 'https://loja.example/card-frame/1'),
        newer('chrome-extension://abc/x.js'),
        newer('data:text/javascript,1'),
        { type: 'deprecation', body: {} },
        null,
      ]),
    ).toEqual([
      { page: 'payment', directive: 'connect-src', blocked: 'https://evil.example' },
      { page: 'card-frame', directive: 'script-src', blocked: 'inline' },
      { page: 'checkout', directive: 'connect-src', blocked: 'data' },
    ]);
  });

  it('raise an alert for what is new, once a month, and are summed by day', async () => {
    const lines = captureLog(node.app, 'error');
    for (let times = 0; times < 3; times++)
      expect((await send(old('https://evil.example/steal.js'))).statusCode).toBe(200);
    await send([newer('https://else.example/a'), newer('https://evil.example/b')], 'application/reports+json');

    expect(await stored()).toEqual([
      { page: 'checkout', directive: 'connect-src', blocked: 'https://else.example', count: 1 },
      { page: 'checkout', directive: 'connect-src', blocked: 'https://evil.example', count: 1 },
      { page: 'checkout', directive: 'script-src-elem', blocked: 'https://evil.example', count: 3 },
    ]);
    const alerts = () => lines.map((line) => JSON.parse(line)).filter(({ alert }) => alert === 'page-blocked');
    expect(alerts()).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toMatch(/Ana|52998224725|steal/);

    await inspector.rows('UPDATE page_report SET day = day - 29');
    await send(old('https://evil.example/steal.js'));
    expect(alerts()).toHaveLength(3);
    await inspector.rows('UPDATE page_report SET day = day - 31');
    await send(old('https://evil.example/steal.js'));
    expect(alerts()).toHaveLength(4);
  });

  it('that make no sense, or are too many, cost nothing', async () => {
    for (const body of ['{', 'null', '[]', '{"csp-report":7}', JSON.stringify({ 'csp-report': { 'blocked-uri': [] } })])
      expect((await send(body)).statusCode).toBe(200);
    expect(await stored()).toEqual([]);

    for (let batch = 0; batch < 12; batch++)
      await send(
        Array.from({ length: 20 }, (_, index) => newer(`https://h${batch * 20 + index}.example/`)),
        'application/reports+json',
      );
    expect(await stored()).toHaveLength(200);
    await send(old('https://late.example/'));
    expect(await stored()).toHaveLength(200);
    expect((await send('x'.repeat(40_000))).statusCode).toBe(413);
  });

  it('are deleted after three months', async () => {
    await send(old('https://evil.example/'));
    await inspector.rows('UPDATE page_report SET day = day - 91');

    expect(await forgetReports(node.app)).toBe(1);
  });
});
