import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ProviderError } from '../errors.ts';
import type { HttpRequest } from '../host.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { type TestBroker, testBroker } from './test-broker.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A broker whose provider answers with this handler over a real connection. */
async function serve(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  timeoutMs = 5_000,
): Promise<TestBroker & { url: string }> {
  const url = await listen(createServer(handler));
  return { ...testBroker({ baseUrls: { default: url }, manifest: testManifest({ timeoutMs }) }), url };
}

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });

const get: HttpRequest = { method: 'GET', path: '/charges/1' };
const post: HttpRequest = { method: 'POST', path: '/charges', json: { amount: 100 } };
const catchError = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('answers', () => {
  it.each([
    [200, 'OK', undefined],
    [201, 'OK', undefined],
    [302, 'UNKNOWN', 'INVALID_ANSWER'],
    [400, 'REJECTED', 'INVALID_REQUEST'],
    [401, 'REJECTED', 'UNAUTHORIZED'],
    [403, 'REJECTED', 'UNAUTHORIZED'],
    [404, 'REJECTED', 'INVALID_REQUEST'],
    [408, 'UNKNOWN', 'UNAVAILABLE'],
    [409, 'UNKNOWN', 'INVALID_REQUEST'],
    [422, 'REJECTED', 'INVALID_REQUEST'],
    [429, 'NOT_SENT', 'UNAVAILABLE'],
    [500, 'UNKNOWN', 'UNAVAILABLE'],
    [503, 'UNKNOWN', 'UNAVAILABLE'],
  ])('%i to a write is %s', async (status, outcome, code) => {
    const broker = await answer(status, '{"message":"why"}');

    const error = await catchError(broker.http.request(post));

    if (code === undefined) expect(error).toBeUndefined();
    else expect(error).toMatchObject({ name: 'ProviderError', code, outcome, status, body: { message: 'why' } });
    expect(broker.exchanges).toMatchObject([{ method: 'POST', path: '/charges', status, outcome }]);
    expect(broker.exchanges[0]!.errorCode).toBe(code);
    expect(broker.exchanges[0]!.reason).toBe(code && 'why');
  });

  it.each([302, 408, 500, 503])('%i to a read is as if it was never sent', async (status) => {
    const broker = await answer(status, '{}');

    expect(await catchError(broker.http.request(get))).toMatchObject({ outcome: 'NOT_SENT', status });
  });

  it('409 to a read is a refusal', async () => {
    const broker = await answer(409, '{}');

    expect(await catchError(broker.http.request(get))).toMatchObject({ outcome: 'REJECTED', status: 409 });
  });

  it.each([
    ['seconds', 429, '120', '2026-11-20T12:02:00.000Z'],
    ['a date', 503, 'Fri, 20 Nov 2026 12:10:00 GMT', '2026-11-20T12:10:00.000Z'],
    ['more than an hour', 429, '86400', '2026-11-20T13:00:00.000Z'],
    ['a time that is over', 503, 'Fri, 20 Nov 2026 11:00:00 GMT', undefined],
    ['words', 429, 'later', undefined],
    ['an answer', 200, '120', undefined],
  ])('record when the provider may be called again: %s', async (_name, status, told, retryAt) => {
    const { http, exchanges } = await answer(status, '{}', { 'retry-after': told });

    await catchError(http.request(get));
    expect(exchanges[0]?.retryAt?.toISOString()).toBe(retryAt);
  });

  it('does not follow redirects', async () => {
    let count = 0;
    const broker = await serve((_request, response) => {
      count += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });

    await catchError(broker.http.request(post));

    expect(count).toBe(1);
  });

  it('lets an adapter read the statuses it accepts', async () => {
    const broker = await answer(404, '{"error":"none"}');

    const found = await broker.http.request({ ...get, accept: [404] });

    expect(found).toMatchObject({ status: 404, body: { error: 'none' } });
    expect(broker.exchanges[0]!.outcome).toBe('OK');
  });

  it.each([
    ['an empty body', '', 'application/json', undefined],
    ['text', 'OK', 'text/plain', 'OK'],
    ['JSON called text', '{"id":1}', 'text/plain', { id: 1 }],
    ['HTML', '<html></html>', 'text/html', '<html></html>'],
    ['accents', '{"nome":"João"}', 'application/json; charset=utf-8', { nome: 'João' }],
  ])('reads %s', async (_what, body, type, expected) => {
    const broker = await answer(200, body, { 'content-type': type });

    expect((await broker.http.request(get)).body).toEqual(expected);
  });

  it('takes broken JSON of a write for an unknown outcome, of a read for none', async () => {
    const broker = await answer(201, '{"id":"c1","amou');

    expect(await catchError(broker.http.request(post))).toMatchObject({ code: 'INVALID_ANSWER', outcome: 'UNKNOWN' });
    expect(await catchError(broker.http.request(get))).toMatchObject({ code: 'INVALID_ANSWER', outcome: 'NOT_SENT' });
  });

  it('stops reading an endless body', async () => {
    let sentBytes = 0;
    const broker = await serve((_request, response) => {
      const chunk = Buffer.alloc(256 * 1024, 'x');
      const more = () => {
        if (response.destroyed || sentBytes > 50 * 1024 * 1024) return;
        sentBytes += chunk.length;
        response.write(chunk, more);
      };
      response.writeHead(200, { 'content-type': 'text/plain' });
      more();
    });

    expect(await catchError(broker.http.request(post))).toMatchObject({ code: 'INVALID_ANSWER', outcome: 'UNKNOWN' });
    expect(sentBytes).toBeLessThan(40 * 1024 * 1024);
  });
});

