/**
 * Proves that code sends each key of the requests that the documentation shows: adapter and simulator are of one hand, and forget the same key
 * together. The requests of a description are compared with its templates, without a run.
 */
import type { CallExample, Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import { isWrittenFor } from '@feira/schemas/rules/contract-range';
import { isShown } from './example-calls.ts';
import type { Recorder } from './recorder.ts';
import type { WireCall } from './wire.ts';

/** The first contract that asks for every key of a documented request. */
const MINOR = 2;
const PARTS = ['query', 'headers', 'json', 'form'] as const;
/** The headers that the host writes. */
const OF_HOST = ['authorization', 'content-type', 'content-length', 'accept', 'user-agent', 'host'];

/** Collects, for each shown request of code, the keys that calls to its address had. */
export interface SentKeys {
  note(capability: string, calls: readonly WireCall[]): void;
  prove(recorder: Recorder): Promise<void>;
}

interface Shown {
  example: CallExample;
  keys: string[];
  isPublished: boolean;
  sent: Set<string>;
  isCalled: boolean;
}

export function collectSentKeys(
  manifest: Manifest,
  files: readonly Examples[],
  described: readonly string[] = [],
): SentKeys {
  const kinds: string[] = [
    ...Object.keys(manifest.capabilities.methods ?? {}),
    ...(manifest.capabilities.withdraw ?? []),
  ];
  const all: Shown[] = files.flatMap(({ evidence, calls = [] }) =>
    calls
      .filter(({ operation }) => !described.includes(operation))
      .map((example) => ({
        example,
        keys: PARTS.flatMap((part) =>
          listKeys(part === 'headers' ? ofPackage(example.headers, manifest) : example[part], part),
        ),
        isPublished: evidence !== 'inferred',
        sent: new Set<string>(),
        isCalled: false,
      })),
  );
  /** A request of another method or kind of withdrawal is no witness. */
  const isOfKind = ({ kind }: CallExample, capability: string) =>
    kind === undefined || !capability.split('.').some((part) => part !== kind && kinds.includes(part));
  return {
    note(capability, calls) {
      for (const call of calls) {
        const shown = all.filter(({ example }) => isShown(example, call) && isOfKind(example, capability));
        if (shown.length === 0) continue;
        const keys = [
          ...listKeys(call.query, 'query'),
          ...listKeys(inSmallLetters(call.headers), 'headers'),
          ...['json', 'form'].flatMap((part) => listKeys(call.body, part)),
        ];
        for (const one of shown) {
          one.isCalled = true;
          for (const key of keys) one.sent.add(key);
        }
      }
    },
    async prove(recorder) {
      if (!isWrittenFor(manifest.contract, MINOR)) return;
      const problems = all.flatMap(listProblems);
      for (const problem of problems)
        await recorder.prove('package', 'answers', async (check) => check(false, problem));
    },
  };
}

function listProblems({ example, keys, isPublished, sent, isCalled }: Shown): string[] {
  // An example of a call that the run does not make is judged by the proofs of examples.
  if (!isCalled) return [];
  const { operation, request, kind, notSent = {} } = example;
  const name = `examples: ${operation}${kind ? ` (${kind})` : ''}: `;
  const missing = keys.filter((key) => !sent.has(key));
  const unsent = missing.filter((key) => !missing.some((other) => key.startsWith(`${other}.`)));
  return [
    ...(isPublished ? unsent : [])
      .filter((key) => !Object.hasOwn(notSent, key))
      .map(
        (key) =>
          `${name}${request} shows "${key}", which no call of the run has: send it, or give the reason in "notSent" of this example.`,
      ),
    ...Object.keys(notSent)
      .filter((key) => !unsent.includes(key))
      .map((key) => `${name}"notSent" of ${request} has "${key}", which is sent or not shown: remove it.`),
  ];
}

const inSmallLetters = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));

/** The shown headers that the package writes itself: none that proves who calls. */
function ofPackage(headers: CallExample['headers'] = {}, { auth, headers: more = {}, bases = {} }: Manifest): object {
  const rules = [{ auth, headers: more }, ...Object.values(bases)];
  const proving = rules.flatMap(({ auth: scheme, headers: own = {} }) => [
    ...Object.keys(own),
    ...(scheme && 'header' in scheme && scheme.header ? [scheme.header] : []),
    ...(scheme && 'headers' in scheme ? Object.keys(scheme.headers ?? {}) : []),
  ]);
  const hosts = new Set([...OF_HOST, ...proving].map((key) => key.toLowerCase()));
  return Object.fromEntries(Object.entries(inSmallLetters(headers)).filter(([key]) => !hosts.has(key)));
}

/** Every key at any depth below a path; members of lists have no number. */
function listKeys(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => listKeys(item, path));
  return [
    ...new Set(
      Object.entries(value).flatMap(([key, inner]) => [`${path}.${key}`, ...listKeys(inner, `${path}.${key}`)]),
    ),
  ];
}
