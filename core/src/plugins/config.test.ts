import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, readSecretFiles, SECRET_SETTINGS } from './config.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const SECRETS = {
  CAPTCHA_SECRET: '0x4AAAAAAAsecret-of-the-service',
  DATABASE_URL: 'postgres://owner:secret@db.internal/feira',
  DATABASE_DIRECT_URL: 'postgres://owner:secret@writer.internal/feira',
  DATABASE_REPLICA_URLS: 'postgres://owner:secret@replica.internal/feira',
  ENCRYPTION_KEY: KEY,
  ENCRYPTION_KEY_PREVIOUS: OTHER_KEY,
  METRICS_TOKEN: '0123456789abcdef01234567',
  S3_URL: 'https://access:secret@s3.example.com/bucket',
  SMTP_URL: 'smtps://user:secret@smtp.example.com',
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'feira-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeSecret(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('secrets from files', () => {
  it('are those of the environment, with or without a line break at the end', () => {
    const fromFiles = (end: string) =>
      Object.fromEntries(
        Object.entries(SECRETS).map(([name, value]) => [`${name}_FILE`, writeSecret(name, `${value}${end}`)]),
      );
    const { findVariable: _, findDatabasePassword: __, ...wanted } = readConfig(SECRETS);

    for (const end of ['', '\n', '\r\n']) expect(readConfig(fromFiles(end))).toMatchObject(wanted);
    expect(Object.keys(SECRETS).sort()).toEqual([...SECRET_SETTINGS].sort());
  });

  it('keep spaces and further line breaks, which may be part of a password', () => {
    const environment = readSecretFiles({ SMTP_URL_FILE: writeSecret('smtp', ' smtp://a b\n\n') });

    expect(environment.SMTP_URL).toBe(' smtp://a b\n');
  });

  it('tell the password of an address as PostgreSQL has it, also where a % of it was not encoded', () => {
    const address = (password: string) => `postgres://feira:${password}@db.internal/feira`;
    const { DATABASE_URL: _, ...others } = SECRETS;
    const file = writeSecret('changing', address('first'));
    const config = readConfig({ ...others, DATABASE_URL_FILE: file });

    for (const [written, password] of [
      ['a%2Fb', 'a/b'],
      ['50%off', '50%off'],
    ] as const) {
      writeFileSync(file, address(written));
      expect(config.findDatabasePassword(config.databaseUrl)).toBe(password);
    }
  });

  it('are refused with the name of the variable, and never with what the file holds', () => {
    const secret = writeSecret('key', KEY);
    const refused = (environment: Record<string, string>) => () => readConfig({ ...SECRETS, ...environment });

    expect(refused({ ENCRYPTION_KEY_FILE: secret })).toThrow(
      'ENCRYPTION_KEY and ENCRYPTION_KEY_FILE are both set, and one would be ignored: remove one of them.',
    );
    expect(refused({ DATABASE_URL: '', DATABASE_URL_FILE: path.join(folder, 'none') })).toThrow(
      `DATABASE_URL_FILE is wrong: ${path.join(folder, 'none')} cannot be read (ENOENT).`,
    );
    expect(refused({ DATABASE_URL: '', DATABASE_URL_FILE: folder })).toThrow('cannot be read (EISDIR)');
    expect(refused({ SMTP_URL: '', SMTP_URL_FILE: writeSecret('empty', '\n') })).toThrow('is empty');
    expect(refused({ ENCRYPTION_KEY: '', ENCRYPTION_KEY_FILE: writeSecret('short', 'c2hvcnQ=') })).toThrow(
      'ENCRYPTION_KEY is wrong: expected 32 bytes in base64',
    );
    expect(refused({ DATABASE_URL_FIEL: secret })).toThrow('Rename it to DATABASE_URL_FILE');
  });
});
