/**
 * `npm run pack:kit [-- --out=dist/packages]`: makes npm packages of the schemas, the kit and the conformance suite, for authors without a clone.
 * Node strips no types below node_modules, so that they hold JavaScript with declarations.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCompiler, toCompiled } from './pack-provider/compile.ts';
import { makeTarball, type PackedFile } from './pack-provider/tarball.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUTPUT = 'dist/packages';
/** Below the project, so that the compiler finds the libraries. */
const WORK = path.join(ROOT, '.cache/pack-kit');
/** Node runs the TypeScript of an author's package from this version on. */
const ENGINES = { node: '>=24' };

interface PackageJson {
  name: string;
  version: string;
  license: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}
interface Packed {
  folder: string;
  /** The sources from which everything else of the package is reached, below its folder. */
  isEntry(file: string): boolean;
  /** The folders of its compiled files. */
  sources: string[];
  toJson(own: PackageJson, versions: Record<string, string>): Partial<PackageJson>;
}

const isSource = (file: string) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file);
const pick = (versions: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, versions[name]!]));

const PACKAGES: Packed[] = [
  {
    folder: 'schemas',
    isEntry: (file) => /^(src|rules)\//.test(file) && isSource(file),
    sources: ['src', 'rules'],
    // Types alone: the schemas themselves need nothing.
    toJson: (_own, versions) => ({ dependencies: pick(versions, 'json-schema-to-ts') }),
  },
  {
    folder: 'plugins/kit',
    isEntry: (file) => /^src\/([a-z]+\/)*index\.ts$/.test(file) || file === 'src/isolation/child.ts',
    sources: ['src'],
    toJson: ({ dependencies }, versions) => ({
      dependencies: { ...dependencies, ...pick(versions, 'nock') },
      // The test kit alone imports it.
      peerDependencies: { vitest: `^${versions.vitest}` },
      peerDependenciesMeta: { vitest: { optional: true } },
    }),
  },
  {
    folder: 'tools',
    isEntry: (file) => file === 'src/provider/conformance/command.ts',
    sources: ['src/provider/conformance', 'src/provider/pack-provider', 'src/provider/verify-provider'],
    toJson: ({ version }) => ({
      name: '@feira/provider-tools',
      bin: { 'feira-conformance': './src/provider/conformance/command.js' },
      dependencies: { '@feira/plugin-kit': version, '@feira/schemas': version },
    }),
  },
  {
    folder: 'client',
    isEntry: (file) => /^src\/(index|webhooks|command)\.ts$/.test(file),
    sources: ['src'],
    toJson: () => ({ engines: { node: '>=20' }, bin: { feira: './src/command.js' } }),
  },
];

export interface KitPackage {
  /** The file's name, such as feira-plugin-kit-0.1.0.tgz. */
  name: string;
  tarball: Buffer;
}

/** Compiles all three at once; the same sources give the same bytes. */
export async function packKit(): Promise<KitPackage[]> {
  await mkdir(WORK, { recursive: true });
  const work = await mkdtemp(path.join(WORK, 'compile-'));
  try {
    const entries = await Promise.all(PACKAGES.map(listEntries));
    const compiled = path.join(await runCompiler(entries.flat(), work), path.relative(path.parse(ROOT).root, ROOT));
    return await Promise.all(PACKAGES.map((wanted) => pack(wanted, path.join(compiled, wanted.folder))));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function listEntries({ folder, isEntry }: Packed): Promise<string[]> {
  const found = await listFiles(path.join(ROOT, folder));
  return found.filter(isEntry).map((file) => path.join(ROOT, folder, file));
}

async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((file) => file.isFile() && !file.parentPath.includes('node_modules'))
    .map((file) => path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join('/'));
}

async function pack({ folder, sources, toJson }: Packed, compiled: string): Promise<KitPackage> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as PackageJson;
  const own = await read(`${folder}/package.json`);
  const { devDependencies } = (await read('package.json')) as unknown as { devDependencies: Record<string, string> };
  const { private: _private, exports, ...description } = own;
  const json = {
    ...description,
    ...(exports && { exports: toExports(exports) }),
    engines: ENGINES,
    files: [...sources, 'README.md', 'CHANGELOG.md', 'LICENSE'],
    ...toJson(own, devDependencies),
  };
  const files: PackedFile[] = [
    { path: 'package.json', content: Buffer.from(`${JSON.stringify(json, null, 2)}\n`) },
    { path: 'LICENSE', content: await readFile(path.join(ROOT, 'LICENSE')) },
  ];
  for (const file of (await listFiles(compiled)).filter((one) => sources.some((place) => one.startsWith(`${place}/`))))
    files.push({ path: file, content: await readFile(path.join(compiled, file)) });
  for (const page of (await readdir(path.join(ROOT, folder))).filter((name) => /^(README|CHANGELOG)\.md$/.test(name)))
    files.push({ path: page, content: await readFile(path.join(ROOT, folder, page)) });
  const name = `${json.name.replace('@', '').replace('/', '-')}-${json.version}.tgz`;
  return { name, tarball: makeTarball(files) };
}

const toExports = (exports: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(exports).map(([name, file]) => [
      name,
      file.endsWith('.ts') ? { types: file.replace(/\.ts$/, '.d.ts'), default: toCompiled(file) } : file,
    ]),
  );

export async function writeKit(output: string): Promise<string[]> {
  await mkdir(output, { recursive: true });
  const packed = await packKit();
  for (const { name, tarball } of packed) await writeFile(path.join(output, name), tarball);
  return packed.map(({ name }) => path.join(output, name));
}

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' } } });
    for (const file of await writeKit(path.resolve(ROOT, values.out ?? OUTPUT))) console.log(file);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
