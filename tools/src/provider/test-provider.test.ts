/** Tests a package as its author does, in a folder outside of the clone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPackage } from './new-provider.ts';

const TASK = path.join(import.meta.dirname, 'test-provider.ts');
const elsewhere = mkdtempSync(path.join(tmpdir(), 'feira-author-'));
let folder: string;

beforeAll(async () => {
  folder = await createPackage({
    id: 'acme',
    name: 'Acme',
    methods: ['PIX'],
    auth: 'header',
    money: 'cents',
    kind: 'table',
    directory: elsewhere,
  });
  for (const name of ['examples/invented.json', 'examples/words.json']) edit(name, /FILL IN: /, '');
});
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

/** Changes a file of the package, and returns what puts it back. */
function edit(name: string, from: RegExp | string, to: string): () => void {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  return () => writeFileSync(file, text);
}

function testPackage(): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TASK, folder, '--quick', '--seed=1'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, output: `${stdout}${stderr}` };
}

describe('the README of a package outside of the clone', () => {
  it('names the guide without the folders of this machine', () => {
    const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

    expect(readme).toContain('The guide (`docs/provider-guide.md` of Feira) says');
    expect(readme).not.toContain('../');
  });
});

describe('test:provider', () => {
  it('is green for a whole package elsewhere, and leaves nothing in its folder', () => {
    const before = readdirSync(folder);

    const { status, output } = testPackage();

    expect(output).toContain('2 passed');
    expect(output).toContain('Green: schemas, conformance and tests');
    expect(status).toBe(0);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is red for a test of the package that fails, and names it', () => {
    const restore = edit('src/provider.test.ts', "transactionId: 'chg_1'", "transactionId: 'chg_2'");

    const { status, output } = testPackage();
    restore();

    expect(output).toContain('sends our reference, and reads the charge that is answered');
    expect(output).toContain('Red: tests');
    expect(status).toBe(1);
  });

  it('is red for a package without tests', () => {
    const file = path.join(folder, 'src/provider.test.ts');
    const text = readFileSync(file, 'utf8');
    rmSync(file);

    const { status, output } = testPackage();
    writeFileSync(file, text);

    expect(output).toContain('Red: tests');
    expect(status).toBe(1);
  });

  it('is red for what the suite does not prove', () => {
    const restore = edit('plugin.json', '"charged_back": "CHARGEBACK"', '"charged_back": "APPROVED"');

    const { status, output } = testPackage();
    restore();

    expect(output).toContain('Red: conformance');
    expect(status).toBe(1);
  });

  it('names the schema that a file does not fit, and goes no further', () => {
    const restore = edit('plugin.json', '"moneyUnit": "cents"', '"moneyUnit": "pence"');

    const { status, output } = testPackage();
    restore();

    expect(output).toMatch(/✗ plugin\.json: .*moneyUnit/);
    expect(output).toContain('Red: schemas');
    expect(output).not.toContain('Conformance');
    expect(status).toBe(1);
  });
});
