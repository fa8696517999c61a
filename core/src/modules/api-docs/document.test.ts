/** The document of the public API describes every call, and programs that are written from it are answered as it says. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_KEY_KINDS, type ApiKeyKind, scopesOf } from '@feira/schemas/api';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { validate } from '@scalar/openapi-parser';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { rounds, SEED } from '../../../test/draw.ts';
import { openInspector } from '../../../test/inspect.ts';
import { openSessionOf, openStaff } from '../../../test/staff.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { createAjv } from '../../plugins/procedures.ts';
import { newId, newPublicId } from '../../shared/ids.ts';

interface Schema {
  type?: string | string[];
  required?: readonly string[];
  properties?: Record<string, Schema>;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
}

interface Operation {
  operationId: string;
  parameters: { name?: string; in?: 'path' | 'query'; required?: boolean; schema?: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

interface Call extends Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
}

let node: TestNode;
/** The files that generated calls send. */
let directory: string;
let world: World;
let document: { paths: Record<string, Record<string, Operation>>; components: { parameters: object } };
let calls: Call[];
/** One of each kind, with every scope, for the world's seller and an administrator. */
const tokens = { SELLER: '', PLATFORM: '' };
/** Ids of what exists, which generated calls name besides others. */
let known: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'feira-document-'));
  node = await buildNode({ env: { MEDIA_DIRECTORY: directory } });
  world = await createWorld(node.app);
  await connect(node.app, world);
  const purchase = (await buy(node.app, pixPurchase(world))).json();
  known = [world.productId, world.offerId, world.sellerId, purchase.paymentId];
  const { platformId, sellerId } = world;
  const inspector = await openInspector(node.databaseUrl);
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    sellerId,
  ]);
  await inspector.close();
  const owners = {
    SELLER: await openSessionOf(node.app, platformId, sellerId),
    PLATFORM: (await openStaff(node.app, platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS })).headers,
  };
  for (const kind of API_KEY_KINDS) {
    const payload = { name: 'Teste', kind, scopes: scopesOf(kind), networks: [], version: '2026-11-30', days: null };
    const made = await node.app.inject({
      method: 'POST',
      url: '/api/apiKeys.createKey',
      headers: owners[kind],
      payload,
    });
    tokens[kind] = made.json().token;
  }
  document = (await node.app.inject({ url: '/v1/openapi.json', headers: { host: 'localhost' } })).json();
  calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase() as Call['method'],
    })),
  );
});
afterAll(async () => {
  await node?.close();
  await rm(directory, { recursive: true, force: true });
});

describe('the document', () => {
  it('is one by the schema of OpenAPI 3.1', async () => {
    expect(await validate(JSON.stringify(document))).toMatchObject({ valid: true, version: '3.1' });
  });

  it('describes each call once, under a name of its own', () => {
    const ids = calls.map(({ operationId }) => operationId);
    expect(ids).toContain('balance.retrieve');
    expect(ids).toContain('payments.refunds.create');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(node.app.apiCalls.length);
  });
});

/** Values that no schema asks for. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1e21, '', ' ', '\u0000', '\ud800', [], {}, '__proto__', 'null'),
  fc.string(),
  fc.integer(),
);

/** Returns values of which most fit the schema, and some nearly do. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valuesOf));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000_000 } = schema;
      return fc.oneof(
        fc.constantFrom(minimum, maximum, minimum - 1),
        fc.integer({ min: minimum, max: Math.min(maximum, minimum + 9_999) }),
      );
    }
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(schema.minItems ?? 0, 3)),
      });
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one)]));
      return fc.record(fields, { requiredKeys: [...required] });
    }
  }
  if (schema.format === 'email') return fc.constantFrom('joao@example.com', 'JOÃO@example.com', 'x');
  if (schema.format === 'date') return fc.constantFrom('2026-11-30', '2026-02-29', '1999-12-31', '9999-12-31');
  if (schema.format === 'date-time')
    return fc.constantFrom('2026-11-30T12:00:00Z', '2026-11-30', '9999-12-31T23:59:59Z');
  if (schema.pattern?.includes('[0-9a-f]{8}')) return fc.oneof(fc.constantFrom(...known), fc.constant(newId()));
  if (schema.pattern?.includes('{2')) return fc.constantFrom(...known, newPublicId());
  const { minLength = 0, maxLength = 40 } = schema;
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) });
  return fc.oneof(
    text,
    fc.constantFrom('Curso de Pão', 'https://exemplo.com.br/x', '11987654321', '52998224725', 'NATAL10'),
  );
}

/** Returns inputs of a call: mostly by its schema, sometimes with a value or a property that does not belong there. */
const inputsOf = (schema: Schema): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      valuesOf({ ...schema, type: 'object' }),
      fc.nat({ max: 9 }),
      junk,
      fc.constantFrom(...Object.keys(schema.properties ?? {}), 'admin'),
    )
    .map(([input, dice, value, name]) =>
      dice === 0 ? { ...(input as object), [name]: value } : (input as Record<string, unknown>),
    );

