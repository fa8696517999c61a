/** Tests that a described provider lets in who knows its secrets, and that its events prove themselves as the manifest says. */
import type { Manifest, WebhookAuthentication } from '@feira/schemas/manifest';
import { expect, it } from 'vitest';
import { authenticateWebhook } from '../broker/webhook-authentication.ts';
import type { SimulatorContext, SimulatorRequest } from '../simulator.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { grantToken, isAllowed, signEvent } from './simulator-auth.ts';

const credentials = { secretKey: 'secret-0001', webhookSecret: 'hook-0001', clientId: 'client-0001' };
const NOW = new Date('2026-11-20T12:00:00Z');
const context = { credentials, clock: { now: () => NOW } } as unknown as SimulatorContext;
const request = (changes: Partial<SimulatorRequest>): SimulatorRequest => ({
  method: 'POST',
  path: '/oauth/token',
  query: {},
  headers: {},
  body: undefined,
  rawBody: '',
  ...changes,
});
const oauth2 = { type: 'oauth2', tokenPath: '/oauth/token', clientId: 'clientId', clientSecret: 'secretKey' } as const;
const basicToken = testManifest({ auth: { ...oauth2, encoding: 'form', clientIn: 'basic' } });
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

it('grants a token to the client that the manifest names, and takes calls with it alone', () => {
  const body = { grant_type: 'client_credentials' };
  const right = request({ headers: basic('client-0001:secret-0001'), body });
  const granted = grantToken(basicToken, context, right) as { status: number; body: { access_token: string } };
  expect(granted).toMatchObject({ status: 200, body: { expires_in: 1_800 } });
  expect(grantToken(basicToken, context, request({ headers: basic('client-0001:wrong'), body }))).toMatchObject({
    status: 401,
  });
  expect(grantToken(basicToken, context, request({ path: '/charges' }))).toBeUndefined();
  const authorization = `Bearer ${granted.body.access_token}`;
  expect(isAllowed(basicToken, credentials, request({ headers: { authorization } }))).toBe(true);
  expect(isAllowed(basicToken, credentials, request({ headers: { authorization: 'Bearer x' } }))).toBe(false);
});

it('answers with the token where the manifest looks for it', () => {
  const answer = { token: 'data.token', expiresAt: 'data.end' };
  const manifest = testManifest({ auth: { ...oauth2, encoding: 'json', clientIn: 'body', answer } });
  const body = { grant_type: 'client_credentials', client_id: 'client-0001', client_secret: 'secret-0001' };
  const granted = grantToken(manifest, context, request({ body }));
  expect(granted).toMatchObject({ body: { data: { token: expect.any(String), end: '2026-11-20T12:30:00.000Z' } } });
  expect(grantToken(manifest, context, request({ body: { ...body, client_secret: 'x' } }))).toMatchObject({
    status: 401,
  });
});

it('wants every one of several headers', () => {
  const headers = { ci: [{ credential: 'clientId' }], cs: ['key ', { credential: 'secretKey' }] };
  const manifest = testManifest({ auth: { type: 'headers', headers } as Manifest['auth'] });
  expect(isAllowed(manifest, credentials, request({ headers: { ci: 'client-0001', cs: 'key secret-0001' } }))).toBe(
    true,
  );
  expect(isAllowed(manifest, credentials, request({ headers: { ci: 'client-0001' } }))).toBe(false);
});

it('gives each base a client and a token of its own, and wants the headers of every call', () => {
  const out = { ...oauth2, clientIn: 'body', encoding: 'json', body: { login: { id: [{ credential: 'clientId' }] } } };
  const manifest = testManifest({
    auth: { ...oauth2, encoding: 'form', clientIn: 'basic' },
    headers: { 'User-Agent': ['Shop ', { credential: 'clientId' }] },
    bases: { out: { auth: out as Manifest['auth'] } },
  });
  const tokenFor = (changes: Partial<SimulatorRequest>) =>
    (grantToken(manifest, context, request(changes))!.body as { access_token?: string }).access_token;
  const standard = { grant_type: 'client_credentials' };
  const first = tokenFor({ headers: basic('client-0001:secret-0001'), body: standard });
  const second = tokenFor({ base: 'out', body: { login: { id: 'client-0001' } } });
  const call = (token = '', agent = 'Shop client-0001') =>
    request({ headers: { authorization: `Bearer ${token}`, 'user-agent': agent } });
  const bases = ['default', 'out'];
  expect(bases.map((base) => isAllowed(manifest, credentials, { ...call(first), base }))).toEqual([true, false]);
  expect(bases.map((base) => isAllowed(manifest, credentials, { ...call(second), base }))).toEqual([false, true]);
  expect(isAllowed(manifest, credentials, call(first, 'curl'))).toBe(false);
  expect(tokenFor({ base: 'out', body: { login: { id: 'client-0001', extra: '' } } })).toBeUndefined();
  expect(tokenFor({ body: { login: { id: 'client-0001' } } })).toBeUndefined();
});

