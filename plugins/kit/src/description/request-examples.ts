/** Compares the requests that examples show with those that a description makes: key by key in both directions, and field by field with `given`. */
import type { Description } from '@feira/schemas/description';
import type { CallExample, Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import { mergeVariants } from '@feira/schemas/rules/manifest-variants';
import { fromUnit } from '@feira/schemas/rules/money';
import { idempotencyOf } from '@feira/schemas/rules/operation-rules';
import { type CompiledCall, compileCalls } from './calls.ts';
import type { Plain, Words } from './filters.ts';
import { readRequest } from './requests.ts';
import { type Bindings, listPlaceholders, match, type Node } from './template.ts';

const PARTS = ['query', 'headers', 'json', 'form'] as const;

export const nameCall = ({
  operation,
  kind,
  isByReference,
}: Pick<CompiledCall, 'operation' | 'kind' | 'isByReference'>) =>
  `${operation}${kind ? ` (${kind})` : ''}${isByReference ? ' by reference' : ''}`;

/** The call as the settings of the example make it: in the unit that they choose. */
export function underSettings(
  call: CompiledCall,
  { settings }: CallExample,
  description: Description,
  manifest: Manifest,
): CompiledCall {
  if (!settings) return call;
  const environment = manifest.environments.sandbox ? 'sandbox' : 'production';
  const calls = compileCalls(description, mergeVariants(manifest, { environment, settings }));
  return calls.find(({ at, kind }) => at === call.at && kind === call.kind) ?? call;
}

/** Compares each field of a documented request with `given`: a simulator shares the mix-ups of its description, so only the documentation shows them. */
export function checkGiven(
  example: CallExample,
  call: CompiledCall,
  name: string,
  { words = {} }: Description,
): string[] {
  if (!example.given) return [];
  const { request, query, headers = {}, json, form, given = {} } = withoutUnsent(example);
  const [method = '', path = ''] = request.split(' ', 2);
  const texts = query as Record<string, string> | undefined;
  const shown = { method, path, query: texts ?? {}, headers, body: json ?? form ?? {}, rawBody: '' };
  let told: ReturnType<typeof readRequest>;
  try {
    told = readRequest(call, shown, words);
  } catch (error) {
    return [`${name}: an amount of the shown request is not in ${call.unit}: ${(error as Error).message}.`];
  }
  if (!told)
    return [`${name}: description.json does not make the request that states "given": correct one of the two.`];
  return Object.entries(given).flatMap(([field, value]) =>
    told[field] === value
      ? []
      : [
          `${name}: description.json reads ${field} in the shown request as ${JSON.stringify(told[field])}, where "given" states ${JSON.stringify(value)}: correct one of the two.`,
        ],
  );
}

/** The example as a description would make it: without the keys that it lists as not sent. */
function withoutUnsent(example: CallExample): CallExample {
  const listed = Object.keys(example.notSent ?? {});
  const without = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => without(item, path));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !listed.includes(`${path}.${name}`));
    return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, `${path}.${name}`)]));
  };
  const parts = PARTS.filter((part) => example[part] !== undefined && !listed.includes(part));
  const whole = Object.fromEntries(
    Object.entries(example).filter(([name]) => !(PARTS as readonly string[]).includes(name)),
  );
  return { ...whole, ...Object.fromEntries(parts.map((part) => [part, without(example[part], part)])) } as CallExample;
}

/** The headers that the host writes, by their names in small letters: what proves who calls, and what the body is. */
function listHostHeaders(manifest: Manifest, { signature }: Description, { operation }: CompiledCall): Set<string> {
  const { auth, headers = {}, bases = {} } = manifest;
  const rules = [{ auth, headers }, ...Object.values(bases)];
  const proving = rules.flatMap(({ auth: scheme, headers: more = {} }) => [
    ...Object.keys(more),
    ...(scheme && 'header' in scheme && scheme.header ? [scheme.header] : []),
    ...(scheme && 'headers' in scheme ? Object.keys(scheme.headers ?? {}) : []),
  ]);
  const key = idempotencyOf(manifest, operation);
  const common = ['authorization', 'content-type', 'content-length', 'accept', 'user-agent', 'host'];
  const all = [...common, ...proving, signature?.header, key.supported ? key.header : undefined];
  return new Set(all.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])));
}

