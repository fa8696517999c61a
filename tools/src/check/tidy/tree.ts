import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files a rule looks at. Rules read nothing else, so that a test can hand them a planted tree. */
export interface Tree {
  /** Paths from the project's root, with forward slashes. */
  files: string[];
  read(file: string): string;
}

/** Returns one sentence for each thing that is wrong, beginning with where it stands. */
export type TidyRule = (tree: Tree) => string[];

/** Generated folders, and fixtures, which are real answers of providers and stay as they came. */
const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'fixtures']);

export function readTree(root: string): Tree {
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

export interface Line {
  file: string;
  number: number;
  text: string;
}

export function listLines(tree: Tree, isWanted: (file: string) => boolean): Line[] {
  return tree.files.filter(isWanted).flatMap((file) =>
    tree
      .read(file)
      .split('\n')
      .map((text, index) => ({ file, number: index + 1, text })),
  );
}

export const isSource = (file: string): boolean => /\.(ts|tsx|mts|mjs)$/.test(file);

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) ||
  /\/test-[^/]+$/.test(file) ||
  file.startsWith('core/test/') ||
  file.includes('/testing/');

/** A line that is only a comment may speak of what code must not do. */
export const isComment = (text: string): boolean => /^\s*(\/\/|\/?\*)/.test(text);

export const at = ({ file, number }: Line): string => `${file}:${number}`;

/** Folders of `plugins` that hold a provider. */
export const listProviders = ({ files }: Tree): string[] => [
  ...new Set(
    files
      .map((file) => /^plugins\/([^/]+)\//.exec(file)?.[1])
      .filter((name): name is string => !!name && name !== 'kit' && !name.startsWith('family-')),
  ),
];