const digest = { header: 'x-sig', credential: 'webhookSecret', algorithm: 'sha256', encoding: 'base64' } as const;
const over = 'id:{query.data.id};req:{header.x-request-id};ts:{part.ts};{body.sum}';
const parted = { encoding: 'hex', part: 'v1', timestamp: 'part.ts', maxAgeSeconds: 60, over } as const;
const proofs: [string, WebhookAuthentication, isSigned: boolean][] = [
  ['a header', { type: 'header', header: 'x-key', credential: 'webhookSecret', prefix: 'k ' }, false],
  ['basic', { type: 'basic', username: { literal: 'x' }, password: { credential: 'webhookSecret' } }, false],
  ['hmac over the body', { type: 'hmac', ...digest, prefix: 'sha256=' }, true],
  ['hash', { type: 'hash', ...digest, over: '{secret}{body}' }, true],
  ['hmac over a template with a time', { type: 'hmac', ...digest, ...parted }, false],
  ['a time in the body', { ...parted, ...digest, type: 'hmac', over: '{body}{body.at}', timestamp: 'body.at' }, true],
  ['a field of the body', { type: 'field', in: 'body', field: 'auth.token', credential: 'webhookSecret' }, false],
  [
    'a digest in the body',
    {
      type: 'bodyHash',
      field: 'auth.token',
      credential: 'webhookSecret',
      algorithm: 'md5',
      encoding: 'hex',
      over: '{body.sum}{secret}',
    },
    false,
  ],
  ['a field of the query', { type: 'field', in: 'query', field: 'token', credential: 'webhookSecret' }, false],
];
it.each(proofs)('proves events by %s', (_, authentication, isSigned) => {
  const manifest = testManifest({ webhook: { authentication } });
  const address = { url: 'https://pay.example.com/hook', id: 'evt_1' };
  const signed = signEvent(manifest, context, { sum: 10.5, at: 1, auth: { token: 'as shown' } }, address);
  const proof = {
    manifest,
    headers: signed.headers,
    query: Object.fromEntries(new URL(signed.url).searchParams),
    rawBody: signed.body,
    receivedAt: context.clock.now(),
  };
  const secrets = new Map(Object.entries(credentials));
  expect(authenticateWebhook({ ...proof, secrets })).toEqual({ ok: true, isSigned });
  const strange = new Map([...secrets, ['webhookSecret', 'another-0001']]);
  expect(authenticateWebhook({ ...proof, secrets: strange }).ok).toBe(false);
});

it('leaves out a proof whose secret the connection lacks', () => {
  const manifest = testManifest({ webhook: { authentication: { type: 'hmac', ...digest, optional: true } } });
  const empty = { ...context, credentials: {} };
  const { headers } = signEvent(manifest, empty, {}, { url: 'https://pay.example.com/hook', id: 'evt_1' });
  expect(headers).toEqual({ 'content-type': 'application/json' });
});

it('signs over the time as well, where the manifest says so, and tells the time beside it', () => {
  const manifest = testManifest({
    webhook: {
      authentication: {
        type: 'hmac',
        header: 'x-signature',
        credential: 'webhookSecret',
        algorithm: 'sha256',
        encoding: 'hex',
        over: '{header.x-time}.{body}',
        timestamp: 'header.x-time',
        maxAgeSeconds: 300,
      },
    },
  });
  const { headers, body } = signEvent(
    manifest,
    context,
    { id: 'a' },
    { url: 'https://pay.example.com/hook', id: 'evt_1' },
  );
  const proof = { manifest, secrets: new Map(Object.entries(credentials)), headers, rawBody: body, receivedAt: NOW };
  expect(authenticateWebhook(proof)).toEqual({ ok: true, isSigned: true });
  expect(authenticateWebhook({ ...proof, headers: { ...headers, 'x-time': '1795176001' } }).ok).toBe(false);
  expect(authenticateWebhook({ ...proof, receivedAt: new Date('2026-11-20T12:06:00Z') }).ok).toBe(false);
});
