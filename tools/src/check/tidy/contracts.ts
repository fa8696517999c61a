import {
  checkDescription,
  checkExamples,
  DESCRIPTION_FILE,
  EXAMPLES_FOLDER,
  listExampleFaults,
  overlay,
} from '@feira/plugin-kit/description';
import type { Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import { findCredentialHelp } from '@feira/schemas/rules/credential-help';
import { at, isSource, isTest, listLines, listProviders, type TidyRule, type Tree } from './tree.ts';

/** The files that every provider package holds, each with one job; what is described in description.json needs no code. */
const PROVIDER_FILES = ['package.json', 'plugin.json', 'README.md', 'CHANGELOG.md', 'src/provider.test.ts'];
const CODE_FILES = ['src/index.ts', 'src/client.ts', 'src/mapping.ts', 'src/provider.ts'];
/** The files that `src` may hold beside tests and fixtures, so that each question has its answer in one place. */
const SOURCE_FILE =
  /^src\/((index|client|mapping|provider|webhook|errors|documents|mandates|cards|simulator)\.ts|simulator\/[^/]+\.ts)$/;
/** Ids that are also words of every day: only where they stand for the package do they name the provider. */
const ORDINARY_IDS = new Set(['sandbox', 'pago']);

/** Checks that packages look alike, so that a reader of one can read all. */
export const checkProviderShape: TidyRule = (tree) =>
  listProviders(tree).flatMap((id) => {
    const isDescribed = tree.files.includes(`plugins/${id}/${DESCRIPTION_FILE}`);
    const wanted = [...PROVIDER_FILES, ...listCodeFiles(tree, id, isDescribed)];
    const missing = wanted.filter((file) => !tree.files.includes(`plugins/${id}/${file}`));
    const problems = missing.map((file) => `plugins/${id}: lacks ${file}; every provider has one.`);
    problems.push(...checkSourceFiles(tree, id), ...checkFactory(tree, id));
    if (!missing.includes('plugin.json'))
      problems.push(...checkManifestId(tree, id), ...checkCredentialWords(tree, id));
    if (!missing.includes('package.json')) problems.push(...checkProviderPackage(tree, id));
    if (isDescribed && !missing.includes('plugin.json')) problems.push(...checkDescribed(tree, id));
    return problems;
  });

/** A member of a family has the family's client, mapping and operations. */
function listCodeFiles(tree: Tree, id: string, isDescribed: boolean): string[] {
  if (isDescribed) return [];
  const index = `plugins/${id}/${CODE_FILES[0]}`;
  const isMember = tree.files.includes(index) && /from '\.\.\/\.\.\/family-/.test(tree.read(index));
  return isMember ? CODE_FILES.slice(0, 1) : CODE_FILES;
}

function checkSourceFiles({ files }: Tree, id: string): string[] {
  const folder = `plugins/${id}/`;
  return files
    .filter((file) => file.startsWith(`${folder}src/`) && isSource(file) && !isTest(file))
    .filter((file) => !file.includes('/fixtures/') && !SOURCE_FILE.test(file.slice(folder.length)))
    .map(
      (file) =>
        `${file}: a provider is made of index, client, mapping, provider, webhook, errors, documents, mandates, cards and simulator/; put it into one of them.`,
    );
}

/** The description is right, laid over its family's, and every path and key of it stands in an example. */
function checkDescribed(tree: Tree, id: string): string[] {
  const folder = `plugins/${id}`;
  const manifest = JSON.parse(tree.read(`${folder}/plugin.json`)) as Manifest;
  const own = JSON.parse(tree.read(`${folder}/${DESCRIPTION_FILE}`));
  const family = own.family === undefined ? null : `plugins/family-${own.family}`;
  const json = family ? overlay(JSON.parse(tree.read(`${family}/${DESCRIPTION_FILE}`)), own) : own;
  const checked = checkDescription(json, manifest);
  if ('problems' in checked) return checked.problems.map((problem) => `${folder}: ${problem}`);
  const shelves = [folder, family].map((place) => `${place}/${EXAMPLES_FOLDER}/`);
  const files = tree.files.filter((file) => file.endsWith('.json') && shelves.some((shelf) => file.startsWith(shelf)));
  const faults = files.flatMap((file) => listExampleFaults(file, JSON.parse(tree.read(file))));
  if (faults.length > 0) return faults;
  const examples = files.map((file) => JSON.parse(tree.read(file)) as Examples);
  return checkExamples(checked.description, manifest, examples).map((problem) => `${folder}: ${problem}`);
}

function checkFactory(tree: Tree, id: string): string[] {
  const file = `plugins/${id}/src/provider.ts`;
  if (!tree.files.includes(file)) return [];
  const pascal = id.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase());
  const name = `create${pascal}Provider`;
  const isNamed = new RegExp(`export (const|function) ${name}\\b`).test(tree.read(file));
  return isNamed ? [] : [`${file}: the factory is named ${name}; export it.`];
}

