/** Programs call the public API with keys that do what their scopes say, for their owners alone, and stop at once when they are revoked. */
import { API_KEY_KINDS, API_SCOPES, type ApiKeyKind, type ApiScope, scopesOf } from '@feira/schemas/api';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { Procedure } from '@feira/schemas/procedure';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { type NewStaff, openStaff, type Staff } from '../../../test/staff.ts';
import { connect, createWorld, type World } from '../../../test/world.ts';
import type { PublicCall } from '../../plugins/api.ts';
import { isApiToken, newApiToken } from '../../shared/api-token.ts';
import { newId } from '../../shared/ids.ts';

let node: TestNode;
let second: TestNode;
let inspector: Inspector;
let world: World;
let seller: Staff;
let admin: Staff;

beforeAll(async () => {
  node = await buildNode();
  second = await buildNode({ databaseUrl: node.databaseUrl });
  inspector = await openInspector(node.databaseUrl);
  world = await createWorld(node.app);
  await connect(node.app, world);
  seller = await openStaff(node.app, world.platformId, { roles: ['seller'] });
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
});
afterAll(async () => {
  await inspector?.close();
  await second?.close();
  await node?.close();
});

const ROLES = {
  SELLER: { roles: ['seller'] },
  PLATFORM: { roles: ['admin'], permissions: ADMIN_PERMISSIONS },
} as const satisfies Record<ApiKeyKind, NewStaff>;

const isOpenTo = ({ access }: Procedure, kind: ApiKeyKind) =>
  access.kind === 'role' && access.roles.includes(ROLES[kind].roles[0]);

const TERMS = { name: 'Loja própria', networks: [], version: '2026-11-30', days: null } as const;

const ask = async (who: Staff, procedure: string, payload: object) => {
  const answer = await node.app.inject({
    method: 'POST',
    url: `/api/apiKeys.${procedure}`,
    headers: who.headers,
    payload,
  });
  return { status: answer.statusCode, ...answer.json() };
};

interface Made {
  keyId: string;
  token: string;
}

async function make(
  given: { who?: Staff; kind?: ApiKeyKind; scopes?: readonly ApiScope[] } & Record<string, unknown> = {},
): Promise<Made> {
  const { who = seller, kind = 'SELLER', scopes = scopesOf(kind), ...terms } = given;
  const answer = await ask(who, 'createKey', { ...TERMS, kind, scopes, ...terms });
  expect(answer).toMatchObject({ status: 200, token: expect.any(String) });
  return answer;
}

interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  payload?: object;
  on?: TestNode;
  remoteAddress?: string;
}

