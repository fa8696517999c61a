/** Lists the values that requests carried, in a form in which the same value is the same text. */
import type { Manifest } from '@feira/schemas/manifest';
import { toProviderReference } from '../../broker/reference.ts';
import { listLeaves } from './amounts.ts';
import type { WireCall } from './wire.ts';

/** Providers write the same key, document or number with or without signs, leading zeros and the code of Brazil. */
export function normalize(value: unknown): string {
  const text = String(value ?? '').toLowerCase();
  if (text.includes('@')) return text;
  const plain = text.replace(/[^0-9a-z]/g, '').replace(/^0+(?=\d)/, '');
  return /^55\d{10,11}$/.test(plain) ? plain.slice(2) : plain;
}

const listValues = (calls: readonly WireCall[]): unknown[] =>
  calls
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ body, path, query, headers }) => [
      ...listLeaves(body),
      ...path.split('/').map(decodeURIComponent),
      ...Object.values(query),
      ...Object.values(headers),
    ]);

/** Every value of every write: of its body, address and headers. */
export const listSent = (calls: readonly WireCall[]): Set<string> => new Set(listValues(calls).map(normalize));

type Form = Pick<Manifest, 'reference'>;

/** Our reference as the host writes it for this provider. */
export const writeReference = ({ reference: form }: Form, reference: string): string =>
  form ? toProviderReference(form, reference) : reference;

/**
 * Returns whether a reference of ours travels, in a body, an address or a header. Where the manifest declares a form, it travels in exactly
 * that; elsewhere providers may not take its hyphens, or have more around it.
 */
export const carriesReference = (calls: readonly WireCall[], manifest: Form, reference: string): boolean =>
  manifest.reference
    ? listValues(calls).includes(writeReference(manifest, reference))
    : [...listSent(calls)].some((value) => value.includes(normalize(reference)));

/** The values of headers and fields that are called an idempotency key: one that two orders share makes one order of them. */
export const listIdempotencyKeys = (calls: readonly WireCall[]): string[] =>
  calls
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ headers, body }) => [...Object.entries(headers), ...listFields(body)])
    .filter(([name, value]) => /idempot/i.test(name) && (typeof value === 'string' || typeof value === 'number'))
    .map(([, value]) => String(value));

/** Every field of a body at any depth, with its name. */
export const listFields = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]): [string, unknown][] => [[name, inner], ...listFields(inner)])
    : [];

/** Returns whether answers say whose they are: some tell a status, and nothing of what it is the status of. */
export const isNamedIn = (answers: readonly WireCall['answer'][], names: readonly string[]): boolean =>
  answers
    .flatMap((answer) => (answer && 'body' in answer ? listLeaves(answer.body) : []))
    .some((value) => names.map(normalize).includes(normalize(value)));

/** Returns whether the provider knows it by our reference, in the form in which it takes one. */
export const isReference = (told: string | undefined, manifest: Form, reference: string): boolean =>
  told !== undefined && normalize(told) === normalize(writeReference(manifest, reference));
