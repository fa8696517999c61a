import type { Settings } from '@feira/plugin-kit';
import type { CredentialField, ManifestForm } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { findFormProblems, isComplete, tidyValues } from './manifest-form.ts';

const title = { 'pt-BR': 'Campo', en: 'Field' };
const field = (more: Partial<CredentialField> = {}): CredentialField => ({ type: 'string', title, ...more });
const form: ManifestForm = {
  type: 'object',
  required: ['apiKey', 'account', 'mode'],
  properties: {
    apiKey: field({ secret: true, minLength: 8, maxLength: 20, pattern: '^sk_' }),
    account: field({ maxLength: 10 }),
    mode: field({ enum: ['fast', 'slow'], default: 'fast' }),
    days: field({ type: 'integer' }),
    isLive: field({ type: 'boolean' }),
    callback: field({ format: 'uri' }),
    since: field({ format: 'date' }),
    certificate: field({ format: 'certificate' }),
    pin: field({ type: 'integer', secret: true }),
    // Never terminates for a wrong text.
    endless: field({ pattern: '^(a+)+$' }),
  },
};
const GOOD = { settings: { account: 'abc' }, secrets: { apiKey: 'sk_12345' } };

describe('findFormProblems', () => {
  it('has nothing to say of what fits', () => {
    const settings = {
      account: 'abc',
      mode: 'slow',
      days: 3,
      isLive: false,
      callback: 'https://a.example',
      since: '2016-02-29',
    };
    const secrets = { apiKey: 'sk_12345', certificate: 'line\nline', pin: '1234' };

    expect(findFormProblems(form, GOOD)).toEqual({});
    expect(findFormProblems(form, { settings, secrets })).toEqual({});
  });

  it.each<[string, Record<string, string | number | boolean>, Record<string, string>, string, string]>([
    ['a missing setting', {}, {}, 'settings.account', 'Fill in'],
    ['an empty setting', { account: '' }, {}, 'settings.account', 'Fill in'],
    ['an unknown setting', { other: 'x' }, {}, 'settings.other', 'no such field'],
    ['a name of every object', { constructor: 'x' }, {}, 'settings.constructor', 'no such field'],
    ['an unknown secret', {}, { other: 'x' }, 'secrets.other', 'no such field'],
    ['a secret among the settings', { apiKey: 'sk_12345' }, {}, 'settings.apiKey', 'among the secrets'],
    ['a certificate among the settings', { certificate: 'x' }, {}, 'settings.certificate', 'among the secrets'],
    ['a setting among the secrets', {}, { account: 'x' }, 'secrets.account', 'among the settings'],
    ['a number for a text', { account: 1 }, {}, 'settings.account', 'Type a text'],
    ['a text for a number', { days: '3' }, {}, 'settings.days', 'whole number'],
    ['a fraction', { days: 1.5 }, {}, 'settings.days', 'whole number'],
    ['a text for an answer', { isLive: 'true' }, {}, 'settings.isLive', 'yes or no'],
    ['another word', { mode: 'quick' }, {}, 'settings.mode', 'fast, slow'],
    ['a long text', { account: 'x'.repeat(11) }, {}, 'settings.account', 'at most 10'],
    ['a short secret', {}, { apiKey: 'sk_' }, 'secrets.apiKey', 'at least 8'],
    ['another form', {}, { apiKey: 'pk_12345' }, 'secrets.apiKey', 'expected form'],
    ['no address', { callback: 'javascript:alert(1)' }, {}, 'settings.callback', 'https://'],
    ['a day as Brazilians write it', { since: '31/03/2015' }, {}, 'settings.since', 'day of the calendar'],
    ['a day that no year has', { since: '2015-02-30' }, {}, 'settings.since', 'day of the calendar'],
    ['a line break', { account: 'a\r\nb' }, {}, 'settings.account', 'invisible'],
    ['a text for a secret number', {}, { pin: 'abcd' }, 'secrets.pin', 'whole number'],
    ['a pattern without an end', { endless: `${'a'.repeat(40)}!` }, {}, 'settings.endless', 'expected form'],
  ])('%s', (_what, settings, secrets, name, words) => {
    const given = { settings: { account: 'abc', ...settings }, secrets: { ...GOOD.secrets, ...secrets } };
    if (name === 'settings.account' && settings.account === undefined) given.settings = {} as never;

    const problems = findFormProblems(form, given);

    expect(Object.keys(problems)).toEqual([name]);
    expect(problems[name]?.en).toContain(words);
  });

  it('names every field at once', () => {
    expect(Object.keys(findFormProblems(form, { settings: {}, secrets: {} }))).toEqual([
      'secrets.apiKey',
      'settings.account',
    ]);
  });
});

describe('isComplete', () => {
  it('asks for what has no default', () => {
    const ask = (settings: Settings, ...secrets: string[]) =>
      isComplete(form, { environment: 'production', methods: ['PIX'], settings, secrets });
    expect(ask({ account: 'a' }, 'apiKey')).toBe(true);
    expect(ask({ account: 'a' })).toBe(false);
    expect(ask({}, 'apiKey')).toBe(false);
  });
});

describe('tidyValues', () => {
  it('takes away what pasting adds, and leaves files as they are', () => {
    expect(
      tidyValues(form, { apiKey: ' sk_12345\n', certificate: 'line\n', days: 3, other: ' x', gone: null }),
    ).toEqual({
      apiKey: 'sk_12345',
      certificate: 'line\n',
      days: 3,
      other: ' x',
      gone: null,
    });
  });
});
