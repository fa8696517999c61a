/** Declares the public API: the addresses under /v1 at which programs call procedures with a key, and the scopes of keys. */

/** The dated versions of the API, the newest first. A key keeps the version with which it was made until its owner changes it. */
export const API_VERSIONS = ['2026-11-30'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export const API_PREFIX = '/v1';

/** SELLER: a key acts for its person's own sales. PLATFORM: it acts for the whole platform, with its administrator's permissions. */
export const API_KEY_KINDS = ['SELLER', 'PLATFORM'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/** LIVE or TEST: a key of a platform without an enabled connection to real money is a test key, and works as long as that is so. */
export const API_KEY_MODES = ['LIVE', 'TEST'] as const;
export type ApiKeyMode = (typeof API_KEY_MODES)[number];

interface ApiResourceKind {
  /** The kinds of keys that can read it. */
  read: readonly ApiKeyKind[];
  /** The kinds of keys that can change it; absent where nothing of it is changed by programs. */
  write?: readonly ApiKeyKind[];
}

/** The kinds of objects to which a key's scopes are bound. */
export const API_RESOURCES = {
  products: { read: ['SELLER', 'PLATFORM'], write: ['SELLER', 'PLATFORM'] },
  offers: { read: ['SELLER'], write: ['SELLER'] },
  payment_links: { read: ['SELLER'], write: ['SELLER'] },
  coupons: { read: ['SELLER'], write: ['SELLER'] },
  funnels: { read: ['SELLER'], write: ['SELLER'] },
  sales: { read: ['SELLER', 'PLATFORM'], write: ['SELLER'] },
  refunds: { read: ['SELLER', 'PLATFORM'], write: ['SELLER', 'PLATFORM'] },
  subscriptions: { read: ['SELLER', 'PLATFORM'], write: ['SELLER', 'PLATFORM'] },
  disputes: { read: ['SELLER', 'PLATFORM'], write: ['SELLER', 'PLATFORM'] },
  balance: { read: ['SELLER'] },
  payouts: { read: ['SELLER', 'PLATFORM'], write: ['SELLER'] },
  shipments: { read: ['SELLER'], write: ['SELLER'] },
  customers: { read: ['SELLER'] },
  files: { read: ['SELLER', 'PLATFORM'], write: ['SELLER', 'PLATFORM'] },
  carts: { read: ['SELLER'] },
  affiliates: { read: ['SELLER'], write: ['SELLER'] },
  webhooks: { read: ['SELLER', 'PLATFORM'], write: ['SELLER', 'PLATFORM'] },
  events: { read: ['SELLER', 'PLATFORM'] },
  imports: { read: ['SELLER'], write: ['SELLER'] },
  embedding: { read: ['SELLER'], write: ['SELLER'] },
  people: { read: ['PLATFORM'] },
  reports: { read: ['PLATFORM'] },
} as const satisfies Record<string, ApiResourceKind>;
export type ApiResource = keyof typeof API_RESOURCES;

export type ApiScope = `${ApiResource}:${'read' | 'write'}`;
export const API_SCOPES = Object.keys(API_RESOURCES).flatMap((name) => {
  const resource: ApiResourceKind = API_RESOURCES[name as ApiResource];
  return [`${name}:read`, ...(resource.write ? [`${name}:write`] : [])] as ApiScope[];
});

/** Returns the scopes that a key of this kind can have. */
export const scopesOf = (kind: ApiKeyKind): ApiScope[] =>
  API_SCOPES.filter((scope) => {
    const [name, access] = scope.split(':') as [ApiResource, 'read' | 'write'];
    const resource: ApiResourceKind = API_RESOURCES[name];
    return resource[access]?.includes(kind);
  });

interface ExpansionKind {
  resource: ApiResource;
  /** The answer gets a list of them, and not one. */
  isMany?: true;
}

/** The objects that `expand` puts beside their ids into answers. */
export const EXPANSIONS = {
  product: { resource: 'products' },
  offer: { resource: 'offers' },
  customer: { resource: 'customers' },
  sale: { resource: 'sales' },
  subscription: { resource: 'subscriptions' },
  refunds: { resource: 'refunds', isMany: true },
} as const satisfies Record<string, ExpansionKind>;
export type Expansion = keyof typeof EXPANSIONS;
export const isMany = (name: Expansion): boolean => (EXPANSIONS[name] as ExpansionKind).isMany ?? false;

/** The place of a procedure in the public API. */
export interface ApiCall {
  /** The method and the path under /v1. A name in braces is a property of the procedure's input. */
  call: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
  resource: ApiResource;
  /**
   * The objects that `expand` puts into the answer, or into each row of a list, under their names: for each the property that holds its
   * key. Keys of sellers can expand.
   */
  expand?: Partial<Record<Expansion, string>>;
}

const toCamel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

interface AnswerSchema {
  required?: readonly string[];
  properties?: Record<string, { type?: string }>;
}

/** Returns the property of an answer that holds the rows of a page; undefined where the answer is no page. */
export function rowsOf(output: unknown): string | undefined {
  const { properties = {} } = output as AnswerSchema;
  if (!('next' in properties)) return undefined;
  return Object.keys(properties).find((name) => properties[name]?.type === 'array');
}

/** Returns the schema of a procedure's answer under /v1, where the rows of every page are called "items". */
export function publicOutputOf(output: unknown): object {
  const rows = rowsOf(output);
  const { properties = {}, required = [], ...rest } = output as AnswerSchema;
  if (rows === undefined || rows === 'items') return output as object;
  const rename = (name: string) => (name === rows ? 'items' : name);
  return {
    ...rest,
    required: required.map(rename),
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [rename(name), schema])),
  };
}

/** Returns whether an answer is a list: a page of one, or a list alone. */
function isList(output: unknown): boolean {
  const { properties = {} } = output as { properties?: Record<string, { type?: string }> };
  return (
    'next' in properties || (Object.keys(properties).length === 1 && Object.values(properties)[0]?.type === 'array')
  );
}

const VERBS: Record<string, string> = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'delete' };

/** Returns the name of a call in the documentation and in clients, such as `products.list`, `products.orderBumps.create` or `sales.ship`. */
export function operationIdOf({ call }: Pick<ApiCall, 'call'>, output: unknown): string {
  const [method = '', path = ''] = call.split(' ');
  const parts = path.split('/').slice(1);
  const isId = (part: string | undefined) => part?.startsWith('{') ?? false;
  const names = parts.filter((part) => !isId(part)).map(toCamel);
  // A verb behind an id: what is done to the object. Collections are plural.
  if (method === 'POST' && isId(parts.at(-2)) && !names.at(-1)?.endsWith('s')) return names.join('.');
  const reading = !isId(parts.at(-1)) && isList(output) ? 'list' : 'retrieve';
  return [...names, VERBS[method] ?? reading].join('.');
}