async function call(token: string | null, url: string, { method = 'GET', headers, on = node, ...more }: Sent = {}) {
  const answer = await on.app.inject({
    method,
    url: `/v1${url}`,
    headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...more,
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: answer.body ? answer.json() : null,
  };
}

const PRODUCT = { name: 'Curso de Pão', typeProduct: 'DIGITAL', category: 'GASTRONOMY' };
const createProduct = (token: string, more: Sent = {}) =>
  call(token, '/products', { method: 'POST', payload: PRODUCT, ...more });
const countProducts = async (owner: Staff) =>
  (await inspector.rows('SELECT id FROM product WHERE seller_id = $1', [owner.id])).length;

describe('a key', () => {
  it('is shown once, carries a checksum and is stored as a hash', async () => {
    const { keyId, token } = await make();
    expect(token).toMatch(/^feira_test_[0-9A-Za-z]{49}$/);
    expect(isApiToken(token)).toBe(true);
    expect(isApiToken(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)).toBe(false);

    const listed = await node.app.inject({ url: '/api/apiKeys.listKeys?kind=SELLER', headers: seller.headers });
    expect(listed.json().keys[0]).toMatchObject({ id: keyId, hint: token.slice(-4), mode: 'TEST', isWorking: true });
    const stored = await inspector.rows('SELECT k::text AS row FROM api_key k WHERE id = $1', [keyId]);
    expect(listed.body + JSON.stringify(stored)).not.toContain(token.slice(11, -4));
  });

  it('reads and changes what is its owner’s, and only that', async () => {
    const { token } = await make();
    const created = await createProduct(token);
    expect(created).toMatchObject({ status: 200, body: { productId: expect.any(String) } });
    const { productId } = created.body;

    const read = await call(token, `/products/${productId}`);
    expect(read.body).toMatchObject({ name: PRODUCT.name, version: 1 });
    const changed = await call(token, `/products/${productId}`, {
      method: 'PATCH',
      payload: { version: 1, name: 'Pães' },
    });
    expect(changed).toMatchObject({ status: 200 });
    expect((await call(token, '/products')).body.items.map(({ name }: { name: string }) => name)).toContain('Pães');

    const other = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    const theirs = await make({ who: other });
    expect(await call(theirs.token, `/products/${productId}`)).toMatchObject({ status: 404 });
  });

  it('is no session, and a session is no key', async () => {
    const { token } = await make();
    const asCookie = await node.app.inject({ url: '/v1/products', headers: seller.headers });
    expect(asCookie.statusCode).toBe(401);
    const atDashboard = await node.app.inject({
      url: '/api/products.listMyProducts',
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
    });
    expect(atDashboard.statusCode).toBe(401);
  });

  it('stops on every node with the request after it was revoked', async () => {
    const { keyId, token } = await make();
    expect((await call(token, '/products', { on: second })).status).toBe(200);
    expect(await ask(seller, 'revokeKey', { keyId })).toMatchObject({ status: 200 });
    for (const on of [node, second])
      expect(await call(token, '/products', { on })).toMatchObject({
        status: 401,
        body: { code: 'API_KEY_INVALID' },
        headers: {
          'www-authenticate': 'Bearer realm="feira"',
          'content-type': expect.stringContaining('problem+json'),
        },
      });
  });

  it('works beside its successor for as long as its owner said', async () => {
    const { keyId, token } = await make();
    const rolled = await ask(seller, 'rollKey', { keyId, hours: 24 });
    expect((await call(token, '/products')).status).toBe(200);
    expect((await call(rolled.token, '/products')).status).toBe(200);
    await inspector.rows(`UPDATE api_key SET old_until = now() - interval '1 second' WHERE id = $1`, [keyId]);
    expect((await call(token, '/products')).status).toBe(401);
    const again = await ask(seller, 'rollKey', { keyId, hours: 0 });
    expect((await call(rolled.token, '/products')).status).toBe(401);
    expect((await call(again.token, '/products')).status).toBe(200);
  });

  it('ends with its time, with its owner and with its owner’s role', async () => {
    const { keyId, token } = await make({ days: 30 });
    await inspector.rows('UPDATE api_key SET expires_at = now() WHERE id = $1', [keyId]);
    expect((await call(token, '/products')).status).toBe(401);

    const other = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    const theirs = await make({ who: other });
    await inspector.rows('DELETE FROM role_grant WHERE person_id = $1', [other.id]);
    expect(await call(theirs.token, '/products')).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    await inspector.rows(`UPDATE person SET status = 'DISABLED' WHERE id = $1`, [other.id]);
    expect(await call(theirs.token, '/products')).toMatchObject({ status: 401 });
  });

  it('works only from the networks that it names', async () => {
    const { token } = await make({ networks: ['203.0.113.77/24', '2001:db8::/32', '198.51.100.7'] });
    const from = async (remoteAddress: string) => (await call(token, '/products', { remoteAddress })).body.code;
    expect(await from('203.0.113.9')).toBeUndefined();
    // A socket that is bound to IPv6 sees IPv4 so.
    expect(await from('::ffff:203.0.113.9')).toBeUndefined();
    expect(await from('198.51.100.7')).toBeUndefined();
    expect(await from('2001:db8::1')).toBeUndefined();
    for (const stranger of ['203.0.114.9', '198.51.100.8', '2001:db9::1'])
      expect(await from(stranger)).toBe('API_KEY_ADDRESS');
    for (const wrong of ['casa', '10/8', '0x0a000000/8', 'fe80::1%eth0', '010.0.0.1', '203.0.113.7/33', '1.2.3.4/8/8'])
      expect(
        await ask(seller, 'createKey', { ...TERMS, kind: 'SELLER', scopes: ['sales:read'], networks: [wrong] }),
      ).toMatchObject({ status: 400, code: 'API_KEY_NETWORK' });
    const { keyId } = await make({ networks: ['::ffff:203.0.113.9/120', '2001:DB8::1/32', '0.0.0.0/0'] });
    expect(await inspector.rows('SELECT networks::text FROM api_key WHERE id = $1', [keyId])).toEqual([
      { networks: '{203.0.113.0/24,2001:db8::/32,0.0.0.0/0}' },
    ]);
  });

  it('leads to no other platform', async () => {
    const { token } = await make();
    const other = await createWorld(node.app, { host: 'outra.example' });
    expect(other.platformId).not.toBe(world.platformId);
    expect((await call(token, '/products', { headers: { host: 'outra.example' } })).status).toBe(401);
  });

  it('for tests stops once the platform charges real money, and the next one is live', async () => {
    const own = await createWorld(node.app, { host: 'testes.example' });
    const connection = await connect(node.app, own);
    const host = 'testes.example';
    const owner = await openStaff(node.app, own.platformId, { roles: ['seller'], host });
    const test = await make({ who: owner });
    expect(test.token).toMatch(/^feira_test_/);
    expect((await call(test.token, '/products', { headers: { host } })).status).toBe(200);
    await inspector.rows(`UPDATE provider_connection SET environment = 'production', base_urls = NULL WHERE id = $1`, [
      connection.id,
    ]);
    expect(await call(test.token, '/products', { headers: { host } })).toMatchObject({
      status: 403,
      body: { code: 'API_KEY_MODE' },
    });
    const live = await make({ who: owner });
    expect(live.token).toMatch(/^feira_live_/);
    expect((await call(live.token, '/products', { headers: { host } })).status).toBe(200);
  });

  it('of the platform acts with its administrator’s permissions, and other administrators can revoke it', async () => {
    const { keyId, token } = await make({ who: admin, kind: 'PLATFORM' });
    expect((await call(token, '/platform/sales')).status).toBe(200);
    expect(await call(token, '/products')).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    await inspector.rows(`UPDATE role_grant SET permissions = '{isConfigAvailable}' WHERE person_id = $1`, [admin.id]);
    expect(await call(token, '/platform/sales')).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    await inspector.rows('UPDATE role_grant SET permissions = $2 WHERE person_id = $1', [admin.id, ADMIN_PERMISSIONS]);

    const colleague = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isConfigAvailable'],
    });
    expect(await ask(colleague, 'rollKey', { keyId, hours: 0 })).toMatchObject({ code: 'API_KEY_NOT_FOUND' });
    expect(await ask(seller, 'revokeKey', { keyId })).toMatchObject({ code: 'API_KEY_NOT_FOUND' });
    expect(await ask(colleague, 'revokeKey', { keyId })).toMatchObject({ status: 200 });
    expect((await call(token, '/platform/sales')).status).toBe(401);
  });

  it('is made by nobody who may not keep one, and not without a password', async () => {
    const terms = { ...TERMS, scopes: ['sales:read'] };
    const affiliate = await openStaff(node.app, world.platformId, { roles: ['affiliate'] });
    const support = await openStaff(node.app, world.platformId, {
      roles: ['admin'],
      permissions: ['isSalesAvailable'],
    });
    expect(await ask(affiliate, 'createKey', { ...terms, kind: 'SELLER' })).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(await ask(support, 'createKey', { ...terms, kind: 'PLATFORM' })).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(await ask(seller, 'createKey', { ...terms, kind: 'PLATFORM' })).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(await ask(seller, 'createKey', { ...terms, kind: 'SELLER', scopes: ['people:read'] })).toMatchObject({
      code: 'API_SCOPE_UNAVAILABLE',
    });
  });
});

