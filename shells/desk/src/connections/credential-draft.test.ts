import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import {
  type CredentialDraft,
  findCredentialProblems,
  readSecrets,
  readSettings,
  toCredentialDraft,
} from './credential-draft.ts';

const field = (more: Partial<CredentialField> = {}): CredentialField => ({
  type: 'string',
  title: { 'pt-BR': 'Campo', en: 'Field' },
  ...more,
});
const FORM: ManifestForm = {
  type: 'object',
  required: ['apiKey', 'email', 'certificate'],
  properties: {
    apiKey: field({ secret: true, minLength: 8 }),
    email: field({ maxLength: 20 }),
    seconds: field({ type: 'integer' }),
    isFast: field({ type: 'boolean', default: true }),
    outcome: field({ enum: ['done', 'refused'], default: 'done' }),
    certificate: field({ format: 'certificate' }),
  },
};
const EMPTY = toCredentialDraft(FORM, {});
const withSettings = (settings: CredentialDraft['settings']): CredentialDraft => ({
  ...EMPTY,
  settings: { ...EMPTY.settings, ...settings },
});
const withSecrets = (secrets: CredentialDraft['secrets']): CredentialDraft => ({ ...EMPTY, secrets });

describe('toCredentialDraft', () => {
  it('starts with what is stored, else with defaults, and holds no secret', () => {
    expect(EMPTY).toEqual({ settings: { email: '', seconds: '', isFast: true, outcome: 'done' }, secrets: {} });
    expect(toCredentialDraft(FORM, { seconds: 30, isFast: false, gone: 'x' }).settings).toEqual({
      email: '',
      seconds: '30',
      isFast: false,
      outcome: 'done',
    });
  });
});

describe('readSettings', () => {
  it('gives each the type of its field and leaves empty ones out', () => {
    expect(readSettings(FORM, withSettings({ email: ' a@b.example ', seconds: '30', isFast: false }))).toEqual({
      email: 'a@b.example',
      seconds: 30,
      isFast: false,
      outcome: 'done',
    });
    expect(readSettings(FORM, withSettings({ outcome: '' }))).toEqual({ isFast: true });
  });
});

describe('readSecrets', () => {
  it('sends only what changes, and files as they are', () => {
    const file = '-----BEGIN CERTIFICATE-----\n';
    const draft = withSecrets({
      apiKey: { act: 'set', value: ' key ' },
      certificate: { act: 'set', value: file, fileName: 'a.pem' },
      gone: { act: 'remove' },
    });
    expect(readSecrets(FORM, draft)).toEqual({ apiKey: 'key', certificate: file });
    expect(readSecrets(FORM, withSecrets({ apiKey: { act: 'remove' } }))).toEqual({ apiKey: null });
    expect(readSecrets(FORM, withSecrets({ apiKey: { act: 'set', value: '  ' } }))).toEqual({});
  });
});

describe('findCredentialProblems', () => {
  it('asks for what is required and neither typed nor stored', () => {
    expect(findCredentialProblems(FORM, EMPTY, [])).toEqual({
      'secrets.apiKey': 'required',
      'settings.email': 'required',
      'secrets.certificate': 'requiredFile',
    });
    expect(findCredentialProblems(FORM, withSettings({ email: 'a@b.example' }), ['apiKey', 'certificate'])).toEqual({});
  });

  it('asks again for a required secret that is taken away', () => {
    const draft = withSecrets({ apiKey: { act: 'remove' } });
    expect(findCredentialProblems(FORM, draft, ['apiKey'])).toMatchObject({ 'secrets.apiKey': 'required' });
  });

  it('asks by what a stored one is to be replaced', () => {
    const draft = withSecrets({ apiKey: { act: 'set', value: ' ' } });
    expect(findCredentialProblems(FORM, draft, ['apiKey'])).toMatchObject({ 'secrets.apiKey': 'required' });
  });

  it('tells numbers and lengths', () => {
    const draft = {
      ...withSettings({ email: 'somebody@flores.example', seconds: '1,5' }),
      secrets: { apiKey: { act: 'set' as const, value: 'short' } },
    };
    expect(findCredentialProblems(FORM, draft, ['certificate'])).toEqual({
      'secrets.apiKey': 'short',
      'settings.email': 'long',
      'settings.seconds': 'integer',
    });
  });
});
