/** docs/decisions: one page for each decision, and an index of all of them by area, written from the pages. */
import type { TidyRule, Tree } from './tree.ts';

const FOLDER = 'docs/decisions/';
export const DECISIONS_INDEX = `${FOLDER}README.md`;
const COMMAND = 'node tools/src/write-readme-tables.ts';
const MAX_LINES = 50;

/** Each area that a page may name, with its heading, in the order of the index. */
const AREAS: Record<string, string> = {
  payments: 'Payments',
  money: 'Money: the ledger, refunds, withdrawals, receivers',
  subscriptions: 'Subscriptions and mandates',
  checkout: 'The checkout and what it sells',
  fraud: 'Fraud',
  providers: 'Providers and their packages',
  people: 'People, platforms and access',
  messages: 'Mails, notifications and webhooks of sellers',
  dashboards: 'Dashboards',
  database: 'The database',
  operation: 'Nodes and their operation',
  tools: 'Tools',
};

const listDecisions = ({ files }: Tree): string[] =>
  files.filter((file) => file.startsWith(FOLDER) && file.endsWith('.md') && !/(README|template)\.md$/.test(file));

const areaOf = (text: string): string => /^\*\*Area:\*\* ([a-z]+) · \*\*Status:\*\* \S/m.exec(text)?.[1] ?? '';

/** A decision is read in two minutes, says what else was possible, has a number and an area, and is found from the index. */
export const checkDecisions: TidyRule = (tree) => {
  const numbers = new Map<string, string>();
  const problems = listDecisions(tree).flatMap((file) => {
    const text = tree.read(file).trimEnd();
    const number = /\/(\d{4})-/.exec(file)?.[1];
    const lines = text.split('\n').length;
    const found: string[] = [];
    if (!number) found.push(`${file}: begin the name with four digits and a dash.`);
    else if (numbers.has(number))
      found.push(`${file}: ${numbers.get(number)} has this number; take the next free one.`);
    else numbers.set(number, file);
    if (lines > MAX_LINES) found.push(`${file}: ${lines} lines; the limit is ${MAX_LINES}.`);
    if (!/^#+ .*alternatives/im.test(text)) found.push(`${file}: has no section "Alternatives".`);
    if (!AREAS[areaOf(text)])
      found.push(
        `${file}: has no line "**Area:** … · **Status:** …" with one of these areas: ${Object.keys(AREAS).join(', ')}.`,
      );
    return found;
  });
  if (tree.read(DECISIONS_INDEX) === renderDecisions(tree)) return problems;
  return [...problems, `${DECISIONS_INDEX}: it is not about the decisions as they are; run ${COMMAND}.`];
};

export function renderDecisions(tree: Tree): string {
  const decisions = listDecisions(tree).map((file) => {
    const text = tree.read(file);
    return { area: areaOf(text), line: `- [${text.split('\n')[0]!.slice(2)}](${file.slice(FOLDER.length)})` };
  });
  const parts = Object.entries(AREAS).flatMap(([area, heading]) => {
    const lines = decisions.filter((decision) => decision.area === area).map(({ line }) => line);
    return lines.length > 0 ? [`## ${heading}\n\n${lines.join('\n')}\n`] : [];
  });
  return `# Decisions

<!-- Written by ${COMMAND}. -->

These pages record why Feira is built as it is: one decision per page, of ${MAX_LINES} lines at most, with its alternatives. A decision is not edited when it
changes: a new one names the decision it replaces, and the old one's status names the new one. Start with a copy of [the template](template.md), name its
area, and run \`${COMMAND}\`, which writes this list.

${parts.join('\n')}`;
}
