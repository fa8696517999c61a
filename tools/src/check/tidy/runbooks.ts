/** Runbooks name pages and commands: each of them exists, because they are read when something is down. */
import type { TidyRule, Tree } from './tree.ts';

/** An address below the path of a dashboard, as far as its pattern goes: parameters may follow. */
const ADDRESS = /(?<![\w/])(\/(?:admin-root|master-root|manager-root|platform)\/[a-z][\w/:-]*)/g;
const SCRIPT = /\bnpm (?:run ([\w:-]+)|(start|test))\b/g;

const isGuide = (file: string): boolean =>
  file.endsWith('.md') && !file.endsWith('CHANGELOG.md') && !file.startsWith('docs/decisions/');

/** Compares the addresses of dashboards and the scripts that documentation names with those that there are. */
export const checkRunbooks: TidyRule = (tree) => {
  const pages = listPages(tree);
  const scripts = listScripts(tree);
  return tree.files.filter(isGuide).flatMap((file) => {
    const text = tree.read(file);
    const wrong = (pattern: RegExp, isThere: (name: string) => boolean, what: string) =>
      [...text.matchAll(pattern)]
        .map((match) => match.slice(1).find((name) => name !== undefined)!)
        .filter((name) => !isThere(name))
        .map((name) => `${file}: ${what} ${name} does not exist.`);
    return [
      ...wrong(ADDRESS, (name) => pages.some((page) => isPage(page, name)), 'the page'),
      ...wrong(SCRIPT, (name) => scripts.has(name), 'the script'),
    ];
  });
};

/** Returns the patterns of the pages that the registers of the dashboards have. */
function listPages(tree: Tree): string[][] {
  return tree.files
    .filter((file) => /^shells\/[^/]+\/src\/register\.tsx$/.test(file))
    .flatMap((file) => {
      const text = tree.read(file);
      const base = /basePath: '([^']*)'/.exec(text)?.[1] ?? '';
      return [...text.matchAll(/\bpath: '([^']*)'/g)].map(([, path]) => toParts(base + path));
    });
}

const toParts = (address: string): string[] => address.split('/').filter(Boolean);

/** An address may leave out the last parameter of its page, as one does that ends in a slash. */
function isPage(pattern: readonly string[], address: string): boolean {
  const parts = toParts(address);
  const isOpen = address.endsWith('/') && pattern.at(-1)?.startsWith(':');
  if (pattern.length !== parts.length + (isOpen ? 1 : 0)) return false;
  return parts.every((part, index) => pattern[index] === part || pattern[index]!.startsWith(':'));
}

const listScripts = (tree: Tree): Set<string> =>
  new Set(
    tree.files
      .filter((file) => file.endsWith('package.json'))
      .flatMap((file) => Object.keys((JSON.parse(tree.read(file)) as { scripts?: object }).scripts ?? {})),
  );