/**
 * Returns a sentence for each key of a shown request that no call sends, and for each entry of `notSent` that is not needed: a simulator made of
 * the same description would never miss what was dropped.
 */
export function checkUnsent(
  calls: readonly CompiledCall[],
  files: readonly Examples[],
  {
    description,
    manifest,
    isFor,
  }: { description: Description; manifest: Manifest; isFor(call: CompiledCall, example: CallExample): boolean },
): string[] {
  return files.flatMap(({ evidence, calls: examples = [] }) =>
    examples.flatMap((example) => {
      const own = calls.filter((call) => isFor(call, example));
      const [first] = own;
      if (!first) return [];
      const hosts = listHostHeaders(manifest, description, first);
      const unsent = PARTS.flatMap((part) => {
        const shown = part === 'headers' ? withoutHeaders(example.headers, hosts) : example[part];
        const nodes = own.flatMap((call) => call[part] ?? []);
        return listUnsent(shown, part === 'headers' ? nodes.map(inSmallLetters) : nodes, part);
      });
      const listed = Object.keys(example.notSent ?? {});
      const dropped = evidence === 'inferred' ? [] : [...new Set(unsent)].filter((path) => !listed.includes(path));
      return [
        ...dropped.map(
          (path) =>
            `${nameCall({ ...first, kind: example.kind })}: ${example.request} shows "${path}", which description.json does not send: send it, or give the reason in "notSent" of this example.`,
        ),
        ...listed
          .filter((path) => !unsent.includes(path))
          .map(
            (path) =>
              `${nameCall({ ...first, kind: example.kind })}: "notSent" of ${example.request} has "${path}", which is sent or not shown: remove it.`,
          ),
      ];
    }),
  );
}

const withoutHeaders = (headers: CallExample['headers'] = {}, hosts: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      hosts.has(name.toLowerCase()) ? [] : [[name.toLowerCase(), value]],
    ),
  );

const inSmallLetters = (node: Node): Node =>
  node.kind === 'object' ? { ...node, fields: node.fields.map(([name, inner]) => [name.toLowerCase(), inner]) } : node;

/** The paths of a shown body for which no template has a key, each without what is under it; members of lists have no number. */
function listUnsent(shown: unknown, nodes: readonly Node[], path: string): string[] {
  if (Array.isArray(shown)) {
    const items = nodes.flatMap((node) =>
      node.kind === 'list' ? node.items : node.kind === 'each' ? [node.item] : [],
    );
    return shown.flatMap((item) => listUnsent(item, items, path));
  }
  if (typeof shown !== 'object' || shown === null) return [];
  const fields = nodes.flatMap((node) => (node.kind === 'object' ? node.fields : []));
  return Object.entries(shown).flatMap(([name, value]) => {
    const own = fields.flatMap(([field, node]) => (field === name ? [node] : []));
    return own.length === 0 ? [`${path}.${name}`] : listUnsent(value, own, `${path}.${name}`);
  });
}

/** A call of a kind that the package does not have, and the common one of an operation whose kinds all have calls of their own. */
function isNeverMade(
  { operation, kind }: CompiledCall,
  calls: readonly CompiledCall[],
  { capabilities: { methods = {}, withdraw = [] } }: Manifest,
): boolean {
  if (!/^(createTransaction|refund|withdraw)$/.test(operation)) return false;
  const kinds: string[] = operation === 'withdraw' ? withdraw : Object.keys(methods);
  if (kind !== undefined) return !kinds.includes(kind);
  return (
    kinds.length > 0 && kinds.every((own) => calls.some((call) => call.operation === operation && call.kind === own))
  );
}

const isWriting = ({ operation, verb }: CompiledCall) => verb !== 'GET' && !operation.startsWith('get');

