/** Tests that the scaffold's package runs at once and tells its author the open points, and that no other file changes. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listFailures } from '@feira/plugin-kit/conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED } from '../../../core/test/draw.ts';
import { listMarks } from './conformance/open-points.ts';
import { readPackedFiles } from './conformance/packed-files.ts';
import { provePackage } from './conformance/prove-package.ts';
import { listOpenPoints } from './new-provider/open-points.ts';
import { type NewProvider, readOptions } from './new-provider/options.ts';
import { listPlaceholders } from './new-provider/placeholders.ts';
import { applyTags } from './new-provider/render.ts';
import { createPackage } from './new-provider.ts';
import { packProvider } from './pack-provider/pack.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The folder lies below the project, so that the libraries are found; no node looks for providers there. */
const PLACE = path.join(ROOT, '.cache/new-provider-test', String(process.pid));
const DIRECTORY = path.join(PLACE, 'plugins');
const SMALL = { words: 1_000, amounts: 2, wireWords: 3 };

const WANTED: NewProvider[] = [
  { id: 'acme', name: 'Acme', methods: ['PIX'], auth: 'header', money: 'cents', kind: 'code', directory: DIRECTORY },
  {
    id: 'ac-me',
    name: 'Ação & Me',
    methods: ['PIX', 'CREDIT_CARD', 'BILLET'],
    auth: 'oauth2',
    money: 'reais',
    kind: 'code',
    directory: DIRECTORY,
  },
  {
    id: 'card',
    name: 'Card',
    methods: ['CREDIT_CARD'],
    auth: 'basic',
    money: 'reais',
    kind: 'code',
    directory: DIRECTORY,
  },
  { id: 'slip', name: 'Slip', methods: ['BILLET'], auth: 'none', money: 'cents', kind: 'code', directory: DIRECTORY },
];

/** Green but for the mark that says what is to be replaced, or for nothing at all. */
const GREEN: NewProvider[] = [
  { ...WANTED[1]!, id: 'table', kind: 'table' },
  { ...WANTED[0]!, id: 'table-pix', name: 'Table', kind: 'table' },
  { ...WANTED[1]!, id: 'table-more', kind: 'table', operations: ['refunds', 'withdrawals', 'receivers'] },
  { ...WANTED[0]!, id: 'table-refunds', name: 'Table', kind: 'table', operations: ['refunds'] },
  { ...WANTED[3]!, id: 'table-payouts', name: 'Table', kind: 'table', operations: ['withdrawals'] },
  { ...WANTED[2]!, id: 'table-cards', name: 'Table', kind: 'table', operations: ['refunds'] },
  { ...WANTED[0]!, id: 'member', name: 'Member', kind: 'family', family: 'saq' },
  { ...WANTED[0]!, id: 'code-member', name: 'Code Member', kind: 'family', family: 'bacen' },
];

