/**
 * `node tools/src/check/write-accessibility.ts`: writes the proofs of docs/accessibility.md from the reports of the last `npm run test:soak -- --seeds 1`,
 * which plays every case of the tests that `npm test` draws from, and of the last `npm test`, which plays the others. Each row names what is
 * proved and how many tests proved it; nothing is written where one failed or is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const REPORTS = ['tests-soak-browser.json', 'tests-browser.json'].map((name) => path.join(ROOT, '.cache', name));
const PAGE = path.join(ROOT, 'docs/accessibility.md');

export interface TestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

interface Proof {
  /** The part of the full names of its tests, which say the layout or the method besides. */
  test: string;
  claim: string;
  how: string;
}

export const PROOFS: readonly Proof[] = [
  {
    test: 'a checkout has no barrier and does not scroll sideways',
    claim: 'No finding of axe (WCAG 2.0, 2.1 and 2.2, A and AA)',
    how: '3 layouts × PIX, card and boleto × Portuguese and English × 390 px and 1440 px, and each step of the layout with steps',
  },
  {
    test: 'sells to a buyer who has only a keyboard',
    claim: 'Buying with a keyboard alone',
    how: 'In each layout from the first field to the code, with Tab, Enter and typing only',
  },
  {
    test: 'fits a window of 320 px, and says its errors at the fields',
    claim: 'A narrow window, and errors',
    how: 'No sideways scrolling at 320 px (1280 px at 400 %). Each error stands at its field and is tied to it; the first one takes the focus',
  },
  {
    test: 'keeps every word in sight with text twice as large',
    claim: 'Text at 200 %',
    how: 'No text is cut and nothing scrolls sideways, in each layout at 390 px and 1440 px',
  },
  {
    test: 'what is chosen, focused and wrong, in forced colours',
    claim: 'Forced colours',
    how: 'What is focused and chosen stays a line or is drawn by the browser, in each layout',
  },
  {
    test: 'stands still while it is paused, and ends with its last words',
    claim: 'Moving content',
    how: 'The countdown has a button that pauses it, and its end is announced; nothing else moves',
  },
  {
    test: 'sells without JavaScript, all of it on one page',
    claim: 'Without JavaScript',
    how: 'Each layout sells',
  },
  {
    test: 'has no accessibility violation while waiting and when paid',
    claim: 'Payment page',
    how: 'No finding of axe while it waits, when it is paid and when it has expired',
  },
];

const [BEGIN, END] = ['<!-- proofs: begin -->', '<!-- proofs: end -->'];

/**
 * Returns the page with its rows written anew, each from the first report that played its tests. Throws where a proof did not run or did
 * not pass.
 */
export function withProofs(page: string, reports: readonly TestReport[], proofs: readonly Proof[] = PROOFS): string {
  const runs = reports.map(({ testResults }) => testResults.flatMap(({ assertionResults }) => assertionResults));
  const rows = proofs.map(({ test, claim, how }) => {
    const ofRuns = runs.map((tests) => tests.filter(({ fullName }) => fullName.includes(test)));
    const own = ofRuns.find((tests) => tests.some(({ status }) => status !== 'skipped')) ?? ofRuns.flat();
    const failed = own.find(({ status }) => status !== 'passed');
    if (failed) throw new Error(`"${failed.fullName}" is ${failed.status}: run the browser tests, then write again.`);
    if (own.length === 0)
      throw new Error(`The reports have no test "${test}": run \`npm test\` and the soak, then write again.`);
    return `| ${claim} | ${how} | ${own.length} |`;
  });
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The page has no place between ${BEGIN} and ${END}.`);
  const table = ['| What | How it is proved | Tests that passed |', '|---|---|---|', ...rows].join('\n');
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
}

if (import.meta.main) {
  const reports: TestReport[] = REPORTS.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(PAGE, withProofs(readFileSync(PAGE, 'utf8'), reports));
}
