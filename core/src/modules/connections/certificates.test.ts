import { createPrivateKey } from 'node:crypto';
import type { Manifest } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { LEGACY, MODERN, PASSPHRASE, WITHOUT_KEY } from '../../../../plugins/kit/src/broker/test-containers.ts';
import {
  createAuthority,
  createCertificate,
  type TestCertificate,
} from '../../../../plugins/kit/src/simulation/certificates.ts';
import { readCertificates } from './certificates.ts';

const authority = createAuthority('Bank authority');
const good = createCertificate(authority, 'feira');
const now = new Date();

const file = (format: 'certificate' | 'private-key') =>
  ({ type: 'string', title: { 'pt-BR': 'Arquivo', en: 'File' }, secret: true, format }) as const;
const text = { type: 'string', title: { 'pt-BR': 'Senha', en: 'Password' }, secret: true } as const;
type Form = Pick<Manifest, 'credentials' | 'clientCertificate'>;
const credentials: Form['credentials'] = {
  type: 'object',
  required: [],
  properties: {
    certificate: file('certificate'),
    key: file('private-key'),
    password: text,
    webhook: file('certificate'),
  },
};
const SEPARATE: Form = {
  credentials,
  clientCertificate: { certificate: 'certificate', privateKey: 'key', passphrase: 'password' },
};
const TOGETHER: Form = { credentials, clientCertificate: { certificate: 'certificate', passphrase: 'password' } };

const read = (form: Form, values: Record<string, string>, changed = Object.keys(values)) => {
  const { facts, problems } = readCertificates(form, new Map(Object.entries(values)), {
    changed: new Set(changed),
    now,
  });
  return { facts: facts.get('certificate'), problems: Object.keys(problems), sentences: Object.values(problems) };
};
const toValues = ({ certificate, privateKey }: TestCertificate) => ({ certificate, key: privateKey });
const encrypt = (pem: string) =>
  createPrivateKey(pem)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })
    .toString();

describe('readCertificates', () => {
  it.each([
    ['PEM with its key beside it', SEPARATE, toValues(good)],
    ['PEM with its key in the same file', TOGETHER, { certificate: good.certificate + good.privateKey }],
    [
      'PEM with an encrypted key',
      SEPARATE,
      { certificate: good.certificate, key: encrypt(good.privateKey), password: PASSPHRASE },
    ],
    [
      'PEM with its authority behind it',
      SEPARATE,
      { ...toValues(good), certificate: good.certificate + authority.pem.certificate },
    ],
  ])('%s', (_what, form, values) => {
    const { facts, problems } = read(form, values);

    expect(problems).toEqual([]);
    expect(facts).toMatchObject({ subject: 'CN=feira', issuer: 'CN=Bank authority' });
    expect(facts?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(Date.parse(facts?.validTo ?? '')).toBeGreaterThan(now.getTime());
    expect(JSON.stringify(facts)).not.toContain('PRIVATE');
  });

  it.each([
    ['without a field for the key', TOGETHER],
    ['with one that stays empty', SEPARATE],
  ])('PKCS#12 %s', (_what, form) => {
    const { facts, problems } = read(form, { certificate: MODERN, password: PASSPHRASE });

    expect(problems).toEqual([]);
    expect(facts).toMatchObject({
      subject: 'O=Feira, CN=feira p12'.split(', ').reverse().join(', '),
      validTo: expect.stringMatching(/^21/),
    });
  });

  it.each<[string, Form, Record<string, string>, string, string]>([
    [
      'an expired one',
      SEPARATE,
      toValues(createCertificate(authority, 'a', { from: -10, to: -1 })),
      'certificate',
      'expired on 20',
    ],
    [
      'one of tomorrow',
      SEPARATE,
      toValues(createCertificate(authority, 'a', { from: 1, to: 9 })),
      'certificate',
      'not valid before 20',
    ],
    [
      "another one's key",
      SEPARATE,
      { ...toValues(good), key: createCertificate(authority, 'b').privateKey },
      'key',
      'does not belong',
    ],
    [
      "its authority's first",
      SEPARATE,
      { ...toValues(good), certificate: authority.pem.certificate + good.certificate },
      'key',
      'first certificate',
    ],
    ['no key', SEPARATE, { certificate: good.certificate }, 'key', 'needs its private key'],
    ['no key in the same file', TOGETHER, { certificate: good.certificate }, 'certificate', 'BEGIN PRIVATE KEY'],
    ['something else for a key', SEPARATE, { ...toValues(good), key: 'hello' }, 'key', 'BEGIN PRIVATE KEY'],
    [
      'an encrypted key without its password',
      SEPARATE,
      { ...toValues(good), key: encrypt(good.privateKey) },
      'password',
      'does not open',
    ],
    [
      'an encrypted key with a wrong password',
      SEPARATE,
      { ...toValues(good), key: encrypt(good.privateKey), password: 'x' },
      'password',
      'does not open',
    ],
    [
      'PEM of something else',
      SEPARATE,
      { certificate: good.privateKey, key: good.privateKey },
      'certificate',
      'no readable certificate',
    ],
    ['no file at all', SEPARATE, { certificate: 'hello', key: 'x' }, 'certificate', 'neither PEM nor PKCS#12'],
    ['PKCS#12 with a wrong password', SEPARATE, { certificate: MODERN, password: 'x' }, 'password', 'does not open'],
    ['PKCS#12 without its password', SEPARATE, { certificate: MODERN }, 'password', 'does not open'],
    ['PKCS#12 in an old cipher', SEPARATE, { certificate: LEGACY, password: PASSPHRASE }, 'certificate', '-legacy'],
    [
      'PKCS#12 without a key',
      SEPARATE,
      { certificate: WITHOUT_KEY, password: PASSPHRASE },
      'certificate',
      'lacks the private key',
    ],
    [
      'half a PKCS#12',
      SEPARATE,
      { certificate: MODERN.slice(0, 400), password: PASSPHRASE },
      'certificate',
      'neither PEM nor PKCS#12',
    ],
  ])('%s is refused, and the field to mend is named', (_what, form, values, field, words) => {
    const { problems, sentences } = read(form, values);

    expect(problems).toEqual([`secrets.${field}`]);
    expect(sentences[0]?.en).toContain(words);
    expect(sentences[0]?.['pt-BR']).not.toBe('');
  });

  it('leaves what was not changed alone, however old it is', () => {
    const old = toValues(createCertificate(authority, 'a', { from: -10, to: -1 }));

    expect(read(SEPARATE, old, []).problems).toEqual([]);
    expect(read(SEPARATE, { ...old, password: 'x' }, ['password']).problems).toEqual(['secrets.certificate']);
  });

  it('reads a certificate that proves the provider, which has no key', () => {
    const { facts, problems } = readCertificates(SEPARATE, new Map([['webhook', authority.pem.certificate]]), {
      changed: new Set(['webhook']),
      now,
    });

    expect([problems, facts.get('webhook')?.subject]).toEqual([{}, 'CN=Bank authority']);
  });
});
