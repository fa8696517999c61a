import { expect, it } from 'vitest';
import { toProviderReference } from '../../broker/reference.ts';
import { carriesReference, isReference } from './sent.ts';
import type { WireCall } from './wire.ts';

it('knows a reference of ours in the form that the provider takes', () => {
  const reference = '01234567-89ab-cdef-0123-456789abcdef';
  const form = { alphabet: 'alphanumeric', maxLength: 25 } as const;
  const written = toProviderReference(form, reference);
  const call = { method: 'POST', path: '/codes', query: {}, headers: {}, body: { description: written } } as WireCall;
  expect(carriesReference([call], { reference: form }, reference)).toBe(true);
  expect(carriesReference([call], { reference: form }, reference.replace('0', '1'))).toBe(false);
  expect(isReference(written, { reference: form }, reference)).toBe(true);
  expect(isReference(written, {}, reference)).toBe(false);
});
