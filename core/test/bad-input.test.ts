/** Whatever is sent to a procedure, the response is a 4xx that names the field, in the caller's language; never a 5xx. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS, type ErrorCode } from '@feira/schemas/error-catalogue';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { ROLES } from '@feira/schemas/procedure';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { checkWorld } from './check-world.ts';
import { openDraw, rounds } from './draw.ts';
import { type Market, openMarket } from './market.ts';
import { createPerson } from './people.ts';
import { openStaff } from './staff.ts';
import { connect, createWorld, pixPurchase } from './world.ts';

interface Schema {
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  enum?: string[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  minProperties?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

interface Route {
  name: string;
  method: 'GET' | 'POST';
  url: string;
  /** The body, or the query as one object. */
  input: Schema;
  /** True if no sign-in is needed. */
  isOpen: boolean;
  /** The largest body, bytes. */
  bodyLimit: number;
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
}

let directory: string;
let market: Market;
let routes: Route[];
/** A person who may call everything, so that every refusal comes from the input. */
let everybody: Record<string, string>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'feira-bad-input-'));
  // No look-up leaves this machine.
  const env = { ZIP_LOOKUP_URL: 'http://127.0.0.1:9', MEDIA_DIRECTORY: directory };
  market = await openMarket({ isListening: false, env });
  const holder = { roles: [...ROLES], permissions: [...ADMIN_PERMISSIONS] };
  const { id, email, headers } = await openStaff(market.node.app, market.world.platformId, holder);
  await createPerson(market.node.app, market.world.platformId, { id, email });
  everybody = headers;
  const document = (await market.node.app.inject({ url: '/docs/procedures/json' })).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  routes = Object.entries(document.paths)
    .filter(([url]) => url.startsWith('/api/'))
    .flatMap(([url, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        name: url.slice('/api/'.length),
        method: method.toUpperCase() as Route['method'],
        url,
        isOpen: true,
        bodyLimit: market.node.app.routes.find((route) => route.url === url)?.bodyLimit ?? Number.POSITIVE_INFINITY,
        input:
          method === 'post' ? (operation.requestBody?.content['application/json']?.schema ?? {}) : queryOf(operation),
      })),
    );
  for (const route of routes) {
    const answer = await market.node.app.inject({ method: route.method, url: route.url });
    route.isOpen = answer.json().code !== 'LOGIN_REQUIRED';
  }
});
afterAll(async () => {
  await market.close();
  rmSync(directory, { recursive: true });
});

function queryOf({ parameters = [] }: Operation): Schema {
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'lang');
  return {
    type: 'object',
    required: query.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
  };
}

const mutations = () => routes.filter(({ method }) => method === 'POST');
const queries = () => routes.filter(({ method }) => method === 'GET');

