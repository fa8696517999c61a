/** Files that texts name by their paths, in documentation, comments and messages: each of them exists, because a reader goes there. */
import { at, isSource, isTest, listLines, type TidyRule } from './tree.ts';

/** A path from the project's root. acme and jabuti are providers that readers write. */
const NAMED =
  /(?<![\w/.@-])((?:tools|core|shells|schemas|docs|plugins(?!\/(?:acme|jabuti|jabuti-data)\/))\/[\w./-]*\.(?:ts|tsx|mjs|md|json))\b/g;

/** Changelogs tell of their own day, templates of files that their reader will have, and the rules of tidy name examples. */
const isRead = (file: string): boolean =>
  (file.endsWith('.md') && !/CHANGELOG|\/template\//.test(file)) ||
  (isSource(file) && !isTest(file) && !/^tools\/src\/check\/tidy|\/template\//.test(file));

export const checkNamedFiles: TidyRule = (tree) => {
  const known = new Set(tree.files);
  return listLines(tree, isRead).flatMap((line) =>
    [...line.text.matchAll(NAMED)]
      .map(([, file = '']) => file)
      .filter((file) => !known.has(file))
      .map((file) => `${at(line)}: names ${file}, which does not exist; correct the path.`),
  );
};