function run(program: string, ...parameters: string[]): string {
  const binary = path.join(ROOT, 'node_modules/.bin', program);
  const { status, stdout, stderr } = spawnSync(binary, parameters, { cwd: PLACE, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

beforeAll(async () => {
  mkdirSync(PLACE, { recursive: true });
  cpSync(path.join(ROOT, 'plugins/family-saq'), path.join(DIRECTORY, 'family-saq'), { recursive: true });
  cpSync(path.join(ROOT, 'plugins/family-bacen'), path.join(DIRECTORY, 'family-bacen'), { recursive: true });
  for (const options of [...WANTED, ...GREEN]) await createPackage(options);
});
afterAll(() => rmSync(PLACE, { recursive: true, force: true }));

describe('a new provider', () => {
  it('has types that fit', () => {
    // The build info of the project's own check is not this folder's.
    const compilerOptions = { incremental: false, tsBuildInfoFile: null };
    const config = { extends: path.join(ROOT, 'tsconfig.json'), compilerOptions, include: ['plugins'] };
    writeFileSync(path.join(PLACE, 'tsconfig.json'), JSON.stringify(config));

    expect(run('tsc', '-p', PLACE, '--pretty', 'false')).toBe('');
  });

  it('is formatted and linted', () => {
    const flags = ['--vcs-enabled=false', `--config-path=${ROOT}`, '--colors=off'];

    expect(run('biome', 'ci', ...flags, 'plugins')).toBe('');
  });

  it('passes its own tests', () => {
    writeFileSync(path.join(PLACE, 'vitest.config.ts'), 'export default { test: { testTimeout: 60_000 } };\n');

    expect(run('vitest', 'run', `--root=${PLACE}`)).toBe('');
  });

  it.each(WANTED)(`is red for all that is left to do, and for nothing else: $id (seed ${SEED})`, async (options) => {
    const folder = path.join(DIRECTORY, options.id);
    const report = await provePackage(folder, { seed: SEED, scale: SMALL });

    const failures = listFailures(report);
    const points = listOpenPoints(options.methods);
    const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
    for (const { what, complaint } of points) {
      expect(failures.join('\n')).toMatch(complaint);
      expect(readme).toContain(what);
    }
    expect(report.capabilities.package?.isProven).toBe(true);
    // These failures follow from one of the points: a card that counts as open, and no event that is sent when it is charged.
    const consequences = [
      /No event (says that the charge was paid|names the charge that was paid)/,
      /getTransaction says that \d+ were paid/,
      // Nothing proves events yet.
      /nothing uses the secret webhookSecret/,
    ];
    const known = [...points.map(({ complaint }) => complaint), ...consequences];
    expect(failures.filter((failure) => !known.some((pattern) => pattern.test(failure)))).toEqual([]);
    const marks = listMarks(await readPackedFiles(folder, 'src/index.ts'));
    const inSources = points.filter(({ file }) => file.startsWith('src/'));
    expect(marks.map((mark) => mark.split(':')[0])).toEqual([
      'examples/words.json',
      ...inSources.map(({ file }) => file),
    ]);
  });

  it.each(GREEN)(`proves as much as it promises: $id (seed ${SEED})`, async ({ id, kind }) => {
    const folder = path.join(DIRECTORY, id);
    const report = await provePackage(folder, { seed: SEED, scale: SMALL });

    expect(listFailures(report)).toEqual([]);
    const marks = listMarks(await readPackedFiles(folder, 'src/index.ts'));
    expect(marks.map((mark) => mark.split(':')[0])).toEqual(
      kind === 'table' ? ['examples/invented.json', 'examples/words.json'] : [],
    );
  });

  it('offers the operations that were asked for, each of which is proven', async () => {
    const report = await provePackage(path.join(DIRECTORY, 'table-more'), { seed: SEED, scale: SMALL });

    expect(Object.keys(report.capabilities)).toEqual(
      expect.arrayContaining(['PIX.refund', 'withdraw.PIX', 'withdraw.BANK_ACCOUNT', 'receivers']),
    );
  });

  it.each([
    ['table', ['README.md', 'examples/invented.json', 'examples/words.json', 'plugin.json']],
    ['acme', ['README.md', 'examples/words.json', 'plugin.json']],
    ['member', ['README.md', 'plugin.json']],
  ])('is not packed while it says what the scaffold says: %s', async (id, named) => {
    const files = await readPackedFiles(path.join(DIRECTORY, id), 'src/index.ts');

    const found = listPlaceholders(files).map((line) => line.split(':')[0]!);

    expect([...new Set(found)].sort()).toEqual(named);
    await expect(packProvider(path.join(DIRECTORY, id))).rejects.toThrow(
      /something left to fill in:\n.*README\.md:\d+: ".+" is the scaffold's/s,
    );
  });

  it('leaves what is there as it is', async () => {
    const [options] = WANTED as [NewProvider];
    const file = path.join(DIRECTORY, options.id, 'src/index.ts');
    writeFileSync(file, '// mine\n');

    await expect(createPackage(options)).rejects.toThrow('exists already and stays as it is');

    expect(readFileSync(file, 'utf8')).toBe('// mine\n');
  });

  it('touches nothing but its own folder', () => {
    const made = [...WANTED, ...GREEN].map(({ id }) => id);
    expect(readdirSync(DIRECTORY).sort()).toEqual([...made, 'family-bacen', 'family-saq'].sort());
    expect(existsSync(path.join(ROOT, 'plugins/acme'))).toBe(false);
  });
});

describe('a folder outside of the project', () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'feira-author-'));
  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

  it('holds a package that can be proved as well', async () => {
    const folder = await createPackage({ ...WANTED[0]!, directory: elsewhere });

    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(ROOT, 'tools/src/provider/conformance.ts'), folder, `--seed=${SEED}`],
      { encoding: 'utf8' },
    );

    expect(stderr).toBe('');
    expect(status).toBe(1);
    expect(stdout).toContain('☐ src/provider.ts');
    expect(folder).toBe(path.join(elsewhere, 'acme'));
  });
});

