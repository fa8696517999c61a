/** docs/provider-reference.md: every name that authors of providers may write, taken from where the kit declares it. */
import { BOOK_CHARGE_STATES, BOOK_ORDER_STATES } from '@feira/plugin-kit';
import {
  CHARGE_STATES,
  COMMON_FIELDS,
  FIELD_KINDS,
  FILTERS,
  isMemoResult,
  KEEPS_MEMO,
  LIST_FIELDS,
  LIST_ITEMS,
  listNeededResults,
  listRequestFields,
  listResultFields,
  ORDER_STATES,
  requestKind,
  resultKind,
} from '@feira/plugin-kit/description';
import { DESCRIBED_OPERATIONS } from '@feira/schemas/description';
import { MONEY_UNITS } from '@feira/schemas/rules/money';
import type { TidyRule, Tree } from './tree.ts';

export const PROVIDER_REFERENCE = 'docs/provider-reference.md';
const COMMAND = 'node tools/src/write-readme-tables.ts';
const BOOK = 'plugins/kit/src/simulator-book.ts';
const SIMULATOR = 'plugins/kit/src/simulator.ts';
/** The interfaces whose members are calls or options of a simulator. */
const INTERFACES = [
  ['Calls of the book', BOOK, 'Book', 'What `createBook(context, options)` returns.'],
  ['Options of the book', BOOK, 'BookOptions', 'The second argument of `createBook`.'],
  ['A new charge', BOOK, 'NewCharge', 'The charge that `book.createCharge` makes.'],
  ['A new refund', BOOK, 'NewRefund', 'The refund that `book.createRefund` makes.'],
  ['A new withdrawal', BOOK, 'NewWithdrawal', 'The withdrawal that `book.createWithdrawal` makes.'],
  [
    'A simulator',
    SIMULATOR,
    'Simulator',
    'What `createSimulator` returns: `book.controls` has all of it but `handle`.',
  ],
  ['What a simulator is given', SIMULATOR, 'SimulatorContext', 'The first argument of `createSimulator`.'],
] as const;

export const checkProviderReference: TidyRule = (tree) => {
  if (!tree.files.includes(BOOK)) return [];
  const silent = INTERFACES.flatMap(([, file, name]) =>
    listMembers(tree.read(file), name)
      .filter(([, says]) => says === '')
      .map(([member]) => `${file}: ${name} has ${member} without a comment, which ${PROVIDER_REFERENCE} shows.`),
  );
  const isTrue =
    tree.files.includes(PROVIDER_REFERENCE) && tree.read(PROVIDER_REFERENCE) === renderProviderReference(tree);
  return [...silent, ...(isTrue ? [] : [`${PROVIDER_REFERENCE}: it is not about the kit as it is; run ${COMMAND}.`])];
};

export function renderProviderReference(tree: Tree): string {
  return `# Reference for authors of providers

<!-- Written by ${COMMAND}. -->

The names that [the guide](provider-guide.md) uses, as the kit declares them. What is not listed here is refused, with the names that would do.

## Kinds of fields

${drawTable(
  ['Kind', 'How it travels'],
  Object.entries(FIELD_KINDS).map(([kind, says]) => [kind, says]),
)}

## Placeholders of requests

A placeholder stands in braces: \`{customer.name}\`, \`{expiresAt|day}\`. Every request has ${Object.entries(
    COMMON_FIELDS,
  )
    .map(([name, kind]) => `\`${name}\` (${kind})`)
    .join(' and ')}. Requests of ${listWords([...KEEPS_MEMO])} have \`memo.*\`, which an earlier answer told.

${DESCRIBED_OPERATIONS.map((operation) => `### ${operation}\n\n${drawKinds(listRequestFields(operation), (name) => requestKind(operation, name)!)}`).join('\n\n')}

### Members of lists