const schemaOf = ({ parameters, requestBody }: Operation, place: 'path' | 'query' | 'body'): Schema => {
  if (place === 'body') return requestBody?.content['application/json'].schema ?? {};
  const own = parameters.filter((one) => one.in === place);
  return {
    required: own.filter(({ required }) => required).map(({ name }) => name as string),
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema ?? {}])),
  };
};

const toText = (value: unknown) =>
  encodeURIComponent(
    typeof value === 'string' ? value.toWellFormed() : Array.isArray(value) ? value.join(',') : JSON.stringify(value),
  );

interface Request {
  call: Call;
  url: string;
  token: string;
  body: Record<string, unknown>;
}

const SELLER_FIRST = [...Array<ApiKeyKind>(9).fill('SELLER'), 'PLATFORM'] as const;
const PLATFORM_FIRST = [...Array<ApiKeyKind>(9).fill('PLATFORM'), 'SELLER'] as const;

const requests = (): fc.Arbitrary<Request> =>
  fc.constantFrom(...calls).chain((call) =>
    fc
      .record({
        // Mostly the one that may call.
        token: fc
          .constantFrom(...(call.path.startsWith('/platform') ? PLATFORM_FIRST : SELLER_FIRST))
          .map((kind) => tokens[kind]),
        path: valuesOf({ ...schemaOf(call, 'path'), type: 'object' }),
        query: inputsOf(schemaOf(call, 'query')),
        body: inputsOf(schemaOf(call, 'body')),
      })
      .map(({ token, path, query, body }) => {
        const address = call.path.replaceAll(
          /\{(\w+)\}/g,
          (_, name: string) => toText((path as Record<string, unknown>)[name]) || '-',
        );
        const search = Object.entries(query)
          .map(([name, value]) => `${toText(name)}=${toText(value)}`)
          .join('&');
        return { call, token, body, url: `/v1${address}${search && `?${search}`}` };
      }),
  );

const ajv = createAjv({});

async function check({ call, url, token, body }: Request): Promise<void> {
  const answer = await node.app.inject({
    method: call.method,
    url,
    headers: {
      host: 'localhost',
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      'idempotency-key': newId(),
    },
    ...(call.requestBody && { payload: body }),
  });
  const described = call.responses[answer.statusCode];
  if (!described) throw new Error(`${answer.statusCode} is not declared: ${answer.body.slice(0, 300)}`);
  if (answer.statusCode >= 500) throw new Error(answer.body);
  const type = String(answer.headers['content-type']).split(';')[0] as string;
  const schema = described.content?.[type]?.schema as (Schema & { $ref?: string }) | undefined;
  if (answer.statusCode === 200) {
    const isValid = ajv.compile({ ...schema })(answer.json());
    if (!isValid)
      throw new Error(`The answer does not fit: ${JSON.stringify(ajv.errors)} ${answer.body.slice(0, 300)}`);
    return;
  }
  const { code } = answer.json();
  if (!described.description.includes(`\`${code}\``))
    throw new Error(`${code} is not declared for ${answer.statusCode}`);
}

describe('programs that are written from the document', () => {
  const count = rounds({ short: 600, long: 50_000 });

  it(`get only what it declares, and never a 5xx, in ${count} requests (seed ${SEED})`, async () => {
    const problems = new Map<string, string>();
    const generated = fc.sample(requests(), { numRuns: count, seed: SEED });
    const left = generated.values();
    const work = async () => {
      for (const request of left)
        await check(request).catch((error: Error) => {
          problems.set(
            `${request.call.operationId}: ${error.message.slice(0, 60)}`,
            `${request.url} ${JSON.stringify(request.body)} ${error.message}`,
          );
        });
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect([...problems.entries()]).toEqual([]);
  });

  it('are refused where the document is wrong about an answer', async () => {
    const call = calls.find(({ operationId }) => operationId === 'products.list') as Call;
    const token = tokens.SELLER;
    const lying = {
      ...call,
      responses: {
        ...call.responses,
        200: {
          description: '',
          content: { 'application/json': { schema: { type: 'object', required: ['nothing'] } } },
        },
      },
    };
    await expect(check({ call: lying, url: '/v1/products', token, body: {} })).rejects.toThrow('does not fit');
    await expect(check({ call: { ...call, responses: {} }, url: '/v1/products', token, body: {} })).rejects.toThrow(
      'not declared',
    );
  });
});
