/** Lists every package that a platform may use: built in, from a folder, or installed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFORMANCE_FILE, type ConformanceReport } from '@feira/plugin-kit/broker';
import type { FastifyInstance } from 'fastify';
import { type ProviderPackage, toPackageKey } from '../../plugins/providers.ts';
import { readReport } from '../../shared/package-report.ts';
import { type PackagePages, type PackageRow, selectPages } from './model.ts';
import type { KnownPackage } from './subject.ts';

export interface AvailablePackage extends KnownPackage {
  /** The name that nodes use in their reports. */
  key: string;
  switchedOff: string[];
  installedAt: Date | null;
  installedBy: string | null;
  /** The directory of a package from a folder; null for an installed one. */
  directory: string | null;
  /** The summary of an installed package's report. The report of a package from a folder is read with its pages. */
  proofs: { counts: ConformanceReport['counts']; date: string } | null;
}

const fromFolder = ({ id, version, directory, manifest, isBundled }: ProviderPackage): AvailablePackage => ({
  provider: id,
  version,
  manifest,
  directory,
  key: toPackageKey(null, id, version),
  switchedOff: [],
  source: isBundled ? 'bundled' : 'folder',
  digest: null,
  owner: null,
  publisher: null,
  installedAt: null,
  installedBy: null,
  proofs: null,
});

const fromRow = ({ counts, reportDate, ...row }: PackageRow): AvailablePackage => ({
  ...row,
  key: toPackageKey(row.owner, row.provider, row.version),
  directory: null,
  proofs: counts && { counts, date: reportDate ?? '' },
});

/**
 * Returns one package for each version: the one that a connection of this platform would open. Folders come first, then packages of the
 * platform, then those of its operator.
 */
export function listAvailable(
  app: Pick<FastifyInstance, 'providers'>,
  platformId: string,
  rows: PackageRow[],
): AvailablePackage[] {
  const own = rows.filter(({ owner }) => owner === platformId);
  const others = rows.filter(({ owner }) => owner !== platformId);
  const all = [...app.providers.list().map(fromFolder), ...[...own, ...others].map(fromRow)];
  const seen = new Map<string, AvailablePackage>();
  for (const found of all) {
    const name = `${found.provider}@${found.version}`;
    if (!seen.has(name)) seen.set(name, found);
  }
  return [...seen.values()];
}

/** Reads the README, the changelog and the report of a version. */
export async function readPages(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  { owner, provider, version, directory }: AvailablePackage,
): Promise<PackagePages> {
  if (owner === null) return readFolder(directory ?? '');
  const [result] = await app.database.read(platformId, [selectPages(owner, provider, version)], true);
  return result.rows[0] ?? { report: null, readme: null, changelog: null };
}

async function readFolder(directory: string): Promise<PackagePages> {
  const [report, readme, changelog] = await Promise.all(
    [CONFORMANCE_FILE, 'README.md', 'CHANGELOG.md'].map((name) => readIfThere(join(directory, name))),
  );
  const read = readReport(report ?? undefined);
  return {
    report: read && 'report' in read ? read.report : null,
    readme: readme?.toString('utf8') ?? null,
    changelog: changelog?.toString('utf8') ?? null,
  };
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