describe('readOptions', () => {
  const flags = ['--methods=PIX', '--auth=basic', '--money=cents'];

  it('takes everything from flags', async () => {
    expect(await readOptions(['ac-me', '--methods=billet,PIX', '--auth=OAuth2', '--money=reais'], null)).toEqual({
      id: 'ac-me',
      name: 'Ac Me',
      methods: ['PIX', 'BILLET'],
      auth: 'oauth2',
      money: 'reais',
      kind: 'table',
      directory: 'plugins',
    });
  });

  it('takes the operations of a described package', async () => {
    expect(await readOptions(['acme', ...flags, '--receivers', '--refunds'], null)).toMatchObject({
      kind: 'table',
      operations: ['refunds', 'receivers'],
    });
  });

  it('asks for what no flag says, and takes an empty answer for the suggestion', async () => {
    const answers: Record<string, string> = { 'id?': 'acme', '--money?': 'reais' };
    const ask = async (question: string) => answers[question] ?? '';

    expect(await readOptions(['--methods=BILLET'], ask)).toMatchObject({
      id: 'acme',
      name: 'Acme',
      methods: ['BILLET'],
      auth: 'header',
      money: 'reais',
    });
  });

  it.each([
    ['nothing', [], 'Nobody is here to be asked for id, --methods, --auth, --money. Usage:'],
    ['no money unit', ['acme', '--methods=PIX', '--auth=none'], 'asked for --money'],
    ['two ids', ['one', 'two', ...flags], 'One id is needed, not 2'],
    ['capitals', ['Acme', ...flags], '"Acme" cannot be an id'],
    ['a path', ['../acme', ...flags], 'cannot be an id'],
    ['the kit', ['kit', ...flags], 'cannot be an id'],
    [
      'an unknown method',
      ['acme', '--methods=CASH', '--auth=none', '--money=cents'],
      '--methods "CASH" must be one of',
    ],
    ['an unknown flag', ['acme', ...flags, '--logo=x'], "Unknown option '--logo'"],
    ['refunds for code', ['acme', ...flags, '--code', '--refunds'], '--refunds goes with a described package'],
    ['a name that is code', ['acme', ...flags, '--name=*/ x'], '--name "*/ x" may have'],
  ])('explains itself when given %s', async (_case, parameters, message) => {
    await expect(readOptions(parameters, null)).rejects.toThrow(message);
  });
});

describe('applyTags', () => {
  it('keeps, wakes and drops lines by their tags', () => {
    const text = ['a', 'b // [on]', 'c // [off]', '  // [on] d', '// [off] e', '// [!off]', 'f', '// [/!off]'].join(
      '\n',
    );

    expect(applyTags(text, new Set(['on']))).toBe('a\nb\n  d\nf');
  });
});
