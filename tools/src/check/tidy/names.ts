import { isSource, isTest, type TidyRule } from './tree.ts';

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Names that others decide: npm, git, languages, and the order of migrations. */
const GIVEN =
  /^(README|CHANGELOG|LICENSE|CONTRIBUTING|SECURITY|NOTICE|CODE_OF_CONDUCT|ISSUE_TEMPLATE|AUTHZ|PROVIDERS|Caddyfile|Chart\.yaml|Containerfile|_helpers\.tpl)(\.pt-BR)?(\.md)?$|^(pt-BR|en)\.(json|md)$/;
const MIGRATION = /^core\/migrations\/\d{8}T\d{4,6}_[a-z_]+\.ts$/;
/** Say what a file does, not that it helps. */
const EMPTY_WORDS = /^(utils?|helpers?|common|managers?|misc|lib)$/;
/** The files in which such a word is the right name: the parts that all schemas share, and the dashboard of managers. */
const MEANT = /^schemas\/src\/common\.ts$|^shells\/manager\//;

/** Folders and files are kebab-case; what follows the first dot is the kind of file. */
export const checkKebabCase: TidyRule = ({ files }) => {
  const wrong = new Set<string>();
  for (const file of files.filter((name) => !MIGRATION.test(name))) {
    const parts = file.split('/').filter((part) => !part.startsWith('.') && !GIVEN.test(part));
    const bad = parts.find((part) => !part.split('.').every((piece) => KEBAB.test(piece)));
    if (bad) wrong.add(`${file}: "${bad}" is not kebab-case; rename it.`);
  }
  return [...wrong];
};

export const checkTellingNames: TidyRule = ({ files }) =>
  files
    .filter((file) =>
      file
        .replace(MEANT, '')
        .split('/')
        .some((part) => EMPTY_WORDS.test(part.split('.')[0]!)),
    )
    .map((file) => `${file}: the name says nothing; name it after what it does.`);

/** An index.ts elsewhere is a barrel: it hides where things are and loads more than was asked for. */
export const checkIndexFiles: TidyRule = ({ files, read }) => {
  const roots = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('package.json'))) {
    const folder = file.slice(0, -'package.json'.length);
    roots.add(`${folder}src/index.ts`);
    for (const target of Object.values((JSON.parse(read(file)).exports ?? {}) as Record<string, unknown>)) {
      if (typeof target === 'string') roots.add(folder + target.replace(/^\.\//, ''));
    }
  }
  return files
    .filter((file) => /(^|\/)index\.tsx?$/.test(file) && !roots.has(file))
    .map(
      (file) => `${file}: index.ts stands only at a package's root or among its exports; import the files themselves.`,
    );
};

const MODULE = /^core\/src\/modules\/[^/]+\//;
/** Up to this number, files are found by their names alone. */
const FILES_WITHOUT_README = 7;

/** A README of a large module says what lives where, and links the page in docs/. */
export const checkModuleReadmes: TidyRule = ({ files }) => {
  const sources = files.filter((file) => MODULE.test(file) && isSource(file) && !isTest(file));
  return Object.entries(Object.groupBy(sources, (file) => MODULE.exec(file)![0]))
    .filter(([folder, { length } = []]) => length! > FILES_WITHOUT_README && !files.includes(`${folder}README.md`))
    .map(([folder, found]) => `${folder}: ${found!.length} files and no README.md; say in ten lines what lives where.`);
};
