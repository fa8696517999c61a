/** Tests the form of a connection to a simulator, which asks for no file. */
import { expect, it } from 'vitest';
import { formFor } from './connection-form.ts';

const title = { 'pt-BR': 'Campo', en: 'Field' };
const form = {
  type: 'object' as const,
  required: ['apiKey', 'certificate', 'key'],
  properties: {
    apiKey: { type: 'string' as const, title, secret: true },
    certificate: { type: 'string' as const, title, format: 'certificate' as const },
    key: { type: 'string' as const, title, format: 'private-key' as const },
  },
};

it('wants certificates and keys of everybody but of who reaches a simulator', () => {
  expect(formFor(form, 'production')).toBe(form);
  expect(formFor(form, 'sandbox')).toBe(form);
  expect(formFor(form, 'simulator')).toEqual({ ...form, required: ['apiKey'] });
});