describe('a change by a program', () => {
  it('stands in the log with the key, and among the requests of the key', async () => {
    const { keyId, token } = await make({ name: 'ERP do Zé' });
    const { body, headers } = await createProduct(token);
    const [event] = await inspector.rows(
      `SELECT actor_id, details->>'apiKey' AS key FROM audit_event WHERE subject_id = $1`,
      [body.productId],
    );
    expect(event).toEqual({ actor_id: seller.id, key: 'ERP do Zé' });

    await call(token, `/products/${newId()}`);
    await call(token, '/products');
    await expect
      .poll(async () => {
        const listed = await node.app.inject({
          url: `/api/apiKeys.listRequests?keyId=${keyId}`,
          headers: seller.headers,
        });
        return listed
          .json()
          .items.map(({ call, status, code }: Record<string, unknown>) => [call, status, code])
          .sort();
      })
      .toEqual([
        ['GET /v1/products/{productId}', 404, 'PRODUCT_NOT_FOUND'],
        ['POST /v1/products', 200, null],
      ]);
    expect(headers['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('that is refused before the call stands among the requests too, by the id of its answer', async () => {
    const { keyId, token } = await make({ scopes: ['sales:read'], networks: ['127.0.0.0/8'] });
    const refused = [
      await call(token, '/products'),
      await call(token, '/sales', { headers: { 'feira-version': '2020-01-01' } }),
      await call(token, '/sales', { remoteAddress: '203.0.113.9' }),
    ];
    const expected = refused.map(({ headers, body }) => ({ id: headers['request-id'], code: body.code }));
    expect(expected.map(({ code }) => code)).toEqual(['API_SCOPE_MISSING', 'API_VERSION_UNKNOWN', 'API_KEY_ADDRESS']);
    await expect
      .poll(() => inspector.rows('SELECT id, code FROM api_request WHERE key_id = $1 ORDER BY id', [keyId]))
      .toEqual(expected);
    const stranger = await call(newApiToken('TEST'), '/sales');
    expect(stranger).toMatchObject({ status: 401, headers: { 'request-id': expect.any(String) } });
  });

  it('is made once for each idempotency key', async () => {
    const owner = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    const { token } = await make({ who: owner });
    const headers = { 'idempotency-key': 'pedido-1' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => createProduct(token, { headers })));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await countProducts(owner)).toBe(1);

    const repeated = await createProduct(token, { headers });
    expect(repeated).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    const ids = [...answers, repeated].flatMap(({ status, body }) => (status === 200 ? [body.productId] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await createProduct(token, { headers, payload: { ...PRODUCT, name: 'Outro' } })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    // Another person's equal key is another key.
    const stranger = await make();
    const before = await countProducts(seller);
    expect((await createProduct(stranger.token, { headers })).status).toBe(200);
    expect(await countProducts(seller)).toBe(before + 1);
  });

  it('whose answer could not be kept is answered, and not made again', async () => {
    const owner = await openStaff(node.app, world.platformId, { roles: ['seller'] });
    const { token } = await make({ who: owner });
    const headers = { 'idempotency-key': newId() };
    vi.spyOn(node.app.dataKeys, 'seal').mockRejectedValueOnce(new Error('The database is away.'));
    expect((await createProduct(token, { headers })).status).toBe(200);
    expect(await createProduct(token, { headers })).toMatchObject({ body: { code: 'IDEMPOTENCY_KEY_IN_USE' } });
    expect(await countProducts(owner)).toBe(1);
  });

  it('keeps a secret that is shown once from those who read the database, and answers the repeat with it', async () => {
    const { token } = await make();
    const headers = { 'idempotency-key': newId() };
    const payload = { name: 'ERP', url: 'https://erp.example/feira', events: ['onBuyApproved'], productIds: [] };
    const create = () =>
      call(token, '/webhooks', { method: 'POST', headers, payload: { ...payload, isEnabled: true } });
    const first = await create();
    expect(first.body).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
    const kept = await inspector.rows(`SELECT k::text AS row FROM idempotency_key k WHERE key LIKE '%' || $1`, [
      headers['idempotency-key'],
    ]);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('whsec_');
    expect((await create()).body).toEqual(first.body);
  });

  it('that moves money has idempotency keys of its person too', async () => {
    const once = async (personId: string) => {
      const { keyId } = await make();
      const apiKey = { id: keyId, name: 'ERP', kind: 'SELLER', scopes: [], version: '2026-11-30' } as const;
      const who = { id: personId, apiKey: { ...apiKey, scopes: [] } };
      return node.app.doOnce(
        {
          procedure: 'payouts.requestWithdrawal',
          platform: { id: world.platformId },
          person: who,
          input: {},
          request: { headers: { 'idempotency-key': 'saque-1' }, log: node.app.log },
          reply: { header: (() => undefined) as never },
        },
        async () => ({ personId }),
      );
    };
    expect(await once(seller.id)).toEqual({ personId: seller.id });
    expect(await once(admin.id)).toEqual({ personId: admin.id });
    expect(await once(seller.id)).toEqual({ personId: seller.id });
  });

  it('takes its object from the address, and no body where it needs none', async () => {
    const { token } = await make();
    const payload = { name: 'ERP', url: 'https://erp.example/feira', events: ['onBuyApproved'], productIds: [] };
    const { body } = await call(token, '/webhooks', { method: 'POST', payload: { ...payload, isEnabled: true } });
    const elsewhere = await call(token, `/webhooks/${newId()}/rotate-secret`, {
      method: 'POST',
      payload: { webhookId: body.webhookId },
    });
    expect(elsewhere.status).toBe(404);
    // A full refund names no amount.
    const refund = await call(token, `/payments/${'a'.repeat(22)}/refunds`, {
      method: 'POST',
      headers: { 'idempotency-key': newId() },
    });
    expect(refund.body).toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    const text = await node.app.inject({
      method: 'POST',
      url: '/v1/products',
      headers: { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      payload: JSON.stringify(PRODUCT),
    });
    expect(text.statusCode).toBe(415);
  });

  it('that failed may be tried again with the same idempotency key', async () => {
    const { token } = await make();
    const headers = { 'idempotency-key': newId() };
    const offer = { productId: newId(), title: 'Oferta', price: 9_990 };
    const failed = await call(token, '/offers', { method: 'POST', headers, payload: offer });
    expect(failed).toMatchObject({ status: 404, body: { code: 'PRODUCT_NOT_FOUND' } });
    const { body } = await createProduct(token);
    const payload = { ...offer, productId: body.productId };
    expect((await call(token, '/offers', { method: 'POST', headers, payload })).status).toBe(200);
  });

  it('that moves money asks for an idempotency key', async () => {
    const { token } = await make();
    expect(await call(token, '/payouts', { method: 'POST', payload: { amount: 100 } })).toMatchObject({
      body: { code: 'IDEMPOTENCY_KEY_MISSING', errors: [{ field: 'idempotency-key' }] },
    });
  });
});

describe('every answer', () => {
  it('names its version, and what is left of the calls', async () => {
    const { token } = await make();
    const first = await call(token, '/products');
    expect(first.headers).toMatchObject({
      'feira-version': '2026-11-30',
      'cache-control': 'no-store',
      'ratelimit-policy': expect.stringMatching(/^"reading";q=\d+;w=60$/),
    });
    const left = ({ headers }: typeof first) =>
      Number(/^"reading";r=(\d+);t=\d+$/.exec(headers.ratelimit as string)?.[1]);
    expect(left(await call(token, '/products'))).toBe(left(first) - 1);
    expect(await call(token, '/products', { headers: { 'feira-version': '2020-01-01' } })).toMatchObject({
      status: 400,
      body: { code: 'API_VERSION_UNKNOWN', errors: [{ field: 'feira-version' }] },
    });
  });

  it('is not sent again to a program that has it', async () => {
    const { token } = await make();
    const first = await call(token, '/products');
    const etag = first.headers.etag as string;
    const known = await call(token, '/products', { headers: { 'if-none-match': etag } });
    expect(known).toMatchObject({ status: 304, text: '' });
    await createProduct(token);
    expect((await call(token, '/products', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('describes a problem in the caller’s language, with the fields to correct', async () => {
    const { token } = await make();
    const wrong = (language: string) =>
      call(token, '/products', {
        method: 'POST',
        headers: { 'accept-language': language },
        payload: { ...PRODUCT, category: 'NOTHING' },
      });
    expect((await wrong('en')).body).toMatchObject({
      type: '/docs/errors#VALIDATION_FAILED',
      title: 'Check the fields named below.',
      status: 400,
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'category', message: expect.stringMatching(/^Unknown value/) }],
    });
    expect((await wrong('pt-BR')).body).toMatchObject({ title: 'Confira os campos indicados.' });
    expect(await call(token, '/nothing')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('the scopes', () => {
  it('are those of the calls', () => {
    const declared = new Set(node.app.apiCalls.map(({ scope }) => scope));
    expect([...declared].sort()).toEqual([...API_SCOPES].sort());
    const isForgotten = ({ scope, procedure }: PublicCall, kind: ApiKeyKind) =>
      isOpenTo(procedure, kind) && !scopesOf(kind).includes(scope);
    for (const kind of API_KEY_KINDS) expect(node.app.apiCalls.filter((one) => isForgotten(one, kind))).toEqual([]);
  });

  it('open their own calls alone, each of which needs a key', async () => {
    const keys = new Map<string, string>();
    for (const kind of API_KEY_KINDS)
      for (const scope of scopesOf(kind)) {
        // Each person has fifty keys at most.
        const who = await openStaff(node.app, world.platformId, ROLES[kind]);
        const others = scopesOf(kind).filter((one) => one !== scope);
        keys.set(`${kind} with ${scope}`, (await make({ who, kind, scopes: [scope] })).token);
        keys.set(`${kind} without ${scope}`, (await make({ who, kind, scopes: others })).token);
      }
    const wrong: string[] = [];
    for (const { method, path, scope, procedure } of node.app.apiCalls) {
      const url = path.replaceAll(/\{\w+\}/g, newId());
      const sent: Sent = { method, ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }) };
      if ((await call(null, url, sent)).status !== 401) wrong.push(`${procedure.name} without a key`);
      for (const kind of API_KEY_KINDS)
        for (const state of ['with', 'without']) {
          const token = keys.get(`${kind} ${state} ${scope}`);
          if (!token) continue;
          const { body } = await call(token, url, sent);
          const isOpen = state === 'with' && isOpenTo(procedure, kind);
          const isRefused = body?.code === 'API_SCOPE_MISSING' || body?.code === 'ACCESS_DENIED';
          if (isOpen === isRefused) wrong.push(`${procedure.name} by ${kind} ${state} ${scope}: ${body?.code}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it('never open what guards accounts, permissions or where money goes', () => {
    const guarded = node.app.apiCalls
      .filter(({ procedure }) => procedure.protects === 'permissions' || procedure.protects === 'credentials')
      .map(({ procedure }) => procedure.name);
    // Addresses of events, the secrets that sign them and the sites of a checkout are what a program sets up.
    expect(guarded).toEqual([
      'embedding.updateEmbedding',
      'sellerWebhooks.create',
      'sellerWebhooks.update',
      'sellerWebhooks.rotateSecret',
    ]);
    const names = node.app.apiCalls.map(({ procedure }) => procedure.name);
    expect(
      names.filter((name) =>
        /^(payouts\.(add|remove|decide)|people\.(set|invite|revoke)|apiKeys|account|session)/.test(name),
      ),
    ).toEqual([]);
  });
});

describe('a token', () => {
  it('differs each time, and only its exact text counts', () => {
    const tokens = Array.from({ length: 200 }, () => newApiToken('LIVE'));
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) {
      expect(isApiToken(token)).toBe(true);
      expect(isApiToken(token.slice(0, -1))).toBe(false);
      expect(isApiToken(token.replace('live', 'test'))).toBe(false);
    }
  });
});
