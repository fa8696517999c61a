import { createHmac } from 'node:crypto';
import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { testManifest } from '../testing/test-manifest.ts';
import { authenticateWebhook, redactWebhookHeaders } from './webhook-authentication.ts';

type Authentication = Manifest['webhook']['authentication'];
const SECRET = 'whsec_0123456789';
const rawBody = '{"id":1,"valor":"não"}';
const digestKey = Buffer.alloc(32, 7);
const HEADER: Authentication = { type: 'header', header: 'x-token', credential: 'webhookSecret' };
const BASIC: Authentication = {
  type: 'basic',
  username: { literal: 'feira' },
  password: { credential: 'webhookSecret' },
};
const HMAC: Authentication = {
  type: 'hmac',
  header: 'x-signature',
  credential: 'webhookSecret',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: 'sha256=',
};

const manifestWith = (authentication: Authentication) => testManifest({ webhook: { authentication } });
const check = (
  authentication: Authentication,
  headers: Record<string, string>,
  body: string | Buffer = rawBody,
  secret = SECRET,
) =>
  authenticateWebhook({
    manifest: manifestWith(authentication),
    secrets: new Map(secret ? [['webhookSecret', secret]] : []),
    headers,
    rawBody: body,
  });
const sign = (body: string, encoding: 'hex' | 'base64' = 'hex', algorithm = 'sha256') =>
  createHmac(algorithm, SECRET).update(body).digest(encoding);

describe('authenticateWebhook', () => {
  it('takes anything where nothing is declared, as unsigned', () => {
    expect(check({ type: 'none' }, {})).toEqual({ ok: true, isSigned: false });
  });

  it.each([
    ['the token', HEADER, { 'x-token': SECRET }, true],
    ['the token under another case', HEADER, { 'X-Token': SECRET }, true],
    ['a wrong token', HEADER, { 'x-token': `${SECRET}x` }, false],
    ['an empty token', HEADER, { 'x-token': '' }, false],
    ['no token', HEADER, {}, false],
    ['the token with its prefix', { ...HEADER, prefix: 'Bearer ' }, { 'x-token': `Bearer ${SECRET}` }, true],
    ['the token without its prefix', { ...HEADER, prefix: 'Bearer ' }, { 'x-token': SECRET }, false],
    ['user and password', BASIC, { authorization: `Basic ${btoa(`feira:${SECRET}`)}` }, true],
    ['a wrong user', BASIC, { authorization: `Basic ${btoa(`other:${SECRET}`)}` }, false],
  ])('%s', (_what, authentication, headers, ok) => {
    expect(check(authentication as Authentication, headers as Record<string, string>)).toEqual({ ok, isSigned: false });
  });

  it.each([
    ['the signature', { 'x-signature': `sha256=${sign(rawBody)}` }, true],
    ['the signature in capitals', { 'x-signature': `sha256=${sign(rawBody).toUpperCase()}` }, true],
    ['the signature without its prefix', { 'x-signature': sign(rawBody) }, false],
    [
      'the signature of the same JSON written otherwise',
      { 'x-signature': `sha256=${sign('{"valor":"não","id":1}')}` },
      false,
    ],
    ['the signature behind another prefix', { 'x-signature': `sha512=${sign(rawBody)}` }, false],
    ['half a signature', { 'x-signature': `sha256=${sign(rawBody).slice(0, 32)}` }, false],
    ['no signature', {}, false],
  ])('hmac: %s', (_what, headers, ok) => {
    expect(check(HMAC, headers as Record<string, string>).ok).toBe(ok);
    expect(check(HMAC, headers as Record<string, string>, Buffer.from(rawBody))).toEqual({ ok, isSigned: true });
  });

  it('hmac: other algorithms and encodings, where letter case counts', () => {
    const authentication: Authentication = { ...HMAC, algorithm: 'sha512', encoding: 'base64', prefix: undefined };
    const signature = sign(rawBody, 'base64', 'sha512');

    expect(check(authentication, { 'x-signature': signature }).ok).toBe(true);
    expect(check(authentication, { 'x-signature': signature.toLowerCase() }).ok).toBe(false);
  });

  it.each([HEADER, BASIC, HMAC])('nothing passes while the secret is not set: $type', (authentication) => {
    const headers = { 'x-token': '', authorization: `Basic ${btoa('feira:')}`, 'x-signature': 'sha256=' };

    expect(check(authentication, headers, rawBody, '').ok).toBe(false);
  });
});

describe('redactWebhookHeaders', () => {
  const verify = (authentication: Authentication, headers: Record<string, string>, key?: Buffer | Buffer[]) =>
    authenticateWebhook({
      manifest: manifestWith(authentication),
      secrets: new Map([['webhookSecret', SECRET]]),
      headers,
      rawBody,
      digestKey: key,
    }).ok;

  it.each([
    ['header', HEADER, { 'X-Token': SECRET }],
    ['basic', BASIC, { Authorization: `Basic ${btoa(`feira:${SECRET}`)}` }],
  ])('hides the secret of %s, which can still be verified with the key', (_what, authentication, headers) => {
    const manifest = manifestWith(authentication as Authentication);

    const stored = redactWebhookHeaders({ manifest, headers: { ...headers, 'X-Event': 'paid' }, key: digestKey });

    expect(stored).toMatchObject({ 'x-event': 'paid' });
    expect(JSON.stringify(stored)).not.toContain(Object.values(headers)[0]);
    expect(verify(authentication as Authentication, stored, digestKey)).toBe(true);
    expect(verify(authentication as Authentication, stored)).toBe(false);
    expect(verify(authentication as Authentication, stored, Buffer.alloc(32, 8))).toBe(false);
    expect(verify(authentication as Authentication, stored, [Buffer.alloc(32, 8), digestKey])).toBe(true);
    expect(verify(authentication as Authentication, stored, [Buffer.alloc(32, 8)])).toBe(false);
    expect(verify(authentication as Authentication, stored, [])).toBe(false);
  });

  it('does not let a sender pass a digest of its own', () => {
    const manifest = manifestWith(HEADER);
    const forged = `hmac-sha256:${createHmac('sha256', 'guess').update(SECRET).digest('hex')}`;

    const stored = redactWebhookHeaders({ manifest, headers: { 'x-token': forged }, key: digestKey });

    expect(verify(HEADER, stored, digestKey)).toBe(false);
    expect(verify(HEADER, { 'x-token': forged }, digestKey)).toBe(false);
  });

  it('leaves signatures, which are no secrets', () => {
    const headers = { 'x-signature': `sha256=${sign(rawBody)}`, cookie: 'session=1' };

    const stored = redactWebhookHeaders({ manifest: manifestWith(HMAC), headers, key: digestKey });

    expect(stored['x-signature']).toBe(headers['x-signature']);
    expect(stored.cookie).not.toContain('session');
    expect(verify(HMAC, stored, digestKey)).toBe(true);
  });
});
