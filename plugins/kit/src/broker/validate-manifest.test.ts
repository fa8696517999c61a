import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { testManifest } from '../testing/test-manifest.ts';
import frozen from './fixtures/contract-1.0-manifests.json' with { type: 'json' };
import { validateManifest } from './validate-manifest.ts';

const webhookProof = (changes: object = {}) => ({
  type: 'hmac',
  header: 'x-signature',
  credential: 'webhookSecret',
  algorithm: 'sha256',
  encoding: 'hex',
  ...changes,
});
const withProof = (changes: object) => ({ webhook: { authentication: webhookProof(changes) } });

const problemsOf = (changes: Record<string, unknown>): string[] => {
  const result = validateManifest({ ...testManifest(), ...changes });
  return 'problems' in result ? result.problems : [];
};
const { capabilities, credentials, operations, status } = testManifest();
const card = (more: object) => ({ methods: { ...capabilities.methods, CREDIT_CARD: { refund: 'none', ...more } } });
const withField = (name: string, field: object) => ({
  ...credentials,
  properties: { ...credentials.properties, [name]: { type: 'string', title: { 'pt-BR': 'A', en: 'A' }, ...field } },
});

const withBodyHash = (over: string) => ({
  webhook: {
    authentication: {
      type: 'bodyHash',
      field: 'md5',
      credential: 'webhookSecret',
      algorithm: 'md5',
      encoding: 'hex',
      over,
    },
  },
});

