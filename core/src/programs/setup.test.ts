import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../plugins/config.ts';
import { setUp } from './setup.ts';

let folder: string;
let out: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'feira-setup-'));
  out = path.join(folder, 'environment');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const DATABASE = 'postgres://feira_owner:secret@db.internal/feira';

/** Returns what was said. */
async function talk(answers: string[]): Promise<string> {
  const said: string[] = [];
  const left = answers.values();
  await setUp(out, { say: (line) => void said.push(line), hear: async () => left.next().value ?? null });
  return said.join('\n');
}

describe('feira setup', () => {
  it('writes an environment that a node takes, for its owner alone', async () => {
    await talk(['https://pay.example.com', DATABASE, 'smtps://a:b@smtp.example.com', '', '']);

    const environment = parseEnv(readFileSync(out, 'utf8')) as Record<string, string>;
    expect(readConfig(environment)).toMatchObject({
      publicUrl: 'https://pay.example.com',
      databaseUrl: DATABASE,
      smtpUrl: 'smtps://a:b@smtp.example.com',
      mediaDirectory: '/var/lib/feira/media',
      trustProxy: ['127.0.0.1'],
    });
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  it('fills an empty file, which keeps its rights', async () => {
    writeFileSync(out, '');
    chmodSync(out, 0o640);

    await talk(['https://pay.example.com', DATABASE, '', '', '']);

    expect(readFileSync(out, 'utf8')).toContain(DATABASE);
    expect(statSync(out).mode & 0o777).toBe(0o640);
  });

  it('writes no key into an empty file that every user of the machine can read', async () => {
    writeFileSync(out, '');
    chmodSync(out, 0o644);

    await expect(talk(['https://pay.example.com', DATABASE, '', '', ''])).rejects.toThrow('chmod o=');
    expect(readFileSync(out, 'utf8')).toBe('');
  });

  it('asks again, and says why, where a node would not start', async () => {
    const bucket = 'https://key:secret@s3.example.com/bucket';

    const said = await talk([
      ...['', 'pay.example.com', 'https://pay.example.com'],
      ...['mysql://db.internal/feira', DATABASE],
      ...['none', bucket, '0.0.0.0/0', '10.0.0.5'],
    ]);

    expect(said).toContain('PUBLIC_URL is wrong');
    expect(said).toContain('DATABASE_URL is wrong');
    expect(said).toContain('TRUST_PROXY is wrong');
    const environment = parseEnv(readFileSync(out, 'utf8')) as Record<string, string>;
    expect(readConfig(environment)).toMatchObject({ s3: { accessKeyId: 'key' }, trustProxy: ['10.0.0.5'] });
  });

  it('draws a key of its own each time, and never writes over another', async () => {
    const answers = ['https://pay.example.com', DATABASE, '', '', ''];
    await talk(answers);
    const first = readFileSync(out, 'utf8');

    await expect(talk(answers)).rejects.toThrow('is there already');
    expect(readFileSync(out, 'utf8')).toBe(first);
    rmSync(out);
    await talk(answers);

    expect(readFileSync(out, 'utf8')).not.toBe(first);
  });

  it('leaves no file behind where the answers end', async () => {
    writeFileSync(path.join(folder, 'other'), '');

    await expect(talk(['https://pay.example.com'])).rejects.toThrow('nothing was written');
    expect(readdirSync(folder)).toEqual(['other']);
  });
});
