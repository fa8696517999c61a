/** Accounts of receivers: their own credentials in the declared scheme, an access token each, and nothing of it where it can be read. */
import type { Manifest, OAuth2 } from '@feira/schemas/manifest';
import { expect, it } from 'vitest';
import type { HttpRequest } from '../host.ts';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { createSecretCrypto } from './secret-crypto.ts';
import { testBroker } from './test-broker.ts';
import { validateManifest } from './validate-manifest.ts';

const get: HttpRequest = { method: 'GET', path: '/balance' };
const OAUTH: OAuth2 = {
  type: 'oauth2',
  tokenPath: '/token',
  encoding: 'json',
  clientId: 'clientId',
  clientSecret: 'secretKey',
  clientIn: 'body',
  body: {
    client_id: [{ credential: 'clientId' }],
    client_secret: [{ credential: 'secretKey' }],
    scope: ['account_id:', { credential: 'accountId' }],
  },
};
const NAMES = ['accountId', 'clientId', 'secretKey'];
const SECRETS = { secretKey: 'sk_123456789' };
const SETTINGS = { clientId: 'client-1' };

function open(changes: Partial<Manifest>, answer: (request: SimulatorRequest) => SimulatorResponse) {
  const requests: SimulatorRequest[] = [];
  const manifest = testManifest({ accountCredentials: NAMES, ...changes });
  const { http, vault, exchanges } = testBroker({
    manifest,
    secretValues: SECRETS,
    settings: SETTINGS,
    inProcess: async (request) => {
      requests.push(request);
      return answer(request);
    },
  });
  const secrets = new Map(Object.entries(SECRETS));
  const crypto = createSecretCrypto({ secrets, settings: SETTINGS, vault, accountCredentials: NAMES });
  return { http, vault, crypto, requests, exchanges };
}

const toToken = (request: SimulatorRequest) => {
  const { client_id: client, scope = 'platform' } = request.body as Record<string, string>;
  return { status: 200, body: { access_token: `${client}/${scope}`, expires_in: 600 } };
};

it('each have an access token of their own, asked for once, with their credentials over those of the connection', async () => {
  const { http, crypto, requests } = open({ auth: OAUTH }, (request) =>
    request.path === '/token' ? toToken(request) : { status: 200, body: {} },
  );
  const scoped = crypto.sealAccount({ accountId: 'acc-7' });
  const separate = crypto.sealAccount({ clientId: 'client-2', secretKey: 'sk_of_client_2' });

  for (const auth of ['default', { account: scoped }, { account: separate }, { account: scoped }] as const)
    await http.request({ ...get, auth });

  const tokenBodies = requests.filter(({ path }) => path === '/token').map(({ body }) => body);
  expect(tokenBodies).toEqual([
    { client_id: 'client-1', client_secret: 'sk_123456789' },
    { client_id: 'client-1', client_secret: 'sk_123456789', scope: 'account_id:acc-7' },
    { client_id: 'client-2', client_secret: 'sk_of_client_2' },
  ]);
  expect(requests.filter(({ path }) => path !== '/token').map(({ headers }) => headers.authorization)).toEqual([
    'Bearer client-1/platform',
    'Bearer client-1/account_id:acc-7',
    'Bearer client-2/platform',
    'Bearer client-1/account_id:acc-7',
  ]);
});

it('get a fresh access token after a 401, and the others keep theirs', async () => {
  let isRefused = true;
  const { http, crypto, requests } = open({ auth: OAUTH }, (request) => {
    if (request.path === '/token') return toToken(request);
    const status = isRefused && request.headers.authorization?.endsWith('acc-7') ? 401 : 200;
    if (status === 401) isRefused = false;
    return { status, body: {} };
  });
  await http.request(get);

  await http.request({ ...get, auth: { account: crypto.sealAccount({ accountId: 'acc-7' }) } });
  await http.request(get);

  const scopes = requests.filter(({ path }) => path === '/token').map(({ body }) => (body as { scope?: string }).scope);
  expect(scopes).toEqual([undefined, 'account_id:acc-7', 'account_id:acc-7']);
});

it('are made of secrets of an answer, and sign with them, without the adapter reading one', async () => {
  const answer = { account: { id: 'acc-7', key: 'key_of_the_account' } };
  const { http, crypto, vault, requests, exchanges } = open(
    { auth: { type: 'header', header: 'x-api-key', credential: 'secretKey' } },
    ({ path }) =>
      path === '/accounts'
        ? { status: 201, body: answer }
        : { status: 422, body: { message: 'No key_of_the_account.' } },
  );
  const made = await http.request<typeof answer>({
    method: 'POST',
    path: '/accounts',
    json: {},
    secretPaths: [['account', 'key']],
  });

  const account = crypto.sealAccount({ secretKey: made.body.account.key });
  const signed = crypto.hash('sha256', ['POST|/x\n', { credential: 'secretKey', account }], 'hex');
  await http.request({ ...get, auth: { account } }).catch(() => undefined);

  expect(JSON.stringify([made, account, signed])).not.toContain('key_of_the_account');
  expect(signed).toBe(crypto.hash('sha256', 'POST|/x\nkey_of_the_account', 'hex'));
  expect(requests.map(({ headers }) => headers['x-api-key'])).toEqual(['sk_123456789', 'key_of_the_account']);
  expect(exchanges.at(-1)?.reason).toBe('No [redacted].');
  // Another process opens what the core stores as the same account.
  const stored = vault.open(account) as string;
  const later = open({ auth: { type: 'header', header: 'x-api-key', credential: 'secretKey' } }, () => ({
    status: 200,
    body: {},
  }));
  await later.http.request({ ...get, auth: { account: later.vault.seal(stored) } });
  expect(later.requests[0]?.headers['x-api-key']).toBe('key_of_the_account');
});

it.each([
  [{ otherKey: 'a' }, '"otherKey" is not in accountCredentials'],
  [{ secretKey: '' }, '"secretKey" must be a text'],
  [{}, 'it has no credential'],
  [{ secretKey: 'k'.repeat(8_192) }, 'more than 8192 characters'],
])('of %j are refused', (credentials, message) => {
  const { crypto } = open({}, () => ({ status: 200, body: {} }));
  expect(() => crypto.sealAccount(credentials as Record<string, string>)).toThrow(message);
});

it('are no tokens, and tokens are no accounts', async () => {
  const { http, vault, requests } = open({}, () => ({ status: 200, body: {} }));

  const call = http.request({ ...get, auth: { account: vault.seal('{"token":"a"}') } });

  await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED', outcome: 'NOT_SENT' });
  expect(requests).toEqual([]);
});

it('may have credentials that no form asks for', () => {
  const problems = (accountCredentials?: string[]) => {
    const checked = validateManifest({
      ...testManifest({ auth: OAUTH }),
      ...(accountCredentials && { accountCredentials }),
    });
    return 'problems' in checked ? checked.problems.join('\n') : '';
  };
  expect(problems()).toContain('names "accountId", which credentials.properties lacks');
  expect(problems(NAMES)).not.toContain('"accountId"');
});
