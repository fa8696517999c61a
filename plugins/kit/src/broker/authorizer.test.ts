import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../host.ts';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { testBroker } from './test-broker.ts';

const get: HttpRequest = { method: 'GET', path: '/charges' };
const basic = (username: string, password: string) => `Basic ${btoa(`${username}:${password}`)}`;

/** A broker whose provider notes the requests and answers 200, or what `answer` says. */
function open(auth: Manifest['auth'], answer?: (request: SimulatorRequest) => SimulatorResponse | undefined) {
  const requests: SimulatorRequest[] = [];
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  const broker = testBroker({
    manifest: testManifest({ auth }),
    secretValues: { secretKey: 'sk_123456789' },
    settings: { clientId: 'client-1' },
    clock: { now: () => new Date(nowMs) },
    inProcess: async (request) => {
      requests.push(request);
      return answer?.(request) ?? { status: 200, body: {} };
    },
  });
  return {
    ...broker,
    requests,
    sent: () => requests.map(({ path, headers }) => [path, headers.authorization ?? headers['x-api-key']]),
    wait: (seconds: number) => {
      nowMs += seconds * 1000;
    },
  };
}

const HEADER = { type: 'header', header: 'x-api-key', credential: 'secretKey' } as const;
const BASIC = { type: 'basic', username: { credential: 'secretKey' }, password: { literal: 'x' } } as const;
const OAUTH = {
  type: 'oauth2',
  tokenPath: '/oauth/token',
  encoding: 'form',
  clientId: 'clientId',
  clientSecret: 'secretKey',
  clientIn: 'body',
  scope: 'pix',
} as const;

describe('declared credentials', () => {
  it.each([
    ['none', { type: 'none' } as const, undefined],
    ['header', HEADER, 'sk_123456789'],
    ['header with a prefix', { ...HEADER, header: 'authorization', prefix: 'Bearer ' }, 'Bearer sk_123456789'],
    ['basic', BASIC, basic('sk_123456789', 'x')],
    [
      'basic from settings',
      { type: 'basic', username: { credential: 'clientId' }, password: { credential: 'secretKey' } } as const,
      basic('client-1', 'sk_123456789'),
    ],
  ])('%s', async (_what, auth, expected) => {
    const { http, sent } = open(auth);

    await http.request(get);

    expect(sent()).toEqual([['/charges', expected]]);
  });

  it('stay out of a call that asks for none', async () => {
    const { http, sent } = open(HEADER);

    await http.request({ ...get, auth: 'none' });

    expect(sent()).toEqual([['/charges', undefined]]);
  });
});

describe("a receiver's token", () => {
  it.each([
    ['header', { ...HEADER, header: 'authorization', prefix: 'Bearer ' }, 'Bearer rk_1'],
    ['basic', BASIC, basic('rk_1', 'x')],
    ['basic with two credentials', { ...BASIC, password: { credential: 'secretKey' } }, basic('rk_1', '')],
    [
      'basic with a fixed user',
      { ...BASIC, username: { literal: 'api' }, password: { credential: 'secretKey' } },
      basic('api', 'rk_1'),
    ],
    ['oauth2', OAUTH, 'Bearer rk_1'],
  ])('stands in the place of %s', async (_what, auth, expected) => {
    const { http, sent, vault } = open(auth);

    await http.request({ ...get, auth: { token: vault.seal('rk_1') } });

    expect(sent()).toEqual([['/charges', expected]]);
  });

  it('must be a reference this host gave', async () => {
    const { http, requests } = open(HEADER);

    const call = http.request({ ...get, auth: { token: 'rk_1' } });

    await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED', outcome: 'NOT_SENT' });
    expect(requests).toEqual([]);
  });

  it('comes out of an answer as a reference', async () => {
    const { http, vault } = open(HEADER, () => ({
      status: 200,
      body: { id: 'r1', apiKey: 'rk_secret', pin: 1234, none: null },
    }));

    const { body } = await http.request<Record<string, string>>({
      ...get,
      secretFields: ['apiKey', 'pin', 'none', 'missing'],
    });

    expect(body).toMatchObject({ id: 'r1', apiKey: expect.stringMatching(/^ref_/), none: null });
    expect([vault.open(body.apiKey!), vault.open(body.pin!), vault.open('ref_other')]).toEqual([
      'rk_secret',
      '1234',
      undefined,
    ]);
  });
});