const SAMPLES: [RegExp, string][] = [
  [/^\^\[a-z0-9\]\(-\?/, 'minha-loja'],
  [/^\^#/, '#0b6e4f'],
  [/\{8\}-\[0-9a-f\]\{4\}/, '0190a1b2-0000-7000-8000-000000000001'],
  [/\{43\}/, 'A'.repeat(43)],
  [/\{87\}/, 'BJoShfFXzBI-Tu08tDmTCdwNMPOh_VTwrX13BEDkKUSfIX60ZYSFJWiCwqJ3RhexA5rmSCFrJaJ_9gFXWSOYn8k'],
  [/^\^\(?https:/, 'https://push.example/address'],
  [/^\^\(\/\(/, '/platform/my-sales'],
  [/^\^\(\[01\]\[0-9\]\|2\[0-3\]\):/, '22:00'],
  [/\{6\}/, '000000'],
  [/\{22\}\\\./, `${'A'.repeat(22)}.${'A'.repeat(22)}`],
  [/\{2[12]\}/, 'AAAAAAAAAAAAAAAAAAAAAA'],
  [/\{11\}\|/, '52998224725'],
  [/\{10,11\}|\{0,11\}/, '11987654321'],
  [/\{8\}\$/, '01310100'],
  [/^\^\[a-z\]\[a-z0-9-\]/, 'acme'],
  [/^\^\[0-9\]\+\\\.\[0-9\]/, '1.0.0'],
  [/sha256:/, `sha256:${'0'.repeat(64)}`],
  [/^\^\[A-Za-z0-9\+\/\]\{86\}==/, `${'A'.repeat(86)}==`],
  [/^\^\[A-Za-z0-9\+\/\]\+=/, 'AAAA'],
  [/^\^\[0-9\]\{3\}\$/, '341'],
  [/^\^\[0-9\]\{1,/, '1234'],
  [/^\^\[0-9Xx\]\$/, '0'],
  [/\{3,30\}/, 'NATAL10'],
  [/x2[01]-/, 'secret'],
  [/_~-\]\+\$$/, 'A'.repeat(22)],
  [/^\^\[A-Za-z0-9_-\]\+\$$/, 'AAAA'],
  [/^\^\[A-Za-z0-9_\.[/-]/, 'TEST1'],
];

/** Longer than every text except a file. */
const LONG = 'x'.repeat(9_000);

const kindOf = (schema: Schema) =>
  schema.type ?? schema.oneOf?.[0]?.type ?? schema.anyOf?.find(({ type }) => type !== 'null')?.type ?? 'string';

/** Returns a value that satisfies these schemas. */
function sample(schema: Schema): unknown {
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {});
  if (schema.oneOf) return sample(schema.oneOf[0] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object': {
      // An object that wants some of its optional properties gets all of them.
      const names = schema.minProperties ? Object.keys(schema.properties ?? {}) : (schema.required ?? []);
      return Object.fromEntries(names.map((name) => [name, sample(schema.properties?.[name] ?? {})]));
    }
    case 'array':
      return Array(schema.minItems ?? 0).fill(sample(schema.items ?? {}));
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
  }
  if (schema.format === 'email') return 'joao@example.com';
  if (schema.format === 'date') return '2026-01-01';
  if (schema.format === 'date-time') return '2026-01-01T12:00:00Z';
  return (
    SAMPLES.find(([pattern]) => schema.pattern && pattern.test(schema.pattern))?.[1] ??
    'João Comprador'.padEnd(schema.minLength ?? 0, 'x')
  );
}

interface Sent {
  route: Route;
  payload?: string;
  query?: string;
  contentType?: string | null;
  headers?: Record<string, string>;
  locale?: 'pt-BR' | 'en';
}

const send = ({ route, payload, query, contentType = 'application/json', headers, locale }: Sent) =>
  market.node.app.inject({
    method: route.method,
    url: query === undefined ? route.url : `${route.url}?${query}`,
    headers: {
      'idempotency-key': newId(),
      ...(payload !== undefined && contentType && { 'content-type': contentType }),
      ...(locale && { 'accept-language': locale }),
      ...(!route.isOpen && everybody),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });

const REFUSALS = Object.keys(ERRORS) as ErrorCode[];

interface Refusal {
  code: ErrorCode;
  message: string;
  details?: { field: string; message: string }[];
}

const LOCALES = ['pt-BR', 'en'] as const;
const { shuffle } = openDraw();
/** Returns the languages in which a case is tried: one that is drawn in `npm test`, both in the soak. */
const drawLocales = () => shuffle(LOCALES).slice(0, rounds({ short: 1, long: LOCALES.length }));

/** Checks the shape and that nothing internal shows. Returns the problems, and the refusal where it is one. */
async function tryRefused(sent: Sent, what: string): Promise<{ problems: string[]; refusal?: Refusal }> {
  const problems: string[] = [];
  const codes = new Set<string>();
  let refusal: Refusal | undefined;
  for (const locale of drawLocales()) {
    const answer = await send({ ...sent, locale });
    const where = `${sent.route.name}, ${what} (${locale})`;
    if (answer.statusCode < 400 || answer.statusCode > 499) {
      problems.push(`${where}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      continue;
    }
    const body = answer.json() as Refusal;
    refusal = body;
    codes.add(body.code);
    const isWellFormed =
      Object.keys(body).every((key) => ['code', 'message', 'details'].includes(key)) &&
      REFUSALS.includes(body.code) &&
      body.message === ERRORS[body.code][locale] &&
      (body.details ?? []).every(
        ({ field, message, ...rest }) =>
          typeof field === 'string' && field !== '' && message !== '' && Object.keys(rest).length === 0,
      );
    if (!isWellFormed) problems.push(`${where}: a wrong shape ${answer.body.slice(0, 300)}`);
    if (body.code === 'VALIDATION_FAILED' && !body.details?.length) problems.push(`${where}: no field is named`);
    if (/node_modules|\.ts:|at .*\(|select |insert /i.test(answer.body))
      problems.push(`${where}: shows the inside ${answer.body.slice(0, 300)}`);
  }
  if (codes.size > 1)
    problems.push(`${sent.route.name}, ${what}: another code in another language (${[...codes].join()})`);
  return { problems, refusal };
}

type Case = [what: string, sent: Sent, check?: (refusal: Refusal | undefined) => void];

/** The calls at a time: each waits for the database, and none for the others. */
const AT_ONCE = 16;

async function expectAllRefused(cases: Case[]): Promise<void> {
  expect(cases.length).toBeGreaterThan(0);
  const problems: string[] = [];
  const left = cases.values();
  const tryLeft = async () => {
    for (const [what, sent, check] of left) {
      const tried = await tryRefused(sent, what);
      problems.push(...tried.problems);
      check?.(tried.refusal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tryLeft));
  expect(problems).toEqual([]);
}

const json = (value: unknown) => JSON.stringify(value);
/** An input as its procedure takes it: as the body, or as the query. */
const carry = (route: Route, input: Record<string, unknown>): Sent =>
  route.method === 'POST'
    ? { route, payload: json(input) }
    : { route, query: new URLSearchParams(input as Record<string, string>).toString() };
const nested = (open: string, close: string, depth = 10_000) => open.repeat(depth) + close.repeat(depth);

describe('every procedure', () => {
  it('is in the document, and all of them are tried here', () => {
    expect(routes.map(({ name }) => name)).toContain('checkout.purchase');
    expect(mutations().length).toBeGreaterThan(40);
    expect(queries().length).toBeGreaterThan(20);
    expect(routes.filter(({ isOpen }) => !isOpen).length).toBeGreaterThan(45);
  });

  it('has a sample that fits, so that what is changed in it is what is refused', () => {
    const problems = routes.map(({ name, input }) => [
      name,
      market.node.app.findProblems(
        { additionalProperties: false, type: 'object', ...input } as never,
        sample(input),
        'en',
      ),
    ]);
    expect(problems.filter(([, found]) => found !== null)).toEqual([]);
  });

  it('refuses what is no JSON', () =>
    expectAllRefused(
      [
        '',
        '{',
        '}',
        '{"a":}',
        "{'a':1}",
        'nope',
        '\u0000',
        '[',
        '{"a":1}}',
        'NaN',
        'undefined',
        '{"a":1e}',
        '\ufeff',
      ].flatMap((payload) => mutations().map((route): Case => [`body ${json(payload)}`, { route, payload }])),
    ));

  it('refuses JSON that is no object, and objects that are too deep or poison prototypes', () =>
    expectAllRefused(
      [
        'null',
        '[]',
        '1',
        '"x"',
        'true',
        '1e999',
        nested('[', ']'),
        nested('{"a":', '}').replace(':}', ':1}'),
        '{"__proto__":{"isAdmin":true}}',
        '{"constructor":{"prototype":{"isAdmin":true}}}',
        '{"offerId":{"__proto__":{"x":1}}}',
      ].flatMap((payload) => mutations().map((route): Case => [`body ${payload.slice(0, 40)}`, { route, payload }])),
    ));

  it('refuses other content types and none', () =>
    expectAllRefused(
      [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonx',
        null,
      ].flatMap((contentType) =>
        mutations().map(
          (route): Case => [`content type ${contentType}`, { route, payload: json(sample(route.input)), contentType }],
        ),
      ),
    ));

  it('refuses a body that is too large', () =>
    expectAllRefused(
      mutations().map((route) => [
        '200 kB',
        { route, payload: json({ ...(sample(route.input) as object), name: 'x'.repeat(200_000) }) },
      ]),
    ));

  it('names what is missing', () =>
    expectAllRefused(
      routes.flatMap((route) =>
        (route.input.required ?? []).map((missing): Case => {
          const { [missing]: _, ...rest } = sample(route.input) as Record<string, unknown>;
          const check: Case[2] = (refusal) =>
            expect(refusal, `${route.name} without ${missing}`).toMatchObject({
              code: 'VALIDATION_FAILED',
              details: [{ field: missing }],
            });
          return [`without ${missing}`, carry(route, rest), check];
        }),
      ),
    ));

  it('names what it does not know', () =>
    expectAllRefused(
      routes.map((route) => {
        const input = { ...(sample(route.input) as Record<string, unknown>), balance: 'x', isAdmin: 'true' };
        const check: Case[2] = (refusal) =>
          expect([refusal?.code, refusal?.details?.map(({ field }) => field).sort()], route.name).toEqual([
            'VALIDATION_FAILED',
            ['balance', 'isAdmin'],
          ]);
        return ['unknown fields', carry(route, input), check];
      }),
    ));

  it('names the field whose type or size is wrong', () => {
    const wrong: Record<string, unknown[]> = {
      string: [null, 1, true, {}, [], LONG],
      integer: [null, '1', 1.5, -1, 1e15, true, {}, []],
      array: [null, 'x', {}, [null], [1], 'TOO_MANY'],
      object: [null, 'x', 1, [], { unknown: { deep: 1 } }],
      boolean: [null, 'true', 1],
    };
    const toCase = (route: Route, field: string, value: unknown): Case => {
      const what = `${field} = ${json(value).slice(0, 40)}`;
      const payload = json({ ...(sample(route.input) as object), [field]: value });
      const isTooLarge = Buffer.byteLength(payload) > route.bodyLimit;
      const check: Case[2] = (refusal) => {
        expect(refusal?.code, `${route.name} ${what}`).toBe(isTooLarge ? 'BODY_TOO_LARGE' : 'VALIDATION_FAILED');
        if (!isTooLarge) expect(refusal?.details?.[0]?.field.split('.')[0], `${route.name} ${what}`).toBe(field);
      };
      return [what, { route, payload }, check];
    };
    return expectAllRefused(
      mutations().flatMap((route) =>
        Object.entries(route.input.properties ?? {}).flatMap(([field, schema]) => {
          // If null is allowed, null is no wrong value.
          const takesNull = (given?: Schema) => given?.anyOf?.some(({ type }) => type === 'null') ?? false;
          const isWrong = (item: unknown) => {
            if (item === null) return !takesNull(schema);
            if (Array.isArray(item) && item[0] === null) return !takesNull(schema.items);
            return item !== LONG || LONG.length > (schema.maxLength ?? 0);
          };
          const tooMany = Array((schema.maxItems ?? 29) + 1).fill('x');
          return (wrong[kindOf(schema)] ?? [])
            .filter(isWrong)
            .map((value) => toCase(route, field, value === 'TOO_MANY' ? tooMany : value));
        }),
      ),
    );
  });

  it('refuses texts no database can hold, wherever they stand', () => {
    const inside = (schema: Schema, bad: string): unknown[] => {
      if (schema.type === 'object' && schema.properties) {
        return Object.entries(schema.properties).flatMap(([name, inner]) =>
          inside(inner, bad).map((value) => ({ ...(sample(schema) as object), [name]: value })),
        );
      }
      if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return [{ utm_source: bad }];
      if (schema.type === 'array') return inside(schema.items ?? {}, bad).map((value) => [value]);
      return schema.type === 'string' ? [bad] : [];
    };
    return expectAllRefused(
      mutations().flatMap((route) =>
        ['a\u0000bcdef', 'abcde\ud800', '\udc00abcde']
          .flatMap((bad) => inside(route.input, bad).map(json))
          .map((payload): Case => {
            const check: Case[2] = (refusal) =>
              expect(refusal?.code, `${route.name} ${payload}`).toBe('VALIDATION_FAILED');
            return [payload, { route, payload }, check];
          }),
      ),
    );
  });

  it('refuses queries that make no sense', () =>
    expectAllRefused(
      queries().flatMap((route) => {
        const good = new URLSearchParams(sample(route.input) as Record<string, string>).toString();
        const [first = 'x'] = route.input.required ?? [];
        const bad = [
          `${first}=%00`,
          `${first}=%ED%A0%80`,
          `${first}=%FF`,
          `${first}[]=1`,
          `${first}[__proto__]=1`,
          // An empty query repeated is still empty.
          ...(good === '' ? [] : [`${good}&${good}`]),
          `${good}&__proto__=1`,
          `${good}&x=${'y'.repeat(5_000)}`,
          '%',
          '&&&===',
        ];
        return bad.map((query): Case => [`?${query.slice(0, 60)}`, { route, query }]);
      }),
    ));

  it('names a number without end', async () => {
    const numbers = queries().flatMap((route) =>
      Object.entries(route.input.properties ?? {})
        .filter(([, { type }]) => type === 'integer' || type === 'number')
        .map(([field]) => ({ route, field })),
    );
    expect(numbers.map(({ route, field }) => `${route.name}.${field}`)).toContain(
      'checkout.getInstallments.fareAmount',
    );
    for (const { route, field } of numbers) {
      for (const value of ['Infinity', '-Infinity', '1e400', '-1e400', 'NaN']) {
        const query = new URLSearchParams({ ...(sample(route.input) as Record<string, string>), [field]: value });
        const answer = await send({ route, query: query.toString() });
        expect([answer.statusCode, answer.json().details[0].field], `${route.name}?${query}`).toEqual([400, field]);
      }
    }
  });

  it('survives anything', async () => {
    const names = [...new Set(mutations().flatMap(({ input }) => Object.keys(input.properties ?? {})))];
    const body = fc.dictionary(
      fc.oneof(fc.constantFrom(...names), fc.string()),
      fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }), fc.double()),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...mutations()), body, fc.boolean(), async (route, random, isOnTop) => {
        const payload = json(isOnTop ? { ...(sample(route.input) as object), ...random } : random);
        const answer = await send({ route, payload });
        expect(answer.statusCode, `${route.name} ${payload}`).toBeLessThan(500);
        // A call that signs out is undone.
        await market.inspector.rows('UPDATE session SET revoked_at = NULL');
      }),
      { numRuns: rounds({ short: 200, long: 1_000 }) },
    );
  });

  it('survives any query', async () => {
    // Cursors are ours but may come back changed, also with times that no calendar has.
    const cursor = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.uuid())
      .map(([time, id]) => Buffer.from(`${time}.${id}`).toString('base64url'));
    const day = fc
      .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
      .map((parts) => parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-'));
    const value = fc.oneof(
      cursor,
      day,
      fc.uuid(),
      fc.string(),
      fc.integer().map(String),
      fc.constantFrom('%', '_', '\\'),
    );
    // Mostly absent, because one wrong field hides the effect of the others.
    const mostlyAbsent = (arbitrary: fc.Arbitrary<string>) =>
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
    const call = fc.constantFrom(...queries()).chain((route) => {
      const names = Object.keys(route.input.properties ?? {});
      const fields = names.map((name) => [name, mostlyAbsent(name === 'after' ? cursor : value)] as const);
      return fc.record({ route: fc.constant(route), input: fc.record(Object.fromEntries(fields)) });
    });
    await fc.assert(
      fc.asyncProperty(call, async ({ route, input }) => {
        const given = Object.entries({ ...(sample(route.input) as object), ...input }).filter(
          ([, item]) => item !== undefined,
        );
        const query = new URLSearchParams(given as [string, string][]).toString();
        // The procedure that calls an external service reports its failure.
        const { statusCode } = await send({ route, query });
        const isOutside = route.name === 'checkout.lookupZipCode' && statusCode === 503;
        expect(isOutside ? 0 : statusCode, `${route.name}?${query}`).toBeLessThan(500);
      }),
      { numRuns: rounds({ short: 300, long: 1_500 }) },
    );
  });
});

describe('checkout.purchase', () => {
  const refuse = async (input: Record<string, unknown>, headers?: Record<string, string>) => {
    const route = routes.find(({ name }) => name === 'checkout.purchase') as Route;
    const sent = { route, payload: json(pixPurchase(market.world, input)), headers };
    const { problems, refusal } = await tryRefused(sent, json(input));
    expect(problems).toEqual([]);
    return { code: refusal?.code, fields: refusal?.details?.map(({ field }) => field) ?? [] };
  };

  it.each(['', 'with space', 'ümlaut', 'x'.repeat(256), 'tab\tbed'])(
    'needs an Idempotency-Key: %j is none',
    async (key) => {
      expect(await refuse({}, { 'idempotency-key': key })).toEqual({
        code: 'IDEMPOTENCY_KEY_MISSING',
        fields: ['idempotency-key'],
      });
    },
  );

  it('needs an Idempotency-Key at all', async () => {
    const answer = await market.node.app.inject({
      method: 'POST',
      url: '/api/checkout.purchase',
      payload: pixPurchase(market.world),
    });
    expect(answer.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_MISSING', details: [{ field: 'idempotency-key' }] });
    expect(answer.statusCode).toBe(400);
  });

  it('refuses what does not belong to the offer or is not offered', async () => {
    const other = await createWorld(market.node.app, { host: 'other.example.com' });
    await connect(market.node.app, other);
    const nobody = newId();

    expect(await refuse({ offerId: nobody })).toEqual({ code: 'OFFER_NOT_FOUND', fields: ['offerId'] });
    expect(await refuse({ offerId: other.offerId })).toEqual({ code: 'OFFER_NOT_FOUND', fields: ['offerId'] });
    expect(await refuse({ orderBumpsIds: [nobody] })).toEqual({
      code: 'ORDER_BUMP_NOT_FOUND',
      fields: ['orderBumpsIds'],
    });
    expect(await refuse({ orderBumpsIds: [other.bumpId] })).toEqual({
      code: 'ORDER_BUMP_NOT_FOUND',
      fields: ['orderBumpsIds'],
    });
    expect((await refuse({ orderBumpsIds: [market.world.bumpId, market.world.bumpId] })).code).toBe(
      'VALIDATION_FAILED',
    );
    expect(await refuse({ cpf: '11111111111' })).toEqual({ code: 'DOCUMENT_INVALID', fields: ['cpf'] });
    expect(await refuse({ paymentMethod: 'BILLET', cpf: undefined })).toEqual({
      code: 'DOCUMENT_MISSING',
      fields: ['cpf'],
    });
    expect(await refuse({ paymentMethod: 'CREDIT_CARD' })).toEqual({
      code: 'CARD_TOKEN_MISSING',
      fields: ['creditCard.token'],
    });
    const card = { paymentMethod: 'CREDIT_CARD', creditCard: { token: 'tok', installments: 12 } };
    await market.inspector.rows('UPDATE offer SET price = 700 WHERE id = $1', [market.world.offerId]);
    market.node.app.cache.forgetAll();
    expect(await refuse(card)).toEqual({ code: 'INSTALLMENTS_NOT_OFFERED', fields: ['creditCard.installments'] });
    await market.inspector.rows('UPDATE offer SET price = 9_990, pix_enabled = false WHERE id = $1', [
      market.world.offerId,
    ]);
    market.node.app.cache.forgetAll();
    expect(await refuse({})).toEqual({ code: 'METHOD_NOT_ENABLED', fields: ['paymentMethod'] });
    await market.inspector.rows('UPDATE offer SET pix_enabled = true WHERE id = $1', [market.world.offerId]);
    market.node.app.cache.forgetAll();
  });

  it('computes the price itself: a tampered one is refused, never charged', async () => {
    const bumps = { orderBumpsIds: [market.world.bumpId] };

    expect(await refuse({ expectedTotal: 1 })).toEqual({ code: 'PRICE_CHANGED', fields: ['expectedTotal'] });
    expect(await refuse({ expectedTotal: 0 })).toEqual({ code: 'PRICE_CHANGED', fields: ['expectedTotal'] });
    expect(await refuse({ ...bumps, expectedTotal: 9_990 })).toEqual({
      code: 'PRICE_CHANGED',
      fields: ['expectedTotal'],
    });
    expect(await refuse({ deliveryFare: 1 })).toEqual({ code: 'PRICE_CHANGED', fields: ['deliveryFare'] });
    for (const field of ['price', 'amount', 'total', 'unitPrice', 'items', 'platformId', 'sellerId', 'status']) {
      expect(await refuse({ [field]: 1 })).toEqual({ code: 'VALIDATION_FAILED', fields: [field] });
    }
  });

  it('computes the freight of physical goods from the options of the offer alone', async () => {
    await market.inspector.rows(`UPDATE product SET type_product = 'FISICO' WHERE id = $1`, [market.world.productId]);
    const [option] = await market.inspector.rows<{ id: string }>(
      `INSERT INTO delivery_option (platform_id, id, offer_id, description, delivery_time, fare_amount) VALUES ($1, gen_random_uuid(), $2, 'PAC', '5', 1500) RETURNING id`,
      [market.world.platformId, market.world.offerId],
    );
    market.node.app.cache.forgetAll();
    const address = {
      cep: '01310100',
      street: 'Avenida Paulista',
      number: '1',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    };

    expect((await refuse({ deliveryFare: 1_500 })).code).toBe('ADDRESS_MISSING');
    expect(await refuse({ ...address, deliveryOptionId: newId() })).toEqual({
      code: 'DELIVERY_OPTION_NOT_FOUND',
      fields: ['deliveryOptionId'],
    });
    expect(await refuse({ ...address, deliveryOptionId: option?.id, deliveryFare: 0 })).toEqual({
      code: 'PRICE_CHANGED',
      fields: ['deliveryFare'],
    });
    expect(await refuse({ ...address, deliveryOptionId: option?.id, expectedTotal: 9_990 })).toEqual({
      code: 'PRICE_CHANGED',
      fields: ['expectedTotal'],
    });
    await market.inspector.rows(`UPDATE product SET type_product = 'DIGITAL' WHERE id = $1`, [market.world.productId]);
    market.node.app.cache.forgetAll();
  });

  it('left no trace of any of it', async () => {
    const charges = await (await market.host()).simulator.listCharges(1_000);
    const sales = await market.inspector.rows<{ total: number; count: number }>('SELECT DISTINCT total FROM sale');

    // Only the fuzz may have bought, and only at the price of the offer.
    expect(charges.every(({ amount }) => [9_990, 11_980].includes(amount))).toBe(true);
    expect(sales.every(({ total }) => [9_990, 11_980].includes(total))).toBe(true);
    await checkWorld(market.node.databaseUrl);
  });
});
