/** Tests that a described provider lets in who knows its secrets, and that its events prove themselves as the manifest says. */
import type { Manifest } from '@feira/schemas/manifest';
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
  const right = request({ headers: basic('client-0001:secret-0001') });
  const granted = grantToken(basicToken, context, right) as { status: number; body: { access_token: string } };
  expect(granted).toMatchObject({ status: 200, body: { expires_in: 1_800 } });
  expect(grantToken(basicToken, context, request({ headers: basic('client-0001:wrong') }))).toMatchObject({
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
  const body = { client_id: 'client-0001', client_secret: 'secret-0001' };
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

it('writes the secret into the body where that proves the event', () => {
  const proof = { type: 'field', in: 'body', field: 'auth.token', credential: 'webhookSecret' } as const;
  const manifest = testManifest({ webhook: { authentication: proof } });
  const { headers, body } = signEvent(manifest, credentials, { id: 'a', auth: { token: 'as shown' } }, NOW);
  const secrets = new Map(Object.entries(credentials));
  expect(authenticateWebhook({ manifest, secrets, headers, rawBody: body })).toEqual({ ok: true, isSigned: false });
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
  const { headers, body } = signEvent(manifest, credentials, { id: 'a' }, NOW);
  const proof = { manifest, secrets: new Map(Object.entries(credentials)), headers, rawBody: body, receivedAt: NOW };
  expect(authenticateWebhook(proof)).toEqual({ ok: true, isSigned: true });
  expect(authenticateWebhook({ ...proof, headers: { ...headers, 'x-time': '1795176001' } }).ok).toBe(false);
  expect(authenticateWebhook({ ...proof, receivedAt: new Date('2026-11-20T12:06:00Z') }).ok).toBe(false);
});
