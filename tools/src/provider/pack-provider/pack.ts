/** Compiles a provider package, proves the result, and packs it: the same sources give the same bytes. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CONFORMANCE_FILE, type ConformanceReport, digestPackage, switchOffUnproven } from '@feira/plugin-kit/broker';
import { type ConformanceOptions, listFailures } from '@feira/plugin-kit/conformance';
import type { Manifest } from '@feira/schemas/manifest';
import { readArchive } from '../../../../core/src/shared/package-archive.ts';
import { findStaleReport } from '../conformance/committed-reports.ts';
import { readManifest, readPackageJson } from '../conformance/load-package.ts';
import { listMarks } from '../conformance/open-points.ts';
import { readPackedFiles } from '../conformance/packed-files.ts';
import { provePackage } from '../conformance/prove-package.ts';
import { listPlaceholders } from '../new-provider/placeholders.ts';
import { compilePackage } from './compile.ts';
import { makeTarball, type PackedFile } from './tarball.ts';

/** Below the project, so that what was compiled finds the libraries while it is proved. */
const WORK = path.resolve(import.meta.dirname, '../../../../.cache/pack-provider');

export interface Packed {
  name: string;
  tarball: Buffer;
  /** Digest of the tarball: the package is installed, signed and shown by it. */
  digest: string;
  files: PackedFile[];
  report: ConformanceReport;
  failures: string[];
  switchedOff: string[];
}

export async function packProvider(folder: string, { scale }: Pick<ConformanceOptions, 'scale'> = {}): Promise<Packed> {
  const place = path.resolve(folder);
  const { version, entry } = await readPackageJson(place);
  const sources = await readPackedFiles(place, entry);
  const left = [...listMarks(sources), ...listPlaceholders(sources)];
  const stale = await findStaleReport(place);
  if (stale) throw new Error(`${CONFORMANCE_FILE} ${stale}: run npm run conformance, and look at what it says.`);
  if (left.length > 0) throw new Error(`There is something left to fill in:\n  ${left.join('\n  ')}`);
  await mkdir(WORK, { recursive: true });
  const work = await mkdtemp(path.join(WORK, `${path.basename(place)}-`));
  try {
    const target = path.join(work, 'package');
    await compilePackage(place, target, work);
    const compiled = await readPackedFiles(target, 'src/index.js');
    const digest = digestPackage(compiled);
    const report = await provePackage(target, { scale, seed: toSeed(digest), date: await findDate(place, entry) });
    const manifest = await readManifest(target);
    const { manifest: offered, switchedOff } = switchOffUnproven(manifest, report, digest);
    const failures = listFailures(report);
    const isEmpty = manifest.operations.length === 0 && report.counts.failed === 0;
    if (!isEmpty && !offersMoney(offered)) {
      throw new Error(
        `No payment method, withdrawal or receiver of the package is proved, so nothing could be offered:\n  ${failures.join('\n  ')}`,
      );
    }
    const files = [
      ...compiled,
      { path: CONFORMANCE_FILE, content: Buffer.from(`${JSON.stringify(report, null, 2)}\n`) },
    ];
    const tarball = makeTarball(files);
    // The marketplace would refuse a file that is too large or has a strange name; the author learns it here.
    await readArchive(tarball);
    const sum = createHash('sha256').update(tarball).digest('hex');
    const name = `${manifest.id}-${version}.tgz`;
    return { name, tarball, digest: `sha256:${sum}`, files, report, failures, switchedOff };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Returns whether anything is left for which an owner would install it; events alone are nothing. */
const offersMoney = ({ capabilities, operations }: Manifest) =>
  Object.keys(capabilities.methods ?? {}).length > 0 ||
  (capabilities.withdraw ?? []).length > 0 ||
  operations.some((name) => name.endsWith('Receiver'));

/** The random cases follow from the package, so that packing it again proves the same. */
const toSeed = (digest: string) => Number.parseInt(digest.slice('sha256:'.length, 'sha256:'.length + 7), 16);

/** SOURCE_DATE_EPOCH, as builds that can be repeated agree on; the last commit of the folder; the last change of a file. */
async function findDate(folder: string, entry: string): Promise<Date> {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? findCommitSeconds(folder);
  if (seconds) return new Date(Number(seconds) * 1000);
  const files = await readPackedFiles(folder, entry);
  const times = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file.path))).mtimeMs));
  return new Date(Math.floor(Math.max(...times)));
}

/** The same commit gives the same bytes. Null where the folder differs from its commit, or is in none. */
function findCommitSeconds(folder: string): string | null {
  const git = (...parameters: string[]) => spawnSync('git', parameters, { cwd: folder, encoding: 'utf8' });
  const changes = git('status', '--porcelain', '--', '.');
  if (changes.status !== 0 || changes.stdout !== '') return null;
  return git('log', '-1', '--format=%ct', '--', '.').stdout.trim() || null;
}