describe('connections', () => {
  it('nobody listening: not sent', async () => {
    const url = await listen(createServer());
    closing.splice(0).forEach((close) => {
      close();
    });
    const { http } = testBroker({ baseUrls: { default: url } });

    expect(await catchError(http.request(post))).toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
  });

  it('a name that does not exist: not sent', async () => {
    const { http } = testBroker({ baseUrls: { default: 'http://no-such-host.invalid' } });

    expect(await catchError(http.request(post))).toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
  });

  it.each(['before any answer', 'in the middle of the answer'])('reset %s: unknown for a write', async (when) => {
    const url = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => {
          if (when !== 'before any answer') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":');
          socket.destroySoon();
        });
      }),
    );
    const { http } = testBroker({ baseUrls: { default: url } });

    expect(await catchError(http.request(post))).toMatchObject({ code: 'UNAVAILABLE', outcome: 'UNKNOWN' });
    expect(await catchError(http.request(get))).toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
  });

  it('a reset during the TLS handshake: not sent', async () => {
    const url = await listen(
      createTcpServer((socket) => socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy())),
    );
    const { http } = testBroker({ baseUrls: { default: url.replace('http:', 'https:') } });

    expect(await catchError(http.request(post))).toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
  });

  it('something that is not HTTP: unknown for a write', async () => {
    const url = await listen(
      createTcpServer((socket) => socket.on('error', () => undefined).end('220 mail ready\r\n')),
    );
    const { http } = testBroker({ baseUrls: { default: url } });

    expect(await catchError(http.request(post))).toMatchObject({ outcome: 'UNKNOWN' });
  });

  it('no answer within the deadline: unknown for a write', async () => {
    const broker = await serve((request, response) => void (request.method === 'GET' && response.end('{}')), 1_000);
    // Its connection stands, so that the write leaves at once.
    await broker.http.request(get);

    const error = await catchError(broker.http.request({ ...post, timeoutMs: 50 }));

    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'UNKNOWN' });
  });

  it('a handshake that does not end within the deadline: not sent', async () => {
    const url = await listen(createTcpServer((socket) => socket.on('error', () => undefined)));
    const { http } = testBroker({ baseUrls: { default: url.replace('http:', 'https:') } });

    const error = await catchError(http.request({ ...post, timeoutMs: 50 }));

    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
  });

  it('no free connection within the deadline: not sent, while those that were sent are unknown', async () => {
    let arrived = 0;
    const broker = await serve(() => {
      arrived += 1;
    }, 30_000);
    const outcomeOf = async (timeoutMs: number) =>
      ((await catchError(broker.http.request({ ...post, timeoutMs }))) as ProviderError).outcome;
    const sent = Array.from({ length: 128 }, () => outcomeOf(30_000));
    await vi.waitUntil(() => arrived === 128, { timeout: 25_000 });

    const waiting = await outcomeOf(50);
    // The provider is gone: the calls that it has are lost.
    closing.splice(0).forEach((close) => void close());
    const outcomes = await Promise.all(sent);

    expect(waiting).toBe('NOT_SENT');
    expect(new Set(outcomes)).toEqual(new Set(['UNKNOWN']));
    expect(arrived).toBe(128);
  });

  it('the deadline holds for a body that drips', async () => {
    const broker = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });

    const error = await catchError(broker.http.request({ ...post, timeoutMs: 80 }));

    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'UNKNOWN' });
  });

  it("a request cannot wait longer than the manifest's limit", async () => {
    const broker = await serve(() => undefined, 50);

    expect(await catchError(broker.http.request({ ...post, timeoutMs: 600_000 }))).toMatchObject({
      outcome: 'UNKNOWN',
    });
  });
});