describe('oauth2', () => {
  /** Grants token-1, token-2, …; everything else is answered 200 unless `reject` says 401. */
  function openOauth(
    changes: Partial<Manifest['auth']> = {},
    tokenAnswer: object = {},
    reject?: (count: number) => boolean,
  ) {
    let tokenCount = 0;
    let callCount = 0;
    return open({ ...OAUTH, ...changes } as Manifest['auth'], (request) => {
      if (request.path === '/oauth/token') {
        tokenCount += 1;
        return { status: 201, body: { access_token: `token-${tokenCount}`, expires_in: 3600, ...tokenAnswer } };
      }
      callCount += 1;
      return reject?.(callCount) ? { status: 401, body: {} } : undefined;
    });
  }

  it('asks for one token however many calls begin at once', async () => {
    const { http, sent } = openOauth();

    await Promise.all(Array.from({ length: 20 }, () => http.request(get)));

    expect(sent().filter(([path]) => path === '/oauth/token')).toHaveLength(1);
    expect(
      new Set(
        sent()
          .slice(1)
          .map(([, header]) => header),
      ),
    ).toEqual(new Set(['Bearer token-1']));
  });

  it.each([
    [
      'form',
      'body',
      { grant_type: 'client_credentials', scope: 'pix', client_id: 'client-1', client_secret: 'sk_123456789' },
      undefined,
    ],
    [
      'json',
      'body',
      { grant_type: 'client_credentials', scope: 'pix', client_id: 'client-1', client_secret: 'sk_123456789' },
      undefined,
    ],
    ['form', 'basic', { grant_type: 'client_credentials', scope: 'pix' }, basic('client-1', 'sk_123456789')],
  ] as const)('sends the client as %s in the %s', async (encoding, clientIn, body, authorization) => {
    const { http, requests } = openOauth({ encoding, clientIn } as Partial<Manifest['auth']>);

    await http.request(get);

    expect(requests[0]!.body).toEqual(body);
    expect(requests[0]!.headers.authorization).toBe(authorization);
  });

  it('sends the client without a secret, and the query of a path that the manifest holds', async () => {
    const { http, requests } = openOauth({
      tokenPath: '/oauth/token?grant_type=client_credentials',
      clientSecret: undefined,
    } as Partial<Manifest['auth']>);

    await http.request(get);

    expect(requests[0]).toMatchObject({ path: '/oauth/token', query: { grant_type: 'client_credentials' } });
    expect(requests[0]!.body).toEqual({ grant_type: 'client_credentials', scope: 'pix', client_id: 'client-1' });
  });

  it('keeps the token until 30 seconds before its end', async () => {
    const { http, sent, wait } = openOauth();

    await http.request(get);
    wait(3569);
    await http.request(get);
    wait(1);
    await http.request(get);

    expect(
      sent()
        .filter(([path]) => path === '/charges')
        .map(([, header]) => header),
    ).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  it('reads camel case and lifetimes written as text', async () => {
    const { http, sent, wait } = openOauth(
      {},
      { access_token: undefined, accessToken: 'camel', expires_in: undefined, expiresIn: '60' },
    );

    await http.request(get);
    wait(30);
    await http.request(get);

    expect(sent().map(([path]) => path)).toEqual(['/oauth/token', '/charges', '/oauth/token', '/charges']);
    expect(sent()[1]).toEqual(['/charges', 'Bearer camel']);
  });

  it('gets a new token once after a 401, and gives up after a second', async () => {
    const once = openOauth({}, {}, (count) => count === 1);
    const always = openOauth({}, {}, () => true);

    await expect(once.http.request(get)).resolves.toMatchObject({ status: 200 });
    await expect(always.http.request(get)).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });

    expect(once.sent().map(([, header]) => header)).toEqual([undefined, 'Bearer token-1', undefined, 'Bearer token-2']);
    expect(always.requests).toHaveLength(4);
  });

  it.each([
    [{ status: 401, body: {} }, 'UNAUTHORIZED'],
    [{ status: 400, body: {} }, 'UNAUTHORIZED'],
    [{ status: 500, body: {} }, 'UNAVAILABLE'],
    [{ status: 200, body: {} }, 'INVALID_ANSWER'],
    [{ status: 200, body: '<html>' }, 'INVALID_ANSWER'],
  ])('a token request answered %j leaves the call unsent', async (response, code) => {
    const { http, requests } = open(OAUTH, () => response);

    const call = http.request({ method: 'POST', path: '/charges', json: {} });

    await expect(call).rejects.toMatchObject({ code, outcome: 'NOT_SENT' });
    expect(requests.map(({ path }) => path)).toEqual(['/oauth/token']);
  });

  it('tries again after a failed token request', async () => {
    let isDown = true;
    const { http } = open(OAUTH, ({ path }) => {
      if (path !== '/oauth/token') return undefined;
      return isDown ? { status: 503 } : { status: 200, body: { access_token: 'token' } };
    });
    await expect(http.request(get)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
    isDown = false;

    await expect(http.request(get)).resolves.toMatchObject({ status: 200 });
  });
});
