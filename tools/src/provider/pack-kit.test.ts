/** Installs the packed kit outside of the clone, as an author without one does, and proves and tests a provider with it. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packKit, writeKit } from './pack-kit.ts';
import { makeTarball } from './pack-provider/tarball.ts';
import { writeGuideProvider } from './test-guide.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const place = mkdtempSync(path.join(realpathSync(tmpdir()), 'feira-npm-'));
let folder: string;

type Json = { name: string; version: string; dependencies?: Record<string, string> };
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Json;

beforeAll(async () => {
  const kit = await writeKit(path.join(place, 'tarballs'));
  folder = await writeGuideProvider(path.join(place, 'providers'));
  const file = path.join(folder, 'package.json');
  const dependencies = [...kit, ...packLibraries()].map((tarball) => [nameOf(tarball), `file:${tarball}`]);
  writeFileSync(file, JSON.stringify({ ...readJson(file), devDependencies: Object.fromEntries(dependencies) }));
  const installed = run('npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
  if (installed.status !== 0) throw new Error(installed.output);
  // The author's own tools. They are large, and come from the clone by a link.
  mkdirSync(path.join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['vitest', '@types/node'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function run(program: string, ...parameters: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', npm_config_cache: path.join(place, 'npm-cache') },
  });
  return { status, output: `${stdout}${stderr}` };
}

const nameOf = (tarball: string) =>
  path
    .basename(tarball)
    .replace(/-\d+\.\d+\.\d+.*\.tgz$/, '')
    .replace(/^feira-/, '@feira/')
    .replace('__', '/');

/** The kit's dependencies, packed from the clone's node_modules: the test has no network. */
function packLibraries(): string[] {
  const wanted = ['ajv', 'ajv-formats', 'ipaddr.js', 'undici', 'nock', 'json-schema-to-ts'];
  for (const name of wanted)
    wanted.push(...Object.keys(readLibrary(name).dependencies ?? {}).filter((one) => !wanted.includes(one)));
  return wanted.map((name) => {
    const from = path.join(ROOT, 'node_modules', name);
    const files = readdirSync(from, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => path.relative(from, path.join(file.parentPath, file.name)))
      .map((file) => ({ path: file, content: readFileSync(path.join(from, file)) }));
    const tarball = path.join(place, 'tarballs', `${name.replace('/', '__')}-${readLibrary(name).version}.tgz`);
    writeFileSync(tarball, makeTarball(files));
    return tarball;
  });
}

const readLibrary = (name: string) => readJson(path.join(ROOT, 'node_modules', name, 'package.json'));

describe('the kit as npm packages', () => {
  it('is the same to the byte when it is packed again', async () => {
    for (const { name, tarball } of await packKit())
      expect(readFileSync(path.join(place, 'tarballs', name)).equals(tarball), name).toBe(true);
  });

  it('lies in the author’s folder, compiled, with its license', () => {
    for (const name of ['plugin-kit', 'schemas', 'provider-tools']) {
      const installed = path.join(folder, 'node_modules/@feira', name);
      expect(realpathSync(installed)).toBe(installed);
      expect(existsSync(path.join(installed, 'LICENSE'))).toBe(true);
      expect(readJson(path.join(installed, 'package.json'))).not.toHaveProperty('private');
      const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
      expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\./.test(file))).toEqual([]);
    }
  });

  it('has types that a package is checked against', () => {
    const compilerOptions = {
      target: 'ES2024',
      module: 'NodeNext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      resolveJsonModule: true,
      types: ['node'],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    const tsc = path.join(ROOT, 'node_modules/.bin/tsc');

    expect(run(tsc, '-p', '.', '--pretty', 'false')).toEqual({ status: 0, output: '' });

    const wrong = path.join(folder, 'src/wrong.ts');
    writeFileSync(
      wrong,
      "import type { TransactionRequest } from '@feira/schemas/provider';\nexport const amount: TransactionRequest['amount'] = 'text';\n",
    );
    const { output } = run(tsc, '-p', '.', '--pretty', 'false');
    rmSync(wrong);
    expect(output).toContain('src/wrong.ts(2,14): error TS2322');
  });

  it('proves a package, in whose folder the report is written', () => {
    const { status, output } = run('npx', '--offline', 'feira-conformance');

    expect(output).toMatch(/jabuti 0\.1\.0, .*: (\d+) of \1 proofs hold/);
    expect(status).toBe(0);
    expect(readFileSync(path.join(folder, 'conformance.json'), 'utf8')).toContain('"provider": "jabuti"');
  });

  it('runs the tests of a package', () => {
    const { status, output } = run(process.execPath, path.join(folder, 'node_modules/vitest/vitest.mjs'), 'run');

    expect(output).toMatch(/Tests +\d+ passed/);
    expect(status).toBe(0);
  });
});
