/** Lists the files of a release: what a node runs and what its operator reads; nothing that only developers need. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { listBuiltFiles } from '../build/build-shells.ts';
import type { ReleaseFile } from './archive.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const LAUNCHER = path.join(import.meta.dirname, 'bin/feira');

/** Folders of the project which a node or its operator reads. */
const FOLDERS = ['core/migrations', 'core/src', 'deploy', 'docs', 'integrations', 'plugins', 'schemas'];
const SINGLE = ['CHANGELOG.md', 'LICENSE', 'README.md', 'README.pt-BR.md', 'SECURITY.md', 'core/package.json'];
const BUILT = ['dist/page-scripts.json', 'dist/sbom.cdx.json'];

/** Files of tests and their helpers, and sources that the build has turned into files of its own. */
const isOwnLeftOut = (file: string): boolean =>
  /(^|\/)(\.|node_modules\/|dist\/|fixtures\/|testing\/|test\/|test-[^/]*(\/|\.tsx?$))/.test(file) ||
  /\.test\.tsx?$/.test(file) ||
  /^plugins\/[^/]+\/browser\//.test(file);

/** The files that packages bring for their authors: types, maps, tests and pages, but never a license. */
export const isPackageFileLeftOut = (file: string): boolean =>
  /(^|\/)\.[^/]*(\/|$)/.test(file) ||
  /\.(d\.[cm]?ts|map)$/.test(file) ||
  // Libraries for Bare, another runtime than Node.
  /^bare-[^/]+\/prebuilds\//.test(file) ||
  /^(@[^/]+\/)?[^/]+\/(tests?|__tests__|benchmarks?|examples?)\//.test(file.split('/node_modules/').at(-1) as string) ||
  (/\.(md|markdown)$/i.test(file) && !/licen[cs]e|notice|copying|copyright/i.test(path.basename(file)));

/** Links are listed, not followed. */
async function listFiles(folder: string): Promise<{ path: string; isLink: boolean }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((file) => file.isFile() || file.isSymbolicLink())
    .map((file) => ({
      path: path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join('/'),
      isLink: file.isSymbolicLink(),
    }));
}

/** Returns the files of this project: sources, built screens, pages and the launcher. */
export async function listOwnFiles(): Promise<ReleaseFile[]> {
  const listed = await Promise.all(
    FOLDERS.map(async (folder) => (await listFiles(path.join(ROOT, folder))).map((file) => `${folder}/${file.path}`)),
  );
  const sources = listed.flat().filter((file) => !isOwnLeftOut(file));
  const own = [...sources, ...SINGLE, ...BUILT, ...(await listBuiltFiles())];
  const copied = own.map((file): ReleaseFile => ({ path: file, from: path.join(ROOT, file) }));
  return [
    ...copied,
    { path: 'bin/feira', from: LAUNCHER, isExecutable: true },
    { path: 'package.json', content: await describeRelease() },
  ];
}

/** The project's description without its scripts, which run tools that a release does not have. */
async function describeRelease(): Promise<string> {
  const { name, version, type, description, license } = JSON.parse(
    await readFile(path.join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return `${JSON.stringify({ name, version, private: true, type, description, license }, null, 2)}\n`;
}

/** Returns the files of a node_modules folder that a node needs, with the links to the project's own packages. */
export async function listPackageFiles(modules: string): Promise<ReleaseFile[]> {
  const files: ReleaseFile[] = [];
  for (const { path: file, isLink } of await listFiles(modules)) {
    if (isPackageFileLeftOut(file)) continue;
    const from = path.join(modules, file);
    const place = `node_modules/${file}`;
    files.push(isLink ? { path: place, target: await readlink(from) } : { path: place, from });
  }
  return files;
}

/** Returns the name of the package that brings Node for a processor. */
export const nameNodePackage = (cpu: string): string =>
  `node-${process.platform === 'darwin' && cpu === 'arm64' ? 'bin-' : ''}${process.platform}-${cpu}`;

/** Returns the program that runs the release, as the lockfile brings it, from the folder that holds it. */
export const listNodeFiles = (folder: string): ReleaseFile[] => [
  { path: 'bin/node', from: path.join(folder, 'bin/node'), isExecutable: true },
  { path: 'bin/node.LICENSE', from: path.join(folder, 'LICENSE') },
];