function checkManifestId(tree: Tree, id: string): string[] {
  const file = `plugins/${id}/plugin.json`;
  const found = JSON.parse(tree.read(file)).id;
  return found === id ? [] : [`${file}: the id is "${found}"; it has to be the folder's name, "${id}".`];
}

/** Owners read words, never names of fields: a title that is none, help with each secret, and labels of what they choose from. */
function checkCredentialWords(tree: Tree, id: string): string[] {
  const file = `plugins/${id}/plugin.json`;
  const { credentials } = JSON.parse(tree.read(file)) as Manifest;
  return Object.entries(credentials?.properties ?? {}).flatMap(([name, field]) => {
    const place = `${file}: credentials.properties.${name}`;
    const unnamed = (field.enum ?? []).filter((word) => !word.startsWith('https://') && !field.enumLabels?.[word]);
    return [
      ...(Object.values(field.title).includes(name) ? [`${place}.title is the field's name; write words.`] : []),
      ...(field.secret && !findCredentialHelp(name, field)
        ? [`${place} lacks a description: say where its owner finds it.`]
        : []),
      ...(unnamed.length > 0 ? [`${place}.enumLabels lacks ${unnamed.join(', ')}; add words in both languages.`] : []),
    ];
  });
}

function checkProviderPackage(tree: Tree, id: string): string[] {
  const file = `plugins/${id}/package.json`;
  const { name, version, dependencies, peerDependencies } = JSON.parse(tree.read(file));
  const problems: string[] = [];
  if (name !== `@feira/provider-${id}`) problems.push(`${file}: name it "@feira/provider-${id}".`);
  if (!/^\d+\.\d+\.\d+/.test(version ?? '')) problems.push(`${file}: give it a version of its own.`);
  if (!peerDependencies?.['@feira/plugin-kit'])
    problems.push(`${file}: list @feira/plugin-kit under peerDependencies.`);
  const libraries = Object.keys(dependencies ?? {}).filter((library) => !library.startsWith('@feira/'));
  if (libraries.length > 0)
    problems.push(`${file}: an adapter has no libraries at run time (${libraries.join(', ')}).`);
  return problems;
}

/** Both languages say the same things: a key missing in one would be a hole on a screen. */
export const checkLocales: TidyRule = ({ files, read }) => {
  const folders = new Set(files.map((file) => /^(.*\/locales)\/[^/]+\.json$/.exec(file)?.[1]).filter((name) => !!name));
  return [...folders].flatMap((folder) => {
    const [portuguese, english] = ['pt-BR', 'en'].map((language) => {
      const file = `${folder}/${language}.json`;
      return files.includes(file) ? listKeys(JSON.parse(read(file))) : undefined;
    });
    if (!portuguese) return [`${folder}: lacks pt-BR.json.`];
    if (!english) return [`${folder}: lacks en.json.`];
    return [
      ...portuguese.filter((key) => !english.includes(key)).map((key) => `${folder}/en.json: lacks "${key}".`),
      ...english.filter((key) => !portuguese.includes(key)).map((key) => `${folder}/pt-BR.json: lacks "${key}".`),
    ];
  });
};

function listKeys(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [path];
  return Object.entries(node).flatMap(([key, value]) => listKeys(value, path ? `${path}.${key}` : key));
}

/** One name everywhere: the file is the domain, the constant is the verb, the procedure's name is both. */
export const checkProcedureNames: TidyRule = ({ files, read }) =>
  files
    .filter((file) => /^schemas\/src\/procedures\/[^/]+\.ts$/.test(file) && !isTest(file))
    .flatMap((file) => {
      const domain = file
        .slice(file.lastIndexOf('/') + 1, -'.ts'.length)
        .replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
      const found = [...read(file).matchAll(/export const (\w+) = \{\s+name: '([^']*)'/g)];
      return found
        .filter(([, constant, name]) => name !== `${domain}.${constant}`)
        .map(([, constant, name]) => `${file}: ${constant} is named "${name}"; it has to be "${domain}.${constant}".`);
    });

/** The core treats all providers alike; what is special about one is data in its manifest. */
export const checkCoreNamesNoProvider: TidyRule = (tree) => {
  const patterns = listProviders(tree).map((id) => ({
    id,
    pattern: ORDINARY_IDS.has(id) ? new RegExp(`(plugins/|provider-)${id}\\b`) : new RegExp(`\\b${id}\\b`, 'i'),
  }));
  return listLines(tree, (file) => file.startsWith('core/') && isSource(file) && !isTest(file)).flatMap((line) =>
    patterns
      .filter(({ pattern }) => pattern.test(line.text))
      .map(
        ({ id }) =>
          `${at(line)}: names the provider "${id}"; let a field of the manifest say what is special about it.`,
      ),
  );
};
