/**
 * `npm run release [-- --out=.cache/release --cpu=arm64]`: writes feira-VERSION-PLATFORM.tar.gz, which runs without git, build or
 * registry, with its list of packages and SHA256SUMS beside it. The same commit gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildShells } from '../build/build-shells.ts';
import { writePageScripts } from '../build/page-scripts.ts';
import { runNpm } from '../build/run-npm.ts';
import { writeSbom } from '../build/write-sbom.ts';
import { type ReleaseFile, writeArchive } from './archive.ts';
import { listNodeFiles, listOwnFiles, listPackageFiles, nameNodePackage } from './release-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUTPUT = '.cache/release';
/** The workspaces whose packages a node loads; those of the screens are in the built files. */
const WORKSPACES = ['core', 'plugins/kit', 'schemas'];

const PROCESSORS = ['x64', 'arm64'] as const;
type Processor = (typeof PROCESSORS)[number];

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const machineOf = (cpu: Processor) => [
  `--os=${process.platform}`,
  `--cpu=${cpu}`,
  '--prefer-offline',
  '--ignore-scripts',
];

/** Installs what nodes on a processor need into a folder of its own, and returns its node_modules. */
async function installPackages(stage: string, cpu: Processor): Promise<string> {
  const lockfile = await readFile(path.join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, unknown> };
  // npm compares the lockfile with the description of every workspace.
  for (const place of Object.keys(packages).filter((name) => !name.includes('node_modules/'))) {
    await mkdir(path.join(stage, place), { recursive: true });
    await copyFile(path.join(ROOT, place, 'package.json'), path.join(stage, place, 'package.json'));
  }
  await writeFile(path.join(stage, 'package-lock.json'), lockfile);
  const flags = ['--omit=dev', '--include=optional', '--engine-strict=false'];
  const workspaces = WORKSPACES.map((name) => `--workspace=${name}`);
  await runNpm(stage, ['ci', ...flags, ...QUIET, ...machineOf(cpu), ...workspaces]);
  return path.join(stage, 'node_modules');
}

/** Installs Node for a processor, as the lockfile names it, and returns its folder. */
async function installNode(stage: string, cpu: Processor): Promise<string> {
  const name = nameNodePackage(cpu);
  const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const entry = packages[`node_modules/${name}`];
  const own = { name: 'node', version: '0.0.0', optionalDependencies: { [name]: entry?.version } };
  const lockfile = { ...own, lockfileVersion: 3, packages: { '': own, [`node_modules/${name}`]: entry } };
  await mkdir(stage);
  await writeFile(path.join(stage, 'package.json'), JSON.stringify(own));
  await writeFile(path.join(stage, 'package-lock.json'), JSON.stringify(lockfile));
  await runNpm(stage, ['ci', ...QUIET, ...machineOf(cpu)]);
  return path.join(stage, 'node_modules', name);
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

/** Adds the sums of these files to those of the other files in the folder. */
async function writeSums(output: string, sums: ReadonlyMap<string, string>): Promise<void> {
  const place = path.join(output, 'SHA256SUMS');
  const found = await readFile(place, 'utf8').catch(() => '');
  const others = found
    .split('\n')
    .filter((line) => line && !sums.has(line.slice(66)) && existsSync(path.join(output, line.slice(66))));
  const lines = [...others, ...[...sums].map(([file, sum]) => `${sum}  ${file}`)];
  await writeFile(place, `${lines.sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1)).join('\n')}\n`);
}

/** Builds the screens where they are not current, and writes the release for a processor into a folder. */
export async function writeRelease(
  output: string,
  log: (line: string) => void = () => undefined,
  cpu = process.arch as Processor,
): Promise<Release> {
  await buildShells({ mode: 'production', log });
  const sbom = path.join(ROOT, await writeSbom());
  await writePageScripts();
  await mkdir(output, { recursive: true });
  await mkdir(path.join(ROOT, '.cache'), { recursive: true });
  const stage = await mkdtemp(path.join(ROOT, '.cache/release-stage-'));
  try {
    const modules = await installPackages(stage, cpu);
    const own = await listOwnFiles();
    const seconds = await findSeconds(own.filter(({ path: file }) => !/(^|\/)dist\//.test(file)));
    const program = listNodeFiles(await installNode(path.join(stage, 'node'), cpu));
    const files = [...own, ...(await listPackageFiles(modules)), ...program];
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const folder = `feira-${version}`;
    const name = `${folder}-${process.platform}-${cpu}`;
    const archive = path.join(output, `${name}.tar.gz`);
    const sum = await writeArchive(archive, folder, files, seconds);
    const list = await readFile(sbom);
    await writeFile(path.join(output, `${name}.cdx.json`), list);
    const listSum = createHash('sha256').update(list).digest('hex');
    await writeSums(
      output,
      new Map([
        [`${name}.cdx.json`, listSum],
        [`${name}.tar.gz`, sum],
      ]),
    );
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
    const { values } = parseArgs({ options: { out: { type: 'string' }, cpu: { type: 'string' } } });
    const cpu = PROCESSORS.find((name) => name === (values.cpu ?? process.arch));
    if (!cpu) throw new Error(`--cpu has to be ${PROCESSORS.join(' or ')}.`);
    const { archive, packedBytes, unpackedBytes } = await writeRelease(
      path.resolve(ROOT, values.out ?? OUTPUT),
      console.log,
      cpu,
    );
    console.log(`${path.relative(ROOT, archive)}: ${megabytes(packedBytes)}, unpacked ${megabytes(unpackedBytes)}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