/** Returns a sentence for each field of a writing call that no `given` of its examples states: two of them could be exchanged unseen. */
export function checkAllGiven(
  call: CompiledCall,
  own: readonly CallExample[],
  description: Description,
  { calls, manifest }: { calls: readonly CompiledCall[]; manifest: Manifest },
): string[] {
  const { words = {} } = description;
  if (!isWriting(call) || isNeverMade(call, calls, manifest)) return [];
  const nodes = [call.path, ...PARTS.flatMap((part) => call[part] ?? [])];
  const placeholders = nodes.flatMap((node) => listPlaceholders(node)).filter(({ list }) => list === undefined);
  const isReadable = ({ filters }: (typeof placeholders)[number]['placeholder']) =>
    filters.every(({ name }) => {
      const translations = Object.values(words[name] ?? {});
      return new Set(translations).size === translations.length;
    });
  const names = placeholders.flatMap(({ placeholder }) =>
    isReadable(placeholder) && !/^(settings\.|now$|items$|splits$)/.test(placeholder.name) ? [placeholder.name] : [],
  );
  const missing = [...new Set(names)].filter((name) => !own.some(({ given = {} }) => Object.hasOwn(given, name)));
  const ofItems = own.flatMap((example) =>
    checkItems(example, underSettings(call, example, description, manifest), words),
  );
  return missing.length === 0
    ? ofItems
    : [
        ...ofItems,
        `${nameCall(call)}: no "given" states ${missing.join(', ')}, of which ${call.at} makes a request: write what stands in a shown request.`,
      ];
}

/** The lines of a sale make up its price: the sum tells which key is the price of one piece, in which unit, and which is the number of pieces. */
function checkItems(example: CallExample, call: CompiledCall, words: Words): string[] {
  const { request, json, given = {} } = withoutUnsent(example);
  const lines = call.json ? readItems(call.json, json, words) : [];
  if (given.amount === undefined || lines.length === 0) return [];
  const prices = lines.map(({ values, placeholders }) => {
    const [price, pieces] = [values.get('item.unitPrice'), values.get('item.quantity')];
    const unit = placeholders.get('item.unitPrice')?.unit ?? call.unit;
    return price === undefined || pieces === undefined ? undefined : toCents(price, unit) * Number(pieces);
  });
  if (prices.includes(undefined)) return [];
  const sum = prices.reduce<number>((total, price) => total + (price ?? 0), 0);
  return sum === given.amount
    ? []
    : [
        `${nameCall(call)}: the items of ${request} make ${sum} in cents, and "given" states an amount of ${given.amount}: correct one of the two.`,
      ];
}

function toCents(price: Plain, unit: CompiledCall['unit']): number {
  try {
    return fromUnit(String(price), unit);
  } catch {
    return Number.NaN;
  }
}

/** Returns what each shown line of a sale was made from. */
function readItems(node: Node, shown: unknown, words: Words): Bindings[] {
  if (node.kind === 'each' && node.list === 'items' && Array.isArray(shown))
    return shown.map((line) => {
      const found: Bindings = { values: new Map(), placeholders: new Map() };
      match(node.item, line, words, found);
      return found;
    });
  if (node.kind !== 'object' || typeof shown !== 'object' || shown === null) return [];
  return node.fields.flatMap(([name, inner]) => readItems(inner, (shown as Record<string, unknown>)[name], words));
}

/** The keys and fixed values of a template, each of which has to be in one of the shown bodies. */
export function checkSent(node: Node, shown: unknown[], sentence: string, path = ''): string[] {
  const there = shown.filter((value) => value !== undefined);
  if (there.length === 0)
    return [`${sentence}${path}", which description.json sends: add one that has, or leave it out.`];
  if (node.kind === 'object')
    return node.fields.flatMap(([name, inner]) =>
      checkSent(
        inner,
        there.map((value) => (value as Record<string, unknown> | null)?.[name]),
        sentence,
        `${path}.${name}`,
      ),
    );
  if (node.kind === 'conditional') return checkSent(node.item, there, sentence, path);
  if (node.kind === 'each')
    return checkSent(
      node.item,
      there.flatMap((value) => (Array.isArray(value) ? value : [])),
      sentence,
      `${path}.0`,
    );
  if (node.kind === 'list')
    return node.items.flatMap((item, at) =>
      checkSent(
        item,
        there.map((value) => (value as unknown[])?.[at]),
        sentence,
        `${path}.${at}`,
      ),
    );
  const isShown = node.kind !== 'constant' || there.some((value) => value === node.value);
  return isShown
    ? []
    : [`${sentence}${path}" with ${JSON.stringify(node.value)}, which description.json sends: correct one of the two.`];
}
