/** The house style as a test: what a newcomer relies on to find their way, checked on every run. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkModuleCircles } from './tidy/circles.ts';
import { checkCoreNamesNoProvider, checkLocales, checkProcedureNames, checkProviderShape } from './tidy/contracts.ts';
import { checkLockfile } from './tidy/lockfile.ts';
import { checkMigrations } from './tidy/migrations.ts';
import { checkIndexFiles, checkKebabCase, checkTellingNames } from './tidy/names.ts';
import { checkReadmeTables } from './tidy/readme-tables.ts';
import { checkAlerts, checkClock, checkDecisions, checkEnvironment, checkLinks, checkUnfinished } from './tidy/text.ts';
import type { TidyRule, Tree } from './tidy/tree.ts';

export const RULES: TidyRule[] = [
  checkKebabCase,
  checkTellingNames,
  checkIndexFiles,
  checkProviderShape,
  checkReadmeTables,
  checkLocales,
  checkProcedureNames,
  checkCoreNamesNoProvider,
  checkModuleCircles,
  checkMigrations,
  checkEnvironment,
  checkClock,
  checkUnfinished,
  checkDecisions,
  checkLinks,
  checkAlerts,
  checkLockfile,
];

/** Generated folders, and fixtures, which are real answers of providers and stay as they came. */
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'fixtures']);

export const findTidyProblems = async (root: string): Promise<string[]> => checkTree(readTree(root));

export const checkTree = (tree: Tree): string[] => RULES.flatMap((rule) => rule(tree));

function readTree(root: string): Tree {
  const texts = new Map<string, string>();
  return {
    files: listFiles(root, '').sort(),
    read: (file) => {
      const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
      texts.set(file, text);
      return text;
    },
  };
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const place = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? listFiles(root, place) : [place];
  });
}

if (import.meta.main) {
  const problems = await findTidyProblems(path.resolve(import.meta.dirname, '../..'));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
