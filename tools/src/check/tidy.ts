/** The house style as a test: what a newcomer relies on to find their way, checked on every run. */
import path from 'node:path';
import { checkModuleCircles } from './tidy/circles.ts';
import { checkCoreNamesNoProvider, checkLocales, checkProcedureNames, checkProviderShape } from './tidy/contracts.ts';
import { checkDecisions } from './tidy/decisions.ts';
import { checkLockfile } from './tidy/lockfile.ts';
import { checkMigrations } from './tidy/migrations.ts';
import { checkNamedFiles } from './tidy/named-files.ts';
import { checkIndexFiles, checkKebabCase, checkModuleReadmes, checkTellingNames } from './tidy/names.ts';
import { checkPages } from './tidy/pages.ts';
import { checkProviderList } from './tidy/provider-list.ts';
import { checkProviderReference } from './tidy/provider-reference.ts';
import { checkReadmeTables } from './tidy/readme-tables.ts';
import { checkRunbooks } from './tidy/runbooks.ts';
import { checkSnippets } from './tidy/snippets.ts';
import { checkStack } from './tidy/stack.ts';
import {
  checkAlerts,
  checkClock,
  checkColumnNames,
  checkEnvironment,
  checkLinks,
  checkSpreads,
  checkTranslatedPages,
  checkUnfinished,
} from './tidy/text.ts';
import { readTree, type TidyRule, type Tree } from './tidy/tree.ts';
import { checkWords } from './tidy/words.ts';

export const RULES: TidyRule[] = [
  checkKebabCase,
  checkTellingNames,
  checkIndexFiles,
  checkModuleReadmes,
  checkProviderShape,
  checkReadmeTables,
  checkProviderList,
  checkProviderReference,
  checkSnippets,
  checkLocales,
  checkWords,
  checkProcedureNames,
  checkCoreNamesNoProvider,
  checkModuleCircles,
  checkMigrations,
  checkEnvironment,
  checkClock,
  checkUnfinished,
  checkSpreads,
  checkColumnNames,
  checkTranslatedPages,
  checkDecisions,
  checkPages,
  checkLinks,
  checkRunbooks,
  checkNamedFiles,
  checkAlerts,
  checkLockfile,
  checkStack,
];

export const findTidyProblems = async (root: string): Promise<string[]> => checkTree(readTree(root));

export const checkTree = (tree: Tree): string[] => RULES.flatMap((rule) => rule(tree));

if (import.meta.main) {
  const problems = await findTidyProblems(path.resolve(import.meta.dirname, '../../..'));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