describe('requests', () => {
  /** Sends one request and answers what arrived. */
  async function send(request: HttpRequest, changes: Parameters<typeof testManifest>[0] = {}) {
    const arrived: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
    const url = await listen(
      createServer((incoming, response) => {
        let body = '';
        incoming.on('data', (chunk) => {
          body += chunk;
        });
        incoming.on('end', () => {
          arrived.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body });
          response.end();
        });
      }),
    );
    const secretValues = { secretKey: 'sk_123456789', webhookSecret: 'whsec_1' };
    const broker = testBroker({ baseUrls: { default: `${url}/v1` }, manifest: testManifest(changes), secretValues });
    await broker.http.request(request);
    return { arrived: arrived[0]!, exchange: broker.exchanges[0]! };
  }

  it('send JSON without undefined fields, the query encoded, and the idempotency key', async () => {
    const { arrived } = await send({
      method: 'POST',
      path: '/charges',
      query: { reference: 'a b&c', page: 1, all: true, none: undefined },
      json: { amount: 100, note: undefined },
      idempotencyKey: 'attempt-1',
    });

    expect(arrived).toMatchObject({ method: 'POST', url: '/v1/charges?reference=a%20b%26c&page=1&all=true' });
    expect(arrived.body).toBe('{"amount":100}');
    expect(arrived.headers).toMatchObject({ 'idempotency-key': 'attempt-1', 'content-type': 'application/json' });
  });

  it('send forms', async () => {
    const { arrived } = await send({ method: 'POST', path: '/token', form: { grant: 'a b', nome: 'João' } });

    expect(arrived.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(arrived.body).toBe('grant=a+b&nome=Jo%C3%A3o');
  });

  it('fill secret fields of the body from credentials, without recording them', async () => {
    const { arrived, exchange } = await send({
      method: 'POST',
      path: '/webhooks',
      json: { url: 'https://x.test' },
      secretJson: { authToken: 'webhookSecret' },
    });

    expect(JSON.parse(arrived.body)).toEqual({ url: 'https://x.test', authToken: 'whsec_1' });
    expect(JSON.stringify(exchange)).not.toContain('whsec_1');
  });

  it("carry the manifest's headers, which a call may add to but not take the credential from", async () => {
    const { arrived } = await send(
      { ...post, headers: { 'X-Trace': 't1', 'X-Api-Key': 'mine' } },
      { headers: { 'User-Agent': 'Feira/0.1' } },
    );

    expect(arrived.headers).toMatchObject({ 'user-agent': 'Feira/0.1', 'x-trace': 't1', 'x-api-key': 'sk_123456789' });
  });

  it.each(['charges', '/../admin', '/a/%2e%2e/b', '/a/..', '/a#b', '/a\\b', '/a b', '//../x'])(
    'refuse the path %s',
    async (path) => {
      const { http, exchanges } = testBroker();

      const error = await catchError(http.request({ method: 'GET', path }));

      expect(error).toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
      expect(exchanges).toEqual([]);
    },
  );

  it('refuse a base nobody declared', async () => {
    const error = await catchError(testBroker().http.request({ ...get, base: 'other' }));

    expect(error).toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
  });

  it('refuse a header with a line break before sending', async () => {
    const broker = await serve((_request, response) => response.end());

    const error = await catchError(broker.http.request({ ...post, headers: { 'x-a': 'b\r\nx-c: d' } }));

    expect(error).toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
  });

  it('need every credential the manifest names', async () => {
    const { http } = testBroker({ secretValues: {} });

    const error = await catchError(http.request(post));

    expect(error).toMatchObject({
      code: 'UNAUTHORIZED',
      outcome: 'NOT_SENT',
      message: expect.stringContaining('secretKey'),
    });
  });
});

describe('base URLs', () => {
  const create = (url: string, allowPrivateHosts: boolean, hosts?: string[]) => () =>
    testBroker({ baseUrls: { default: url }, allowPrivateHosts, manifest: testManifest(hosts ? { hosts } : {}) });

  it("must be the manifest's own", () => {
    expect(create('https://api.provider.test/v1', false)).not.toThrow();
    expect(create('https://evil.test/v1', false)).toThrow("not one of its manifest's environments");
    expect(create('https://api.provider.test.evil.test/v1', false)).toThrow();
  });

  it('must lead to a declared host', () => {
    expect(create('https://api.provider.test/v1', false, ['other.test'])).toThrow('not in its manifest');
  });

  it('may be a local simulator where private hosts are allowed', () => {
    expect(create('http://127.0.0.1:4000', true)).not.toThrow();
    expect(create('http://127.0.0.1:4000', false)).toThrow();
  });
});
