/** Calls as manifests of contract 1.1 declare them: addresses, tokens, secrets and refusals. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Manifest, OAuth2 } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { isProviderError } from '../errors.ts';
import type { HttpRequest } from '../host.ts';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { testManifest } from '../testing/test-manifest.ts';
import type { HttpOptions } from './http.ts';
import { testBroker } from './test-broker.ts';

const get: HttpRequest = { method: 'GET', path: '/charges' };
const NOW = Date.parse('2026-11-20T12:00:00Z');

function open(
  changes: Partial<Manifest>,
  answer: (request: SimulatorRequest) => SimulatorResponse = () => ({ status: 200, body: {} }),
  options: Partial<HttpOptions> = {},
) {
  const requests: SimulatorRequest[] = [];
  let nowMs = NOW;
  const { http, exchanges, vault } = testBroker({
    manifest: testManifest(changes),
    secretValues: { secretKey: 'sk_123456789', otherKey: 'ok_123456789' },
    settings: { clientId: 'client-1', company: 'Feira (a@example.com)' },
    clock: { now: () => new Date(nowMs) },
    inProcess: async (request) => {
      requests.push(request);
      return answer(request);
    },
    ...options,
  });
  const wait = (seconds: number) => {
    nowMs += seconds * 1_000;
  };
  return { http, requests, wait, exchanges, vault };
}

const failure = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isProviderError(error) ? [error.code, error.outcome] : error;
};

describe('a base URL that the owner types', () => {
  const environments = { production: { default: { setting: 'baseUrl' } } };
  const openAt = (baseUrl: string, settings: Record<string, string>, more: Partial<Manifest> = {}) =>
    testBroker({
      manifest: testManifest({ environments, hosts: [], ...more }),
      baseUrls: { default: baseUrl },
      settings,
      allowPrivateHosts: false,
      inProcess: async () => ({ status: 200, body: {} }),
    });

  it('is called; another one is not', async () => {
    const { http, exchanges } = openAt('https://api.owner.test/v2', { baseUrl: 'https://api.owner.test/v2/' });
    await http.request(get);

    expect(exchanges[0]?.host).toBe('api.owner.test');
    expect(() => openAt('https://api.thief.test', { baseUrl: 'https://api.owner.test' })).toThrow('not one of');
  });

  it.each(['http://api.owner.test', 'https://user@api.owner.test', 'https://api.owner.test/?a=1'])(
    '%s is refused',
    (baseUrl) => {
      expect(() => openAt(baseUrl, { baseUrl })).toThrow('must start with https://');
    },
  );

  it('that is empty is told by the name of its setting, before anything is sent', async () => {
    const { http } = testBroker({ manifest: testManifest({ environments, hosts: [] }), baseUrls: {} });

    await expect(http.request(get)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      outcome: 'NOT_SENT',
      message: expect.stringContaining('"baseUrl"'),
    });
  });

  it('never leads into the own network', async () => {
    const settings = { baseUrl: 'https://127.0.0.1:9' };
    const { http } = testBroker({
      manifest: testManifest({ environments, hosts: [] }),
      baseUrls: { default: settings.baseUrl },
      settings,
      allowPrivateHosts: false,
    });

    await expect(http.request(get)).rejects.toMatchObject({ outcome: 'NOT_SENT', message: /EGRESS_BLOCKED/ });
  });
});

describe('tokens', () => {
  const oauth: OAuth2 = {
    type: 'oauth2',
    tokenPath: '/login',
    encoding: 'json',
    clientId: 'clientId',
    clientSecret: 'secretKey',
    clientIn: 'body',
  };

  it('are asked for and read as the manifest says', async () => {
    const auth: OAuth2 = {
      ...oauth,
      tokenPath: { setting: 'tokenPath', default: '/v2/token/' },
      body: {
        grantType: 'client_credentials',
        client: { id: [{ credential: 'clientId' }], secret: [{ credential: 'secretKey' }] },
      },
      headers: { 'X-Company': ['id ', { credential: 'clientId' }] },
      answer: { token: 'data.jwt', expiresAt: 'data.expires' },
      header: 'x-token',
      prefix: 'JWT ',
    };
    const headers = { 'User-Agent': [{ credential: 'company' }] };
    const { http, requests, wait } = open({ auth, headers }, ({ path }) => ({
      status: 200,
      body: path === '/v2/token/' ? { data: { jwt: 't1', expires: '2026-11-20T09:01:00' } } : {},
    }));

    await http.request(get);
    wait(25);
    await http.request(get);
    wait(10);
    await http.request(get);

    // The token lives for 60 seconds: it is renewed after half of them, not before each call.
    expect(requests.map(({ path }) => path)).toEqual(['/v2/token/', '/charges', '/charges', '/v2/token/', '/charges']);
    expect(requests[0]).toMatchObject({
      headers: { 'user-agent': 'Feira (a@example.com)', 'x-company': 'id client-1' },
      body: { grantType: 'client_credentials', client: { id: 'client-1', secret: 'sk_123456789' } },
    });
    expect(requests[1]?.headers).toMatchObject({ 'x-token': 'JWT t1', 'user-agent': 'Feira (a@example.com)' });
  });

  it.each([
    ['seconds since 1970', NOW / 1_000 + 3_600],
    ['milliseconds since 1970', NOW + 3_600_000],
    ['ISO 8601 with a zone', '2026-11-20T13:00:00Z'],
  ])('that end at %s', async (_what, expires) => {
    const auth = { ...oauth, answer: { expiresAt: 'expires' } };
    const { http, requests, wait } = open({ auth }, ({ path }) => ({
      status: 200,
      body: path === '/login' ? { access_token: 't', expires } : {},
    }));

    for (const seconds of [0, 3_500, 100]) {
      wait(seconds);
      await http.request(get);
    }

    expect(requests.filter(({ path }) => path === '/login')).toHaveLength(2);
  });

  it('of two bases are two', async () => {
    const manifest = testManifest({
      auth: oauth,
      bases: { payouts: { auth: { ...oauth, clientSecret: 'otherKey', tokenPath: '/oauth' } } },
    });
    const requests: SimulatorRequest[] = [];
    const { http, exchanges } = testBroker({
      manifest,
      baseUrls: { default: 'https://in.test', payouts: 'https://out.test' },
      secretValues: { secretKey: 'sk_123456789', otherKey: 'ok_123456789' },
      settings: { clientId: 'c' },
      inProcess: async (request) => {
        requests.push(request);
        return { status: 200, body: { access_token: `of ${request.path}` } };
      },
    });

    await http.request(get);
    await http.request({ ...get, base: 'payouts' });

    expect(exchanges.map(({ host, path }) => host + path)).toEqual([
      'in.test/login',
      'in.test/charges',
      'out.test/oauth',
      'out.test/charges',
    ]);
    expect(requests[2]?.body).toMatchObject({ client_secret: 'ok_123456789' });
    expect(requests[3]?.headers.authorization).toBe('Bearer of /oauth');
  });
});

it('one header is made of several credentials', async () => {
  const auth = {
    type: 'headers',
    headers: { Authorization: ['ApiKey ', { credential: 'clientId' }, ':', { credential: 'secretKey' }] },
  } as const;
  const { http, requests } = open({ auth: auth as unknown as Manifest['auth'] });

  await http.request({ ...get, headers: { authorization: 'mine' } });

  expect(requests[0]?.headers.authorization).toBe('ApiKey client-1:sk_123456789');
});

describe('secrets in a request', () => {
  it('stand in headers, in the query and at any depth of the body, and are in no record', async () => {
    const { http, requests, exchanges } = open({});
    const json = { auth: { user: 'a' }, list: [{ id: 1 }] };

    await http.request({
      method: 'POST',
      path: '/hooks',
      json,
      secrets: {
        headers: { 'X-Key': [{ credential: 'otherKey' }, '!'] },
        query: { token: [{ credential: 'secretKey' }] },
        json: [
          { path: ['auth', 'password'], value: [{ credential: 'secretKey' }] },
          { path: ['list', 0, 'key'], value: [{ credential: 'otherKey' }] },
          { path: ['new', '__proto__'], value: 'x' },
        ],
      },
    });

    expect(requests[0]).toMatchObject({ headers: { 'x-key': 'ok_123456789!' }, query: { token: 'sk_123456789' } });
    expect(requests[0]?.rawBody).toBe(
      '{"auth":{"user":"a","password":"sk_123456789"},"list":[{"id":1,"key":"ok_123456789"}],"new":{"__proto__":"x"}}',
    );
    expect(json).toEqual({ auth: { user: 'a' }, list: [{ id: 1 }] });
    expect(JSON.stringify(exchanges)).not.toContain('sk_123456789');
  });

  it('of an answer are sealed at any depth', async () => {
    const { http, vault } = open({}, () => ({
      status: 200,
      body: { company: { keys: [{ hash: 'h_123456' }], id: 1 } },
    }));

    const { body } = await http.request<{ company: { keys: [{ hash: string }]; id: number } }>({
      ...get,
      secretPaths: [
        ['company', 'keys', 0, 'hash'],
        ['company', 'none', 'at all'],
      ],
    });

    expect(vault.open(body.company.keys[0].hash)).toBe('h_123456');
    expect(body.company.id).toBe(1);
  });

  it('leave what was signed as it is: a text goes out byte for byte', async () => {
    const { http, requests } = open({});
    const text = '{ "b": 1,\n"a": "ção" }';

    await http.request({ method: 'POST', path: '/transfers', text });

    expect(requests[0]).toMatchObject({ rawBody: text, headers: { 'content-type': 'application/json' } });
  });
});

describe('answers', () => {
  const post: HttpRequest = { method: 'POST', path: '/charges', json: {} };

  it('of status 200 are refusals where the manifest says so', async () => {
    const { http } = open({ refusedWhen: { worked: false } }, ({ query }) => ({
      status: 200,
      body: { worked: query.worked === 'yes', detail: 'Saldo insuficiente' },
    }));

    expect(await failure(http.request(post))).toEqual(['INVALID_REQUEST', 'REJECTED']);
    expect(await failure(http.request({ ...post, refusedWhen: {} }))).toBeUndefined();
    expect(await failure(http.request({ ...post, query: { worked: 'yes' } }))).toBeUndefined();
  });

  it('that are lost count as not sent for a POST that only asks', async () => {
    const { http } = open({}, () => ({ status: 502, body: '' }));

    expect(await failure(http.request(post))).toEqual(['UNAVAILABLE', 'UNKNOWN']);
    expect(await failure(http.request({ ...post, isRead: true }))).toEqual(['UNAVAILABLE', 'NOT_SENT']);
  });

  it('come compressed, or as the bytes of a file', async () => {
    const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0xfe]);
    const server = createServer((request, response) => {
      const isFile = request.url === '/file';
      if (isFile) response.end(pdf);
      else
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync('{"a":"ç"}'));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { http } = testBroker({
      baseUrls: { default: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });

    const packed = await http.request({ ...get, path: '/packed' });
    const file = await http.request({ ...get, path: '/file', answerAs: 'base64' });

    server.close();
    server.closeAllConnections();
    expect(packed.body).toEqual({ a: 'ç' });
    expect(file.body).toBe(pdf.toString('base64'));
  });
});
