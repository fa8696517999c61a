import path from 'node:path';
import { at, isComment, isSource, isTest, listLines, type TidyRule } from './tree.ts';

const PRODUCT = /^(schemas|core|plugins|shells)\//;
/** The one reader of the environment, and the programs that hand it over. */
const ENVIRONMENT_READERS = /^core\/src\/(plugins\/config|server|programs\/[\w-]+)\.ts$/;
/** Built to run where there is no host: browsers, and the simulators of the kit. */
const CLOCKS = /^(core\/src\/plugins\/clock\.ts|plugins\/kit\/|plugins\/[\w-]+\/browser\/|shells\/)/;

/** Settings come from one checked place, so that a wrong one is reported at boot, by name. */
export const checkEnvironment: TidyRule = (tree) =>
  listLines(tree, (file) => PRODUCT.test(file) && isSource(file) && !isTest(file))
    .filter(({ file, text }) => /\bprocess\.env\b/.test(text) && !isComment(text) && !ENVIRONMENT_READERS.test(file))
    .map(
      (line) => `${at(line)}: reads process.env; add the setting to core/src/plugins/config.ts and take it from there.`,
    );

/** Time is handed in, so that a test can set it. */
export const checkClock: TidyRule = (tree) =>
  listLines(tree, (file) => PRODUCT.test(file) && isSource(file) && !isTest(file) && !CLOCKS.test(file))
    .filter(({ text }) => /\bnew Date\(\)|\bDate\.now\(\)/.test(text) && !isComment(text))
    .map((line) => `${at(line)}: reads the time itself; take it from the clock (app.clock, context.clock).`);

const UNFINISHED = [
  { pattern: /\bTODO\b(?!\(#\d+\))/, word: 'TODO' },
  { pattern: /\b(FIXME|XXX|HACK)\b/, word: 'FIXME, XXX or HACK' },
  { pattern: /lorem ipsum/i, word: 'filler text' },
];

/** Finish it, or give it a number others can look up: TODO(#123). */
export const checkUnfinished: TidyRule = (tree) =>
  listLines(
    tree,
    (file) =>
      !file.startsWith('tools/src/check/tidy') &&
      /\.(ts|tsx|mts|mjs|css|json|md)$/.test(file) &&
      file !== 'package-lock.json',
  ).flatMap((line) =>
    UNFINISHED.filter(({ pattern }) => pattern.test(line.text)).map(
      ({ word }) => `${at(line)}: ${word} marks unfinished work; finish it, or write TODO(#number).`,
    ),
  );

/** Members of an object stand in it as its members, however many lines the formatter makes of them. */
export const checkSpreads: TidyRule = (tree) =>
  listLines(tree, (file) => !file.startsWith('tools/src/check/tidy') && isSource(file))
    .filter(({ text }) => /\.\.\.\{/.test(text) && !isComment(text))
    .map((line) => `${at(line)}: spreads an object that is written out there; write its members in the outer one.`);

/** The columns of results are named in camelCase where they are read, see core/src/shared/send-statement.ts. */
export const checkColumnNames: TidyRule = (tree) =>
  listLines(tree, (file) => /^(core|tools)\/src\/(?!check\/tidy)/.test(file) && isSource(file) && !isTest(file))
    .filter(({ text }) => /\bAS "[a-z]+[A-Z]/.test(text) && !isComment(text))
    .map((line) => `${at(line)}: names a column in camelCase; write "AS open_cases", which rows have as openCases.`);

/** A renderer that draws into a document goes on writing into texts that a translating browser has replaced. */
export const checkTranslatedPages: TidyRule = (tree) =>
  tree.files
    .filter((file) => file.startsWith('shells/') && isSource(file) && !isTest(file))
    .filter((file) => {
      const text = tree.read(file);
      return /from 'react-dom\/client'/.test(text) && !/\bkeepTranslatedPageTrue\(/.test(text);
    })
    .map(
      (file) =>
        `${file}: draws a page that is wrong once a browser translates it; call keepTranslatedPageTrue (shells/kit/src/translated-page.ts) first.`,
    );

const ALERTS = 'docs/alerts.md';
const ALERTING = /^(core|plugins\/kit)\/src\//;

/** Checks that every alert in the code has a part in docs/alerts.md for the person it wakes, and that every part has an alert. */
export const checkAlerts: TidyRule = (tree) => {
  const lines = listLines(tree, (file) => ALERTING.test(file) && isSource(file) && !isTest(file))
    .map((line) => ({ line, value: /\balert: ([^,}]+)/.exec(line.text)?.[1] }))
    .filter(({ line, value }) => value && !isComment(line.text));
  const raised = lines.map(({ line, value = '' }) => ({ line, names: listNames(value) }));
  const parts = new Map(
    tree
      .read(ALERTS)
      .split(/^#{2,3} /m)
      .map((part) => [part.split('\n')[0] ?? '', part])
      .filter(([name = '']) => /^[a-z][a-z-]+$/.test(name)) as [string, string][],
  );
  const known = new Set(raised.flatMap(({ names }) => names));
  return [
    ...raised.flatMap(({ line, names }) => {
      if (names.length === 0) return [`${at(line)}: write the name of the alert out, so that it can be found.`];
      return names.filter((name) => !parts.has(name)).map((name) => `${at(line)}: ${ALERTS} has no part "${name}".`);
    }),
    ...[...parts].flatMap(([name, part]) => {
      if (!known.has(name)) return [`${ALERTS}: nothing raises "${name}"; delete the part.`];
      const isWhole = /^At stake: \S/m.test(part) && /^1\. \S/m.test(part);
      return isWhole ? [] : [`${ALERTS}: "${name}" has to say "At stake: …" and what to do, as "1. …".`];
    }),
  ];
};

/** The names between quotes, after the question where there is one. */
const listNames = (value: string): string[] =>
  [...(value.split(' ? ').at(-1) ?? '').matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name);

const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g;

/** A link between our pages leads somewhere. */
export const checkLinks: TidyRule = (tree) => {
  const known = new Set(tree.files.flatMap(listParents));
  return listLines(tree, (file) => file.endsWith('.md') && !file.includes('/template/')).flatMap((line) =>
    [...line.text.matchAll(LINK)]
      .map(([, place = '']) => place)
      .filter((place) => !/^[a-z]+:/.test(place) && !known.has(resolveLink(line.file, place)))
      .map((place) => `${at(line)}: nothing is at ${place}; correct the link.`),
  );
};

/** The file and every folder above it. */
const listParents = (file: string): string[] =>
  file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

const resolveLink = (file: string, place: string): string =>
  path.posix.join(path.posix.dirname(file), place).replace(/\/$/, '');
