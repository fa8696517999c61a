import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROOFS, type TestReport, withProofs } from './write-accessibility.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PAGE = 'Before.\n<!-- proofs: begin -->\nold\n<!-- proofs: end -->\nAfter.\n';
const proof = { test: 'sells with a keyboard', claim: 'Keyboard', how: 'From field to code' };
const reportOf = (...tests: [string, string][]): TestReport => ({
  testResults: [{ assertionResults: tests.map(([fullName, status]) => ({ fullName, status })) }],
});

describe('withProofs', () => {
  it('writes each proof with the number of its tests, and leaves the rest of the page', () => {
    const report = reportOf(
      ['the A layout sells with a keyboard', 'passed'],
      ['the B layout sells with a keyboard', 'passed'],
    );

    expect(withProofs(PAGE, [report], [proof])).toBe(
      'Before.\n<!-- proofs: begin -->\n| What | How it is proved | Tests that passed |\n|---|---|---|\n| Keyboard | From field to code | 2 |\n<!-- proofs: end -->\nAfter.\n',
    );
  });

  it('takes each proof from the first report that played its tests', () => {
    const soak = reportOf(
      ['the A layout sells with a keyboard', 'passed'],
      ['the B layout sells with a keyboard', 'passed'],
    );
    const test = reportOf(['the B layout sells with a keyboard', 'passed']);
    const unplayed = reportOf(['the A layout sells with a keyboard', 'skipped']);

    expect(withProofs(PAGE, [soak, test], [proof])).toContain('| Keyboard | From field to code | 2 |');
    expect(withProofs(PAGE, [unplayed, test], [proof])).toContain('| Keyboard | From field to code | 1 |');
  });

  it('writes nothing of a run in which a proof failed, was skipped or did not run', () => {
    for (const status of ['failed', 'skipped'])
      expect(() => withProofs(PAGE, [reportOf(['it sells with a keyboard', status])], [proof])).toThrow(status);
    expect(() => withProofs(PAGE, [reportOf(['another', 'passed'])], [proof])).toThrow('sells with a keyboard');
  });
});

describe('the page of accessibility', () => {
  const page = readFileSync(path.join(ROOT, 'docs/accessibility.md'), 'utf8');
  const sources = readdirSync(path.join(ROOT, 'tools/e2e'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(ROOT, 'tools/e2e', name), 'utf8'))
    .join('\n');

  it.each(PROOFS)('claims "$claim" by a browser test that is there', ({ test, claim, how }) => {
    expect(page).toContain(`| ${claim} | ${how} |`);
    expect(sources).toContain(test);
  });
});
