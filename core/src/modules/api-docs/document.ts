/** Writes the OpenAPI document of the public API from the procedures that declare a place in it. */
import { API_PREFIX, API_VERSIONS, operationIdOf } from '@feira/schemas/api';
import { ERRORS, type ErrorCode } from '@feira/schemas/error-catalogue';
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '@feira/schemas/event-types';
import { eventSchemaOf, exampleOf } from '@feira/schemas/events';
import { problemSchema } from '@feira/schemas/procedure';
import type { ObjectSchema, PublicCall } from '../../plugins/api.ts';
import examples from './examples.json' with { type: 'json' };

/** The errors of every call, besides its own. */
const COMMON: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'BODY_MALFORMED',
  'API_VERSION_UNKNOWN',
  'API_KEY_INVALID',
  'API_KEY_ADDRESS',
  'API_KEY_MODE',
  'API_SCOPE_MISSING',
  'ACCESS_DENIED',
  'PLATFORM_NOT_FOUND',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'DATABASE_UNAVAILABLE',
];
/** The errors of calls that take an idempotency key. */
const OF_KEYS: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_MISSING'];
/** The errors of sessions, which programs have none of. */
const OF_SESSIONS: readonly string[] = ['LOGIN_REQUIRED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'];

const TAGS: Record<string, string> = {
  products: 'What is sold, with its order bumps.',
  offers: 'The prices and terms of a product; each has a checkout of its own.',
  coupons: 'Discounts that buyers type.',
  funnels: 'Offers shown after a purchase.',
  sales: 'Purchases with their payments, buyers and access.',
  refunds: 'Money that goes back to buyers, and their requests for it.',
  subscriptions: 'Purchases that repeat.',
  disputes: 'Payments that buyers contest at their bank.',
  balance: 'What a seller has, waits for and moved.',
  payouts: 'Withdrawals to a bank account or PIX key.',
  shipments: 'What is packed and on its way.',
  customers: 'Everybody who has ordered from a seller, under an id that no sale changes.',
  files: 'Pictures and files that are shown and sold.',
  carts: 'Purchases that were begun and left.',
  affiliates: 'People who sell a product for a commission.',
  webhooks: 'Addresses that hear of events, and what became of each.',
  events: 'What happened in the last 30 days.',
  people: 'The users of a platform.',
  reports: 'Figures of a platform.',
};

interface Example {
  input: Record<string, unknown>;
  output: unknown;
}
/** Recorded from calls to a node; a test makes each of them again. */
const EXAMPLES = examples as Record<string, Example | undefined>;

const expandable = (schema: object) => (schema as { items: { enum: readonly string[] } }).items.enum.slice(0, 2);

const toParameters = (
  place: 'path' | 'query',
  { properties, required = [] }: ObjectSchema,
  input: Record<string, unknown> = {},
) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
    // Names that commas divide.
    ...(name === 'expand' && { style: 'form', explode: false, example: expandable(schema) }),
    ...(name in input && { example: input[name] }),
  }));

/** The events that webhooks of the API are sent, as OpenAPI describes requests of the other direction. */
const describeEvents = () =>
  Object.fromEntries(
    EVENT_TYPE_NAMES.map((type) => [
      type,
      {
        post: {
          operationId: `event.${type}`,
          summary: EVENT_TYPES[type].en,
          description: `${EVENT_TYPES[type].when}.`,
          tags: ['webhooks'],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: eventSchemaOf(type), example: exampleOf(type) } },
          },
          responses: { '2XX': { description: 'It arrived. Any other answer is tried again for three days.' } },
        },
      },
    ]),
  );

/** Groups the errors of a call by their status. */
function describeErrors({ procedure, method }: PublicCall) {
  const own = procedure.errors.filter((code) => !OF_SESSIONS.includes(code)) as ErrorCode[];
  const codes = [...new Set([...COMMON, ...(method === 'GET' ? [] : OF_KEYS), ...own])];
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `- \`${code}\`: ${ERRORS[code].en}`).join('\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]);
}