${drawTable(
  ['List', 'Kind', 'Fields'],
  Object.entries(LIST_ITEMS).flatMap(([list, fields]) =>
    groupByKind(
      Object.keys(fields).map((name) => `item.${name}`),
      (name) => fields[name.slice('item.'.length)]!,
    ).map(([kind, names]) => [`\`${list}\``, kind, names]),
  ),
)}

## Filters

Filters follow a name after \`|\`, and each takes what the one before it made. A dictionary of \`words\` is a filter by its name. ${listWords(MONEY_UNITS)} say in which unit an amount travels.

${drawTable(
  ['Filter', 'Does'],
  Object.entries(FILTERS).map(([name, { says }]) => [`\`${name}\``, says]),
)}

## Fields of results

What \`answer\` of an operation and \`fields\` of an event may read. Needed fields have to be there.

${[...DESCRIBED_OPERATIONS, 'processWebhook' as const]
  .map((operation) => {
    const needed = listNeededResults(operation).map((name) => `\`${name}\``);
    const memo = isMemoResult(operation, 'memo.id') ? ' `memo.*` is kept for later requests.' : '';
    const intro = `${needed.length > 0 ? `Needed: ${needed.join(', ')}.` : 'None is needed.'}${memo}`;
    return `### Results of ${operation}\n\n${intro}\n\n${drawKinds(listResultFields(operation), resultKind)}`;
  })
  .join('\n\n')}

### Members of lists in results

${drawTable(
  ['List', 'Fields'],
  Object.entries(LIST_FIELDS).map(([list, names]) => [
    `\`${list}\``,
    names.map((name) => `\`${name}\` (${resultKind(name)})`).join(', '),
  ]),
)}

## States of a simulator

A simulator with code maps each state of its book to a word of the provider. That of a description speaks the words of \`status\` in plugin.json that count as the
last column says, in turn, unless \`simulator\` of description.json names one.

${drawTable(
  ['Charge', 'Means', 'Spoken by a word for'],
  Object.entries(BOOK_CHARGE_STATES).map(([state, says]) => [
    `\`${state}\``,
    says,
    state in CHARGE_STATES ? CHARGE_STATES[state as keyof typeof CHARGE_STATES] : '',
  ]),
)}

${drawTable(
  ['Refund or withdrawal', 'Means', 'Spoken by a word for'],
  Object.entries(BOOK_ORDER_STATES).map(([state, says]) => [
    `\`${state}\``,
    says,
    state in ORDER_STATES ? ORDER_STATES[state as keyof typeof ORDER_STATES].join(', ') : '',
  ]),
)}

${INTERFACES.map(([title, file, name, says]) => `## ${title}\n\n${says}\n\n${drawTable(['Member', 'Says'], listMembers(tree.read(file), name))}`).join('\n\n')}
`;
}

const listWords = (words: readonly string[]) =>
  words
    .map((word) => `\`${word}\``)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');

function groupByKind(names: readonly string[], kindOf: (name: string) => string): [kind: string, names: string][] {
  const groups = Map.groupBy(names, kindOf);
  return Object.keys(FIELD_KINDS).flatMap((kind) => {
    const own = groups.get(kind);
    return own ? [[kind, own.map((name) => `\`${name}\``).join(', ')] as [string, string]] : [];
  });
}

const drawKinds = (names: readonly string[], kindOf: (name: string) => string) =>
  drawTable(['Kind', 'Fields'], groupByKind(names, kindOf));

const drawTable = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Returns each member of an interface as it is written, with its comment. */
function listMembers(source: string, name: string): string[][] {
  const [, body = ''] = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms').exec(source) ?? [];
  const members = [...body.matchAll(/^ {2}(?:\/\*\*(.*?)\*\/\n {2})?(\w[^;]*(?:\{[^}]*\}[^;]*)*);$/gms)];
  return members.map(([, comment = '', member = '']) => [
    `\`${toLine(member).replaceAll('|', '\\|')}\``,
    toLine(comment.replaceAll(/^\s*\* ?/gm, '')).replaceAll('|', '\\|'),
  ]);
}

const toLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/\( /g, '(').replaceAll(/,? \)/g, ')').trim();
