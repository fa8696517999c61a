/**
 * `npm run release [-- --out=.cache/release]`: writes feira-VERSION-PLATFORM.tar.gz, which runs without git, build or registry, with its
 * list of packages and SHA256SUMS beside it. The same commit gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildShells } from '../build/build-shells.ts';
import { writePageScripts } from '../build/page-scripts.ts';
import { runNpm } from '../build/run-npm.ts';
import { writeSbom } from '../build/write-sbom.ts';
import { type ReleaseFile, writeArchive } from './archive.ts';
import { listNodeFiles, listOwnFiles, listPackageFiles } from './release-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUTPUT = '.cache/release';
/** The workspaces whose packages a node loads; those of the screens are in the built files. */
const WORKSPACES = ['core', 'plugins/kit', 'schemas'];

/** Installs what nodes need into a folder of its own, and returns its node_modules. */
async function installPackages(stage: string): Promise<string> {
  const lockfile = await readFile(path.join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, unknown> };
  // npm compares the lockfile with the description of every workspace.
  for (const place of Object.keys(packages).filter((name) => !name.includes('node_modules/'))) {
    await mkdir(path.join(stage, place), { recursive: true });
    await copyFile(path.join(ROOT, place, 'package.json'), path.join(stage, place, 'package.json'));
  }
  await writeFile(path.join(stage, 'package-lock.json'), lockfile);
  const flags = ['--omit=dev', '--include=optional', '--ignore-scripts', '--engine-strict=false', '--prefer-offline'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(stage, ['ci', ...flags, ...quiet, ...WORKSPACES.map((name) => `--workspace=${name}`)]);
  return path.join(stage, 'node_modules');
}

/** SOURCE_DATE_EPOCH, as builds that can be repeated agree on; the commit's time; the newest source where something is not committed. */
async function findSeconds(files: readonly ReleaseFile[]): Promise<number> {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('status', '--porcelain') === '') return Number(git('log', '-1', '--format=%ct'));
  } catch {
    // A folder without git, as from an archive of the sources.
  }
  const times = await Promise.all(
    files.map(async (file) => ('from' in file ? Math.floor((await stat(file.from)).mtimeMs / 1000) : 0)),
  );
  return Math.max(...times);
}

export interface Release {
  /** The path of the tarball. */
  archive: string;
  /** The folder that it unpacks to. */
  folder: string;
  packedBytes: number;
  unpackedBytes: number;
}

/** Builds the screens where they are not current, and writes the release into a folder. */
export async function writeRelease(output: string, log: (line: string) => void = () => undefined): Promise<Release> {
  await buildShells({ mode: 'production', log });
  const sbom = path.join(ROOT, await writeSbom());
  await writePageScripts();
  await mkdir(output, { recursive: true });
  await mkdir(path.join(ROOT, '.cache'), { recursive: true });
  const stage = await mkdtemp(path.join(ROOT, '.cache/release-stage-'));
  try {
    const modules = await installPackages(stage);
    const own = await listOwnFiles();
    const seconds = await findSeconds(own.filter(({ path: file }) => !/(^|\/)dist\//.test(file)));
    const files = [...own, ...(await listPackageFiles(modules)), ...listNodeFiles()];
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const folder = `feira-${version}`;
    const name = `${folder}-${process.platform}-${process.arch}`;
    const archive = path.join(output, `${name}.tar.gz`);
    const sum = await writeArchive(archive, folder, files, seconds);
    const list = await readFile(sbom);
    await writeFile(path.join(output, `${name}.cdx.json`), list);
    const listSum = createHash('sha256').update(list).digest('hex');
    await writeFile(path.join(output, 'SHA256SUMS'), `${listSum}  ${name}.cdx.json\n${sum}  ${name}.tar.gz\n`);
    const sizes = await Promise.all(files.map(async (file) => ('from' in file ? (await stat(file.from)).size : 0)));
    const unpackedBytes = sizes.reduce((total, size) => total + size, 0);
    return { archive, folder, packedBytes: (await stat(archive)).size, unpackedBytes };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' } } });
    const { archive, packedBytes, unpackedBytes } = await writeRelease(
      path.resolve(ROOT, values.out ?? OUTPUT),
      console.log,
    );
    console.log(`${path.relative(ROOT, archive)}: ${megabytes(packedBytes)}, unpacked ${megabytes(unpackedBytes)}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
