/** Checks the limits of a dashboard page's first load in the last build's files. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DashboardManifest } from './dashboard-manifest.ts';

const MANIFEST = path.resolve(import.meta.dirname, '../../../dist/shells/host/manifest.json');

/**
 * Bytes after Brotli at its best, scripts and styles, until a page of a dashboard shows its content. What is fetched ahead names every file of
 * a dashboard: it grows by some 15 bytes with each page, and the administrators' has the most pages.
 * The same sources differ by up to 150 bytes between machines, because names of files and modules follow from paths.
 */
export const DASHBOARD_LIMITS = { pageBytes: 339_000, loginBytes: 162_000, hostPageBytes: 222_000, aheadBytes: 11_200 };

/** Groups that are no page. */
const LATER = ['providers', 'pt-BR', 'en', 'chart'];
/** Shown inside pages that are complete without it. */
const LAZY = 'chart';

const union = (...lists: string[][]): string[] => [...new Set(lists.flat())];

function sum(manifest: DashboardManifest, files: string[]): number {
  return files.reduce((bytes, file) => bytes + (manifest.brotliBytes[file] ?? Number.POSITIVE_INFINITY), 0);
}

/** One sentence for each limit that does not hold. */
export function findDashboardProblems(manifest: DashboardManifest): string[] {
  const problems: string[] = [];
  const check = (what: string, files: string[], limit: number) => {
    const bytes = sum(manifest, files);
    if (!(bytes <= limit)) problems.push(`${what}: ${bytes} bytes, the limit is ${limit}.`);
  };
  const { lent } = manifest.document;
  const document = [...manifest.document.scripts, ...manifest.document.styles];
  check('First load of the login page', document, DASHBOARD_LIMITS.loginBytes);
  for (const [name, files] of Object.entries(manifest.hostPages))
    check(`First load of the host's ${name}`, union(document, files), DASHBOARD_LIMITS.hostPageBytes);
  for (const [name, { entry, register, groups }] of Object.entries(manifest.remotes)) {
    const providers = groups.providers ?? [];
    const texts = groups['pt-BR'] ?? [];
    const others = Object.entries(groups).filter(([group]) => group !== LAZY);
    const elsewhere = new Set(others.flatMap(([, files]) => files));
    const pages = others.filter(([group]) => !LATER.includes(group));
    // The page fetches these before it knows whether the person is signed in.
    check(`What is fetched ahead of ${name}`, union([entry], register), DASHBOARD_LIMITS.aheadBytes);
    if (pages.length === 0) problems.push(`${name}: the build names no page; name each import in register.tsx.`);
    for (const [page, files] of pages) {
      const first = union(document, lent, [entry], register, texts, providers, files);
      check(`First load of ${name}/${page}`, first, DASHBOARD_LIMITS.pageBytes);
    }
    // The library stands in a file of its own only while nothing else asks for it.
    const own = (groups[LAZY] ?? []).filter((file) => !elsewhere.has(file));
    if (groups[LAZY] && sum(manifest, own) * 2 < sum(manifest, groups[LAZY]))
      problems.push(`${name}: most of the chart is loaded with a page; import it lazily.`);
  }
  return problems;
}

/** Problems of the last production build; none means the budget holds. */
export async function checkDashboardBudget(): Promise<string[]> {
  return findDashboardProblems(JSON.parse(await readFile(MANIFEST, 'utf8')) as DashboardManifest);
}
