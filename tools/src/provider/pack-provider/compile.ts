/** Makes the folder that is packed from a source folder: JavaScript, types, and the files that need no compiling. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '@feira/schemas/manifest';
import { readPackageJson } from '../conformance/load-package.ts';
import { readPackedFiles } from '../conformance/packed-files.ts';
import { stagePackage } from '../conformance/vendored-families.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const TSC = path.join(ROOT, 'node_modules/.bin/tsc');
/** The sources of browser files stay out of the package: the build has bundled them. */
const BROWSER_SOURCE = /^browser\//;
const TOKENIZERS = 'dist/browser';

/** Fills `target` from the package in `folder`; `work` is a folder below the project that may be thrown away. */
export async function compilePackage(folder: string, target: string, work: string): Promise<void> {
  const { entry } = await readPackageJson(folder);
  if (!entry.endsWith('.ts')) throw new Error(`${folder} is compiled already: "main" of its package.json is ${entry}.`);
  const files = (await readPackedFiles(folder, entry)).filter((file) => !BROWSER_SOURCE.test(file.path));
  const stage = await stagePackage(folder, files);
  const sources = files.filter((file) => file.path.endsWith('.ts')).map((file) => path.join(stage, file.path));
  await mkdir(target, { recursive: true });
  if (sources.length > 0) {
    const output = await runCompiler(sources, work);
    await cp(path.join(output, path.relative(path.parse(stage).root, stage)), target, { recursive: true });
  }
  if (stage !== folder) await rm(stage, { recursive: true, force: true });
  for (const { path: name, content } of files) {
    if (name.endsWith('.ts')) continue;
    await mkdir(path.dirname(path.join(target, name)), { recursive: true });
    await writeFile(path.join(target, name), content);
  }
  await rewrite<Description>(path.join(target, 'package.json'), (json) => toPackedDescription(json, files));
  await rewrite(path.join(target, 'plugin.json'), toPackedManifest);
  await copyTokenizer(folder, target);
}

/** Types are checked on the way; where they do not fit, nothing comes out. Returns the folder of the output. */
export async function runCompiler(sources: string[], work: string): Promise<string> {
  const output = path.join(work, 'compiled');
  const paths = {
    ...(await listExports('plugins/kit', '@feira/plugin-kit')),
    '@feira/schemas/rules/*': [path.join(ROOT, 'schemas/rules/*.ts')],
    '@feira/schemas/*': [path.join(ROOT, 'schemas/src/*.ts')],
  };
  const compilerOptions = {
    noEmit: false,
    // The build info that the project's own check keeps would say of files that they need no writing.
    incremental: false,
    tsBuildInfoFile: null,
    noEmitOnError: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    outDir: output,
    rootDir: path.parse(work).root,
    paths,
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  };
  const config = path.join(work, 'tsconfig.json');
  const json = { extends: path.join(ROOT, 'tsconfig.json'), compilerOptions, files: sources, include: [], exclude: [] };
  await writeFile(config, JSON.stringify(json));
  await compile(config);
  return output;
}

/**
 * Returns the paths of what a package exports. By its link in node_modules the compiler would take a file for one of a library, which it does not
 * write, where it meets that import of the file before any other; and which one it meets first is chance.
 */
async function listExports(folder: string, name: string): Promise<Record<string, string[]>> {
  const json = JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')) as Description;
  const files = Object.entries(json.exports ?? {}).filter(([, file]) => file.endsWith('.ts'));
  return Object.fromEntries(files.map(([key, file]) => [path.posix.join(name, key), [path.join(ROOT, folder, file)]]));
}

async function compile(config: string): Promise<void> {
  const child = spawn(TSC, ['-p', config, '--pretty', 'false', '--checkers', '1'], {
    cwd: ROOT,
    // On several threads the order in which the compiler meets types shows in the unions that it writes.
    env: { ...process.env, GOMAXPROCS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      complaint += chunk;
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (code !== 0) throw new Error(`The package does not compile:\n${complaint}`);
}

async function rewrite<T>(file: string, change: (json: T) => object): Promise<void> {
  const json = JSON.parse(await readFile(file, 'utf8')) as T;
  await writeFile(file, `${JSON.stringify(change(json), null, 2)}\n`);
}

export const toCompiled = (file: string) => file.replace(/(?<!\.d)\.ts$/, '.js');

interface Description {
  exports?: Record<string, string>;
  [field: string]: unknown;
}

/** Returns package.json as packed, without the fields that only matter where the package is developed. */
function toPackedDescription(
  { private: _private, scripts, devDependencies, ...description }: Description,
  files: readonly { path: string }[],
): object {
  const exports = Object.entries(description.exports ?? {}).map(([name, file]) => [name, toCompiled(file)]);
  return {
    ...description,
    type: 'module',
    // A package that is all description has no module.
    ...(files.some((file) => file.path === 'src/index.ts') && { main: './src/index.js', types: './src/index.d.ts' }),
    exports: Object.fromEntries(exports),
  };
}

const toPackedManifest = (manifest: Manifest): Manifest =>
  manifest.simulator ? { ...manifest, simulator: toCompiled(manifest.simulator) } : manifest;

async function copyTokenizer(folder: string, target: string): Promise<void> {
  const { tokenizer } = JSON.parse(await readFile(path.join(folder, 'plugin.json'), 'utf8')) as Manifest;
  if (!tokenizer) return;
  const built = path.join(folder, TOKENIZERS);
  if (!existsSync(path.join(folder, tokenizer.entry))) {
    throw new Error(`${tokenizer.entry}, the tokenizer of plugin.json, is not built: run npm run build first.`);
  }
  // Compressed copies are the host's own business, and differ from machine to machine.
  for (const name of (await readdir(built)).filter((file) => !/\.(br|gz)$/.test(file))) {
    await cp(path.join(built, name), path.join(target, TOKENIZERS, name), { recursive: true });
  }
}