describe('validateManifest', () => {
  it('answers a valid manifest as it is', () => {
    const manifest = testManifest();

    expect(validateManifest(manifest)).toEqual({ manifest });
  });

  // Manifests of contract 1.0 as they were on its last day: the fixture is never edited.
  it.each(frozen.map((manifest) => [manifest.id, manifest] as const))(
    'goes on accepting %s of contract 1.0',
    (_, json) => {
      expect(validateManifest(json)).toEqual({ manifest: json });
    },
  );

  it.each([null, 'x', 1, [], {}])('has problems with %j', (json) => {
    const result = validateManifest(json);

    expect('problems' in result && result.problems.length).toBeGreaterThan(0);
  });

  it('derives the hosts where they are left out', () => {
    const { hosts, ...rest } = testManifest();
    const region = { type: 'string', enum: ['https://eu.provider.test', 'https://br.provider.test'] };
    const environments = { ...rest.environments, production: { default: { setting: 'region' } } };

    expect(validateManifest(rest)).toMatchObject({ manifest: { hosts } });
    expect(validateManifest({ ...rest, environments, credentials: withField('region', region) })).toMatchObject({
      manifest: { hosts: ['eu.provider.test', 'br.provider.test', 'sandbox.provider.test'] },
    });
  });

  const cases: [string, Record<string, unknown>, string][] = [
    [
      'a base URL from a field that is no address',
      { environments: { production: { default: { setting: 'clientId' } } } },
      'credentials.properties.clientId is a base URL: declare it as a string with "format": "uri"',
    ],
    [
      'rules for a base that is not there',
      { bases: { payouts: { auth: { type: 'none' } } } },
      'bases has "payouts", which no environment has a base URL for',
    ],
    [
      'a certificate authority that nobody can upload',
      { certificateAuthority: 'authority' },
      'certificateAuthority names "authority", which credentials.properties lacks',
    ],
    [
      'a header with an unknown credential',
      { headers: { 'User-Agent': [{ credential: 'company' }] } },
      'headers.User-Agent names "company"',
    ],
    [
      'a token body with something that is no text',
      {
        auth: {
          type: 'oauth2',
          tokenPath: '/token',
          encoding: 'json',
          clientId: 'clientId',
          clientSecret: 'secretKey',
          clientIn: 'body',
          body: { client: { id: 1 } },
        },
      },
      'auth.body.client.id must be a text',
    ],
    ['a missing part', { auth: undefined }, 'plugin.json lacks "auth": add it.'],
    ['an unknown part', { authh: 1 }, 'plugin.json has "authh"'],
    ['a wrong word', { moneyUnit: 'dollars' }, 'moneyUnit must be one of cents, reais, tenThousandths.'],
    ['a wrong shape of id', { id: 'A B' }, 'id must match'],
    [
      'an unknown kind of auth',
      { auth: { type: 'magic' } },
      'auth.type must be one of none, header, basic, headers, oauth2.',
    ],
    [
      'a missing part of one kind of auth',
      { auth: { type: 'header', header: 'x-a' } },
      'auth lacks "credential": add it.',
    ],
    [
      'a surprising word with hardly a reason',
      { surprisingWords: { payment: { EXPIRED: '??? . .. yes, it is ...' } } },
      'surprisingWords.payment.EXPIRED must match',
    ],
    ['a contract of the future', { contract: '^1.99.0' }, 'contract ^1.99.0 does not cover 1.2.0'],
    ['another major contract', { contract: '^2.0.0' }, 'contract ^2.0.0 does not cover'],
    [
      'plain http',
      { environments: { sandbox: { default: 'http://a.test' } } },
      'environments.sandbox.default must be an https:// URL.',
    ],
    ['a trailing slash', { environments: { sandbox: { default: 'https://api.provider.test/' } } }, 'trailing slash'],
    [
      'an undeclared host',
      { environments: { sandbox: { default: 'https://b.test' } } },
      'hosts lacks "b.test" of environments.sandbox.default: add it.',
    ],
    [
      'auth naming nothing',
      { auth: { type: 'header', header: 'x-a', credential: 'other' } },
      'auth.credential names "other", which credentials.properties lacks: add it.',
    ],
    [
      'a webhook naming nothing',
      { webhook: { authentication: { type: 'header', header: 'x-a', credential: 'other' } } },
      'webhook.authentication.credential names "other"',
    ],
    [
      'a webhook proven by what is no secret',
      { webhook: { authentication: { type: 'header', header: 'x-a', credential: 'clientId' } } },
      'credentials.properties.clientId proves who sent a webhook: set "secret": true.',
    ],
    [
      'a webhook proven by fixed words',
      { webhook: { authentication: { type: 'basic', username: { literal: 'a' }, password: { literal: 'b' } } } },
      'two fixed words',
    ],
    [
      'another proof of a webhook naming nothing',
      { webhook: { authentication: webhookProof(), alternatives: [webhookProof({ credential: 'other' })] } },
      'webhook.alternatives.0.credential names "other"',
    ],
    [
      'a proof beside none',
      { webhook: { authentication: webhookProof(), alternatives: [{ type: 'none' }] } },
      'webhook.alternatives.0 is "none", which makes the other proofs needless',
    ],
    [
      'a proof beside none that signs nothing',
      {
        webhook: {
          authentication: { type: 'none' },
          alternatives: [withBodyHash('{body.id}{secret}').webhook.authentication],
        },
      },
      'webhook.authentication is "none", which makes the other proofs needless',
    ],
    [
      'all values of a body in a header',
      withProof({ over: '{values}' }),
      'over names {values}, which only a digest in the body covers',
    ],
    ['an unknown word in a template', withProof({ over: '{bodies}' }), 'webhook.authentication.over names "{bodies}"'],
    ['a digest without the secret', withProof({ type: 'hash', over: '{body}' }), 'over lacks {secret}'],
    [
      'an address of senders that is none',
      { webhook: { authentication: { type: 'none' }, addresses: ['203.0.113.7', '203.0.113.999'] } },
      'webhook.addresses has "203.0.113.999"',
    ],
    [
      'a digest in the body over the whole body',
      withBodyHash('{body}{secret}'),
      'over names the body or a part of a header',
    ],
    [
      'a digest in the body over a part',
      withBodyHash('{part.ts}{secret}'),
      'over names the body or a part of a header',
    ],
    ['a digest in the body without the secret', withBodyHash('{body.id}'), 'over lacks {secret}'],
    ['an age without a time', withProof({ maxAgeSeconds: 60 }), 'needs both timestamp and maxAgeSeconds'],
    [
      'an age of an unknown time',
      withProof({ over: '{body}', timestamp: 'ts', maxAgeSeconds: 60 }),
      'timestamp must be body.x, query.x, header.x or part.x.',
    ],
    [
      'an age that nobody signed',
      withProof({ over: '{body}', timestamp: 'header.x-ts', maxAgeSeconds: 60 }),
      'over lacks {header.x-ts}',
    ],
    [
      'a signed body in which another proof is replaced',
      {
        webhook: {
          authentication: webhookProof(),
          alternatives: [{ type: 'field', in: 'body', field: 'token', credential: 'webhookSecret' }],
        },
      },
      'webhook.authentication covers the body, in which the secret of another proof is replaced',
    ],
    [
      'a required field nobody describes',
      { credentials: { ...credentials, required: ['other'] } },
      'credentials.required names "other"',
    ],
    [
      'a private key that is no secret',
      { credentials: withField('pem', { format: 'private-key' }) },
      'credentials.properties.pem is a private key: set "secret": true.',
    ],
    [
      'a broken pattern',
      { credentials: withField('code', { pattern: '(' }) },
      'credentials.properties.code.pattern is no regular expression.',
    ],
    [
      'a card without tokenization',
      { capabilities: card({}) },
      'capabilities.methods.CREDIT_CARD lacks "tokenization"',
    ],
    ['a browser token without a tokenizer', { capabilities: card({ tokenization: 'browser' }) }, 'declare "tokenizer"'],
    ['a tokenizer without a browser token', { tokenizer: { entry: 'a.js', hosts: [] } }, '"tokenizer" needs'],
    [
      'agreements without stored cards',
      { capabilities: card({ tokenization: 'server', agreements: true }) },
      'needs storedCards',
    ],
    [
      'installments of a PIX',
      { capabilities: { methods: { PIX: { refund: 'partial', maxInstallments: 2 } } } },
      'they are for CREDIT_CARD',
    ],
    [
      'a lifetime beyond the longest',
      { capabilities: { methods: { PIX: { refund: 'partial', expiresInSeconds: 200, maxExpiresInSeconds: 100 } } } },
      'is above maxExpiresInSeconds',
    ],
    ...(
      [
        [{ expiry: 'fixed' }, 'expiry is fixed: say with "expiresInSeconds" for how long.'],
        [{ expiry: 'none', maxExpiresInSeconds: 600 }, 'its expiry is none.'],
        [{ minExpiresInSeconds: 600, maxExpiresInSeconds: 300 }, 'minExpiresInSeconds is above'],
        [{ minExpiresInSeconds: 600, expiresInSeconds: 300 }, 'minExpiresInSeconds is above'],
        [{ expiry: 'days', maxExpiresInSeconds: 3_600 }, 'maxExpiresInSeconds is below a day'],
        [{ redirect: { hosts: [] } }, 'redirect.hosts must NOT have fewer than 1 items'],
        [{ redirect: { hosts: ['https://bank.example'] } }, 'redirect.hosts.0 must match'],
      ] as const
    ).map(([limits, sentence]): [string, Record<string, unknown>, string] => [
      JSON.stringify(limits),
      { capabilities: { methods: { PIX: { refund: 'partial', ...limits } } } },
      sentence,
    ]),
    ['an expiry of a card', { capabilities: card({ tokenization: 'none', expiry: 'days' }) }, 'cards have none'],
    [
      'refunds without the operation',
      { operations: operations.filter((name) => name !== 'refund') },
      'operations lacks "refund", which a method with refund needs: add it.',
    ],
    [
      'the operation without refunds',
      { capabilities: { methods: { PIX: { refund: 'none' } } } },
      'operations has "refund" without a method with refund',
    ],
    [
      'withdrawals without the operation',
      { capabilities: { ...capabilities, withdraw: ['PIX'] } },
      'operations lacks "withdraw"',
    ],
    [
      'getWithdraw alone',
      { operations: [...operations, 'getWithdraw'] },
      'operations has "getWithdraw" without "withdraw"',
    ],
    ['receivers without words', { operations: [...operations, 'createReceiver'] }, 'status lacks "receiver"'],
    [
      'a lookup without the operation',
      { operations: ['createTransaction', 'refund'] },
      'lookup.byReference needs the operation "getTransaction"',
    ],
    [
      'a lookup of withdrawals without the operation',
      { lookup: { byReference: true, lagSeconds: 0, withdrawByReference: true } },
      'lookup.withdrawByReference needs the operation "getWithdraw"',
    ],
    [
      'one word with two meanings',
      { status: { payment: { map: { paid: 'APPROVED', PAID: 'PENDING' }, unknown: 'PENDING' } } },
      'status.payment.map has "PAID" twice',
    ],
    [
      'unknown words taken for money',
      { status: { payment: { ...status.payment, unknown: 'APPROVED' } } },
      'status.payment.unknown must not be APPROVED.',
    ],
    [
      'unknown withdrawals taken for refused',
      { status: { ...status, withdraw: { map: {}, unknown: 'REJECTED' } } },
      'status.withdraw.unknown must be PENDING',
    ],
    [
      'an idempotency header that is not used',
      { idempotency: { supported: false, header: 'x-id' } },
      'idempotency.header is set',
    ],
  ];
  it.each(cases)('%s is told with its fix', (_what, changes, problem) => {
    const problems = problemsOf(changes);

    expect(problems.join('\n')).toContain(problem);
    expect(problems).toHaveLength(1);
  });

  it('tells all problems of a file at once', () => {
    expect(problemsOf({ id: 'A', moneyUnit: 'x', extra: 1 })).toHaveLength(3);
  });

  it('names the branch of auth by its type, not every branch', () => {
    const auth = { type: 'oauth2', tokenPath: 'token' } as unknown as Manifest['auth'];

    expect(problemsOf({ auth })).toEqual([
      'auth lacks "encoding": add it.',
      'auth lacks "clientId": add it.',
      'auth lacks "clientIn": add it.',
      'auth.tokenPath must match ^/.',
    ]);
  });
});

describe('the secret of a token call', () => {
  const auth = { type: 'oauth2', tokenPath: '/token', encoding: 'form', clientId: 'clientId' } as const;

  it('may be missing where the client stands in the body, and not in a Basic pair', () => {
    expect(problemsOf({ auth: { ...auth, clientIn: 'body' } })).toEqual([]);
    expect(problemsOf({ auth: { ...auth, clientIn: 'basic' } })).toEqual([
      'auth.clientSecret is missing, which a Basic pair needs: name it, or say "clientIn": "body".',
    ]);
  });
});

describe('the evidence of single operations', () => {
  it('is about operations of the package, and differs from that of the package', () => {
    expect(problemsOf({ evidenceByOperation: { getTransaction: 'inferred' } })).toEqual([]);
    expect(problemsOf({ evidenceByOperation: { getTransaction: 'documented' } })).toEqual([
      expect.stringContaining('as evidence says of the whole package: leave it out'),
    ]);
    expect(problemsOf({ evidenceByOperation: { chargeMandate: 'inferred' } })).toEqual([
      expect.stringContaining('evidenceByOperation has chargeMandate, which operations does not'),
    ]);
  });
});
