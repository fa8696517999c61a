/** Tests which fields a connection needs: by its environment, its methods, its settings, and what was begun. */
import { expect, it } from 'vitest';
import type { ManifestForm } from '../src/manifest.ts';
import { type FormChoice, formFor } from './connection-form.ts';

const title = { 'pt-BR': 'Campo', en: 'Field' };
const text = { type: 'string' as const, title };
const form: ManifestForm = {
  type: 'object',
  required: ['apiKey', 'certificate', 'key'],
  properties: {
    apiKey: { ...text, secret: true },
    certificate: { ...text, format: 'certificate' },
    key: { ...text, format: 'private-key' },
    publicKey: { ...text, requiredFor: ['CREDIT_CARD'] },
    scheme: { ...text, enum: ['bearer', 'basic'], default: 'bearer' },
    user: { ...text, requiredFor: ['scheme=basic'] },
    payoutId: { ...text, requiredFor: ['withdraw.PIX'] },
    payoutSecret: { ...text, secret: true, requiredFor: ['withdraw.PIX'] },
    signer: { ...text, secret: true, requiredFor: ['withdraw.PIX', 'withdraw.BANK_ACCOUNT'] },
  },
};
const ask = (more: Partial<FormChoice> = {}) =>
  formFor(form, { environment: 'production', methods: ['PIX'], settings: {}, secrets: [], ...more }).required;

const ALWAYS = ['apiKey', 'certificate', 'key'];

it('wants certificates and keys of everybody but of who reaches a simulator', () => {
  expect(ask()).toEqual(ALWAYS);
  expect(ask({ environment: 'sandbox' })).toEqual(ALWAYS);
  expect(ask({ environment: 'simulator' })).toEqual(['apiKey']);
});

it('wants what a chosen method needs, and not what another does', () => {
  expect(ask({ methods: ['PIX', 'CREDIT_CARD'] })).toEqual([...ALWAYS, 'publicKey']);
});

it('wants what a chosen setting needs, typed or by default', () => {
  expect(ask({ settings: { scheme: 'basic' } })).toEqual([...ALWAYS, 'user']);
  const other = { ...form, properties: { ...form.properties, scheme: { ...text, default: 'basic' } } };
  expect(formFor(other, { environment: 'production', methods: [], settings: {}, secrets: [] }).required).toContain(
    'user',
  );
});

it('wants the rest of what was begun', () => {
  const payout = [...ALWAYS, 'payoutId', 'payoutSecret', 'signer'];
  expect(ask({ settings: { payoutId: 'client-1' } })).toEqual(payout);
  expect(ask({ secrets: ['payoutSecret'] })).toEqual(payout);
  expect(ask({ settings: { payoutId: '' }, secrets: ['signer'] })).toEqual(ALWAYS);
});