function describeOperation(call: PublicCall) {
  const { procedure, method, path, address, rest, isInQuery, scope, output } = call;
  const name = operationIdOf({ call: `${method} ${path as '/'}` }, procedure.output);
  const hasBody = !isInQuery && Object.keys(rest.properties).length > 0;
  const example = EXAMPLES[procedure.name];
  const body = Object.entries(example?.input ?? {}).filter(([property]) => property in rest.properties);
  return {
    operationId: name,
    summary: name,
    description: `${procedure.summary.replace(/the signed-in seller's/gi, "the key owner's")}\n\nNeeds the scope \`${scope}\`.`,
    tags: [scope.split(':')[0]],
    parameters: [
      ...toParameters('path', address, example?.input),
      ...(isInQuery ? toParameters('query', rest, example?.input) : []),
      { $ref: '#/components/parameters/Version' },
      ...(method === 'GET'
        ? []
        : [{ $ref: `#/components/parameters/${procedure.isIdempotent ? 'RequiredKey' : 'Key'}` }]),
    ],
    ...(hasBody && {
      requestBody: {
        required: (rest.required ?? []).length > 0,
        content: { 'application/json': { schema: rest, ...(example && { example: Object.fromEntries(body) }) } },
      },
    }),
    responses: Object.fromEntries([
      [
        '200',
        {
          description: 'Done.',
          content: { 'application/json': { schema: output, ...(example && { example: example.output }) } },
        },
      ],
      ...(method === 'GET' ? [['304', { description: 'Nothing has changed since the answer with this ETag.' }]] : []),
      ...describeErrors(call),
    ]),
  };
}

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Unique per change, at most 255 characters. A repeat with the same key and input gets the first answer and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const DESCRIPTION = `Sell, refund and follow what happens from your own systems.

**Keys.** Create one under Integrations in the dashboard and send it as \`Authorization: Bearer feira_live_…\`. A key acts for the person who
made it, with the scopes chosen. It works only on the address of its platform, and belongs on a server: never into a page or an app.
Keys of a platform that charges no real money begin with \`feira_test_\`.

**Amounts** are integers in cents, **times** are ISO 8601 in UTC, **days** are those of São Paulo.

**Lists** answer with \`items\` and \`next\`; send \`next\` back as \`after\` to get the page that follows. \`next\` is null on the last one.

**Expansion.** \`expand=customer,product\` puts the objects of these ids into the answer, or into each of its \`items\`, where a call names
\`expand\`. The key needs the scope to read each of them. An object that is gone is null.

**Repeats.** Send an \`Idempotency-Key\` with every change, and repeat a request whose answer you did not get with the same key.

**Limits.** The headers \`RateLimit\` and \`RateLimit-Policy\` say how many calls are left; above them the answer is 429 with \`Retry-After\`.

**Errors** are problem details (RFC 9457) with a \`code\` that never changes, in the language of \`Accept-Language\` (pt-BR or en).

**Versions.** \`Feira-Version\` chooses a dated version; without it the version of the key applies. New properties and calls may come at any
time; anything that could break a program comes with a new version.`;

export function writeDocument(calls: readonly PublicCall[]) {
  const paths: Record<string, Record<string, object>> = {};
  const sorted = [...calls].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const call of sorted) {
    const place = paths[call.path] ?? {};
    paths[call.path] = place;
    place[call.method.toLowerCase()] = describeOperation(call);
  }
  const used = new Set(calls.map(({ scope }) => scope.split(':')[0] as string));
  return {
    openapi: '3.1.1',
    info: { title: 'Feira API', version: API_VERSIONS[0], description: DESCRIPTION },
    // The document describes the host that it is read from, because each host leads to a platform of its own.
    servers: [{ url: API_PREFIX }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeEvents(),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'feira_live_…' } },
      schemas: { Problem: problemSchema },
      parameters: {
        Version: {
          name: 'Feira-Version',
          in: 'header',
          required: false,
          description: 'A dated version of the API. Default: the version of the key.',
          schema: { type: 'string', enum: API_VERSIONS },
        },
        Key: { ...KEY, required: false },
        RequiredKey: { ...KEY, required: true },
      },
    },
  };
}
