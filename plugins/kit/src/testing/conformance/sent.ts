/** Lists the values that requests carried, in a form in which the same value is the same text. */
import type { ReferenceForm } from '@feira/schemas/manifest';
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

/** Every value of every write: of its body, address and headers. */
export const listSent = (calls: readonly WireCall[]): Set<string> =>
  new Set(
    calls
      .filter(({ method }) => method !== 'GET')
      .flatMap(({ body, path, query, headers }) => [
        ...listLeaves(body),
        ...path.split('/').map(decodeURIComponent),
        ...Object.values(query),
        ...Object.values(headers),
      ])
      .map(normalize),
  );

/** Our reference as it stands in the contract, and as the host writes it for a provider that takes another form. */
const formsOf = (reference: string, form: ReferenceForm | undefined): string[] =>
  [reference, ...(form ? [toProviderReference(form, reference)] : [])].map(normalize);

/** Returns whether a reference of ours travels, in a body, an address or a header; providers may not take its hyphens. */
export const carriesReference = (calls: readonly WireCall[], reference: string, form?: ReferenceForm): boolean =>
  [...listSent(calls)].some((value) => formsOf(reference, form).some((text) => value.includes(text)));

/** Returns whether the provider knows it by our reference, in the form in which it takes one. */
export const isReference = (told: string | undefined, reference: string, form?: ReferenceForm): boolean =>
  told !== undefined && formsOf(reference, form).includes(normalize(told));
