import { createHash, createHmac } from 'node:crypto';
import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { testManifest } from '../testing/test-manifest.ts';
import { authenticateWebhook, provesSender, redactWebhook } from './webhook-authentication.ts';

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
    [
      'the token in base64',
      { ...HEADER, prefix: 'Basic ', encoding: 'base64' },
      { 'x-token': `Basic ${btoa(SECRET)}` },
      true,
    ],
    ['the token itself in the place of base64', { ...HEADER, encoding: 'base64' }, { 'x-token': SECRET }, false],
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

const redactWebhookHeaders = ({
  manifest,
  headers,
  key,
}: {
  manifest: Manifest;
  headers: Record<string, string>;
  key: Buffer;
}) => redactWebhook({ headers, query: {}, rawBody }, { manifests: [manifest], key }).headers;

describe('redactWebhook', () => {
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

const TEMPLATE: Authentication = {
  type: 'hmac',
  header: 'x-signature',
  credential: 'webhookSecret',
  algorithm: 'sha256',
  encoding: 'hex',
  over: 'id:{query.data.id|lower};request-id:{header.x-request-id};ts:{part.ts};',
  part: 'v1',
  timestamp: 'part.ts',
  maxAgeSeconds: 300,
};
const HASH: Authentication = {
  type: 'hash',
  header: 'x-hash',
  credential: 'webhookSecret',
  algorithm: 'sha256',
  encoding: 'base64url',
  over: '{body.charge.amount}|{body.charge.id|upper}|{secret}',
};
const FIELD: Authentication = { type: 'field', in: 'body', field: 'auth.token', credential: 'webhookSecret' };
const QUERY: Authentication = { type: 'field', in: 'query', field: 'token', credential: 'webhookSecret' };

/** A proof over an event that differs from the good one in one place. */
const checkEvent = (
  authentication: Authentication,
  good: { headers?: Record<string, string>; query?: Record<string, string>; rawBody?: string },
  more: { receivedAt?: Date; alternatives?: Authentication[]; secret?: string } = {},
) =>
  authenticateWebhook({
    manifest: testManifest({
      webhook: { authentication, ...(more.alternatives && { alternatives: more.alternatives }) },
    }),
    secrets: new Map(Object.entries({ webhookSecret: more.secret ?? SECRET })),
    headers: {},
    rawBody: '{}',
    ...good,
    ...(more.receivedAt && { receivedAt: more.receivedAt }),
  });

describe('a signature over a template', () => {
  const TIME = 1_704_908_010;
  const at = (seconds: number) => ({ receivedAt: new Date(seconds * 1_000) });
  const event = (ts: number | string = TIME, id = 'ABC1') => ({
    headers: {
      'x-request-id': 'r-1',
      'x-signature': `ts=${ts}, v1=${createHmac('sha256', SECRET).update(`id:abc1;request-id:r-1;ts:${ts};`).digest('hex')}`,
    },
    query: { 'data.id': id },
  });

  it('covers what it names, in the letters it names, and is no signature of the body', () => {
    expect(checkEvent(TEMPLATE, event(), at(TIME + 299))).toEqual({ ok: true, isSigned: false });
    expect(checkEvent(TEMPLATE, event(TIME, 'abc2'), at(TIME)).ok).toBe(false);
    expect(checkEvent(TEMPLATE, { ...event(), query: {} }, at(TIME)).ok).toBe(false);
    expect(checkEvent(TEMPLATE, { headers: event().headers }, at(TIME)).ok).toBe(false);
  });

  it('has an age limit in seconds or milliseconds, in both directions, on arrival', () => {
    expect(checkEvent(TEMPLATE, event(TIME * 1_000), at(TIME + 1)).ok).toBe(true);
    for (const seconds of [TIME + 301, TIME - 301]) expect(checkEvent(TEMPLATE, event(), at(seconds)).ok).toBe(false);
    expect(checkEvent(TEMPLATE, event('soon'), at(TIME)).ok).toBe(false);
    expect(checkEvent(TEMPLATE, event()).ok).toBe(false);
  });

  it('is one of the body where it names the body', () => {
    const body = '{"id":1}';
    const signature = createHmac('sha256', SECRET).update(`7.${body}`).digest('hex');
    const whole: Authentication = {
      ...TEMPLATE,
      over: '{part.ts}.{body}',
      timestamp: undefined,
      maxAgeSeconds: undefined,
    };
    const headers = { 'x-signature': `v1=${signature},ts=7` };

    expect(checkEvent(whole, { headers, rawBody: body })).toEqual({ ok: true, isSigned: true });
    expect(checkEvent(whole, { headers, rawBody: '{"id":2}' }).ok).toBe(false);
  });
});

describe('a keyed digest', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
  const send = (rawBody: string, text: string) => checkEvent(HASH, { headers: { 'x-hash': hashOf(text) }, rawBody });

  it('is over the values as they are written', () => {
    expect(send('{"charge":{"amount":10.50,"id":"ch_1"}}', `10.50|CH_1|${SECRET}`)).toEqual({
      ok: true,
      isSigned: false,
    });
    expect(send('{"charge":{"amount":10.50,"id":"ch_1"}}', `10.5|CH_1|${SECRET}`).ok).toBe(false);
    expect(send('{"charge":{"amount":1e2,"id":"não"}}', `1e2|NÃO|${SECRET}`).ok).toBe(true);
    expect(send('charge.amount=10.50&charge.id=ch%5F1', `10.50|CH_1|${SECRET}`).ok).toBe(true);
  });

  it.each(['{"charge":{"amount":10.50}}', '{"charge":null}', '{"charge":{"amount":{},"id":"ch_1"}}', 'no JSON', ''])(
    'is none where a value is missing: %s',
    (rawBody) => {
      for (const text of [`10.50||${SECRET}`, `||${SECRET}`, `|CH_1|${SECRET}`])
        expect(send(rawBody, text).ok).toBe(false);
    },
  );
});

describe('a secret in the body or the query', () => {
  const body = (token: string) => `{"auth":{"token":${JSON.stringify(token)}},"amount":10.50}`;

  it('is compared, and no signature', () => {
    expect(checkEvent(FIELD, { rawBody: body(SECRET) })).toEqual({ ok: true, isSigned: false });
    expect(checkEvent(FIELD, { rawBody: `auth.token=${SECRET}&a=b` }).ok).toBe(true);
    expect(checkEvent(QUERY, { query: { token: SECRET } })).toEqual({ ok: true, isSigned: false });
    for (const wrong of ['', 'x', `${SECRET}x`]) {
      expect(checkEvent(FIELD, { rawBody: body(wrong) }).ok).toBe(false);
      expect(checkEvent(QUERY, { query: { token: wrong } }).ok).toBe(false);
    }
    expect(checkEvent(FIELD, { rawBody: body('') }, { secret: '' }).ok).toBe(false);
  });

  it.each([
    ['JSON', FIELD, { rawBody: body(SECRET) }],
    ['JSON with escapes', FIELD, { rawBody: body(SECRET).replace('whsec', '\\u0077hsec') }],
    ['a form', FIELD, { rawBody: `amount=10.50&auth.token=${SECRET}` }],
    ['the query', QUERY, { query: { token: SECRET, id: '7' } }],
  ] as const)('is stored as a digest that still proves it: %s', (_where, authentication, parts) => {
    const manifest = manifestWith(authentication);
    const received = { headers: {}, query: {}, rawBody: '{}', ...parts };

    const stored = redactWebhook(received, { manifests: [manifest], key: digestKey });
    const verify = (key: Buffer) =>
      authenticateWebhook({ manifest, secrets: new Map([['webhookSecret', SECRET]]), ...stored, digestKey: key }).ok;

    expect(JSON.stringify(stored)).not.toContain(SECRET.slice(1));
    if (authentication === FIELD) expect(stored.rawBody).toContain('10.50');
    expect(verify(digestKey)).toBe(true);
    expect(verify(Buffer.alloc(32, 8))).toBe(false);
    expect(redactWebhook(stored, { manifests: [manifest], key: digestKey })).not.toEqual(stored);
  });
});

describe('several proofs', () => {
  const optional: Authentication = { ...HMAC, optional: true };

  it('are alternatives: the one that proves says whether the body is signed', () => {
    const signed = { 'x-signature': `sha256=${sign(rawBody)}` };

    expect(checkEvent(HEADER, { headers: signed, rawBody }, { alternatives: [HMAC] })).toEqual({
      ok: true,
      isSigned: true,
    });
    expect(checkEvent(HEADER, { headers: { 'x-token': SECRET } }, { alternatives: [HMAC] })).toEqual({
      ok: true,
      isSigned: false,
    });
    expect(checkEvent(HEADER, {}, { alternatives: [HMAC] }).ok).toBe(false);
  });

  it('are left out where their credential is empty, and asked for where it is not', () => {
    expect(checkEvent(optional, {}, { secret: '' })).toEqual({ ok: true, isSigned: false });
    expect(checkEvent(optional, {}).ok).toBe(false);
    expect(checkEvent(optional, {}, { secret: '', alternatives: [HEADER] }).ok).toBe(false);
  });
});

describe('a digest in the body', () => {
  const BODY_HASH: Authentication = {
    type: 'bodyHash',
    field: 'proof.md5',
    credential: 'webhookSecret',
    algorithm: 'md5',
    encoding: 'hex',
    over: 'charge.{body.id}.{body.amount}.{secret}',
  };
  const hashed = (text: string) => createHash('md5').update(text).digest('hex');
  const eventOf = (amount: string, md5: string) => ({
    rawBody: `{"id":"c1","amount":${amount},"proof":{"md5":"${md5}"}}`,
  });

  it('proves the sender and not what the event says', () => {
    const good = eventOf('10.50', hashed(`charge.c1.10.50.${SECRET}`));

    expect(checkEvent(BODY_HASH, good)).toEqual({ ok: true, isSigned: false });
  });

  it.each([
    ['a number that is written otherwise', eventOf('10.5', hashed(`charge.c1.10.50.${SECRET}`))],
    ['another secret', eventOf('10.50', hashed('charge.c1.10.50.guess'))],
    ['no digest', { rawBody: '{"id":"c1","amount":10.50}' }],
    ['a value that is missing', { rawBody: `{"id":"c1","proof":{"md5":"${hashed(`charge.c1..${SECRET}`)}"}}` }],
  ])('is refused for %s', (_what, event) => {
    expect(checkEvent(BODY_HASH, event).ok).toBe(false);
  });

  it('proves nothing while the secret is not set, and is left out where it may be', () => {
    const forged = eventOf('10.50', hashed('charge.c1.10.50.'));

    expect(checkEvent(BODY_HASH, forged, { secret: '' }).ok).toBe(false);
    expect(checkEvent({ ...BODY_HASH, optional: true }, forged, { secret: '' })).toEqual({ ok: true, isSigned: false });
  });

  it('still proves the event as it is stored', () => {
    const { rawBody: body } = eventOf('10.50', hashed(`charge.c1.10.50.${SECRET}`));
    const manifest = manifestWith(BODY_HASH);
    const stored = redactWebhook({ headers: {}, query: {}, rawBody: body }, { manifests: [manifest], key: digestKey });

    expect(stored.rawBody).toBe(body);
  });
});

describe('an address that the provider publishes', () => {
  const manifest = testManifest({ webhook: { authentication: { type: 'none' }, addresses: ['203.0.113.7'] } });
  const from = (senderAddress: string | null | undefined) => {
    const proof = {
      manifest,
      secrets: new Map(),
      headers: {},
      rawBody,
      ...(senderAddress !== undefined && { senderAddress }),
    };
    return [provesSender(proof), authenticateWebhook(proof)];
  };

  it('proves the sender and signs nothing, and no other address is refused', () => {
    expect(from('203.0.113.7')).toEqual([true, { ok: true, isSigned: false }]);
    expect(from('203.0.113.70')).toEqual([false, { ok: true, isSigned: false }]);
    expect(from(null)).toEqual([false, { ok: true, isSigned: false }]);
    expect(from(undefined)).toEqual([false, { ok: true, isSigned: false }]);
  });

  it('does not stand for a secret that is declared', () => {
    const both = testManifest({ webhook: { authentication: HEADER, addresses: ['203.0.113.7'] } });
    const proof = { manifest: both, secrets: new Map([['webhookSecret', SECRET]]), headers: {}, rawBody };

    expect(authenticateWebhook({ ...proof, senderAddress: '203.0.113.7' }).ok).toBe(false);
  });
});
