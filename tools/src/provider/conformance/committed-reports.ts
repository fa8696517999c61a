/** Checks that each report committed beside a bundled provider still belongs to the sources of its package. Runs no proof. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONFORMANCE_FILE, type ConformanceReport, digestPackage } from '@feira/plugin-kit/broker';
import { coversContract } from '@feira/schemas/rules/contract-range';
import { readManifest, readPackageJson } from './load-package.ts';
import { readPackedFiles } from './packed-files.ts';

/** Folders of providers, from the project's root. */
export async function listBundled(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, 'plugins'));
  return names
    .sort()
    .map((name) => path.join('plugins', name))
    .filter((folder) => existsSync(path.join(root, folder, 'plugin.json')));
}

/** One sentence for each report that is missing, of other files, or of a contract older than the one its package is written for. */
export async function findStaleReports(root: string): Promise<string[]> {
  const folders = await listBundled(root);
  const problems = await Promise.all(folders.map((folder) => findProblem(root, folder)));
  return problems.filter((problem) => problem !== null);
}

async function findProblem(root: string, folder: string): Promise<string | null> {
  const report = await readReport(path.join(root, folder, CONFORMANCE_FILE));
  const problem = report ? await compare(report, path.join(root, folder)) : 'is missing';
  return problem && `${folder}/${CONFORMANCE_FILE} ${problem}; write it with: npm run conformance -- ${folder}`;
}

async function readReport(file: string): Promise<ConformanceReport | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ConformanceReport;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns what the report of a folder is about instead of the folder; null without one, and for one that fits. */
export async function findStaleReport(folder: string): Promise<string | null> {
  const report = await readReport(path.join(folder, CONFORMANCE_FILE));
  return report && findOtherSubject(report, folder);
}

async function compare(report: ConformanceReport, folder: string): Promise<string | null> {
  const other = await findOtherSubject(report, folder);
  if (other) return other;
  const proven = Object.values(report.capabilities);
  const proofs = proven.flatMap((capability) => Object.values(capability.proofs));
  const failed = proofs.filter(({ failures }) => failures.length > 0).length;
  if (failed > 0) return `tells of ${failed} proofs that do not hold: mend them`;
  const { counts } = report;
  const doesAddUp =
    counts.failed === 0 &&
    counts.proofs === proofs.length &&
    counts.cases === proofs.reduce((sum, { cases }) => sum + cases, 0) &&
    proven.every(({ isProven }) => isProven);
  return doesAddUp ? null : 'does not add up';
}

async function findOtherSubject(report: ConformanceReport, folder: string): Promise<string | null> {
  const { version, entry } = await readPackageJson(folder);
  const { contract } = await readManifest(folder);
  // A later contract asks more only of packages that are written for it.
  if (!coversContract(contract, report.contractVersion)) {
    return `speaks of contract ${report.contractVersion}, plugin.json is written for ${contract}`;
  }
  const digest = digestPackage(await readPackedFiles(folder, entry));
  return report.digest !== digest || report.version !== version ? 'is not about the files that lie beside it' : null;
}
