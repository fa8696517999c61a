/** Everybody calls everything with every kind of id: what nobody declared is refused. Printed as docs/AUTHZ.md. */
import type { Procedure } from '@feira/schemas/procedure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES } from './authz/cases.ts';
import { findIdFields, readProcedures, type Schema } from './authz/declared.ts';
import { type Fixtures, openFixtures } from './authz/fixtures.ts';
import { type Findings, tryProcedure } from './authz/matrix.ts';
import { PAGES } from './authz/pages.ts';
import { findOddHeads, listPages, tryPage } from './authz/walk-pages.ts';

let fixtures: Fixtures;
const procedures = await readProcedures();
const findings = new Map<string, Findings>();

beforeAll(async () => {
  fixtures = await openFixtures();
});
afterAll(() => fixtures.close());

const isRunning = (name: string) => fixtures.node.app.routes.some(({ url }) => url === `/api/${name}`);

describe('every procedure', () => {
  it('whose input names rows says which of them are reached', () => {
    for (const { name, input } of procedures) {
      const fields = findIdFields(input as Schema).sort();
      expect([name, [...(CASES[name]?.ids ?? [])].sort()]).toEqual([name, fields]);
      const variants = Object.keys(CASES[name]?.variants ?? {});
      if (fields.length > 0) expect([name, ...variants]).toEqual(expect.arrayContaining(['own', 'foreign']));
    }
    expect(Object.keys(CASES).filter((name) => !procedures.some((procedure) => procedure.name === name))).toEqual([]);
  });

  it.each(procedures.map(({ name }) => name))('%s', async (name) => {
    const procedure = procedures.find((item) => item.name === name) as Procedure;
    if (!isRunning(name)) return;
    const found = await tryProcedure(fixtures, procedure);
    findings.set(name, found);
    expect(found.problems).toEqual([]);
  });
});

describe('every other address', () => {
  it('answers whom it should, and names nothing of other platforms', async () => {
    const pages = listPages(
      fixtures,
      procedures.map(({ name }) => name),
    );
    expect(pages.length).toBeGreaterThan(30);
    const problems: string[] = [];
    for (const page of pages) {
      const found = await tryPage(fixtures, page);
      findings.set(page.key, found);
      problems.push(...found.problems);
    }
    expect(problems).toEqual([]);
    expect(Object.keys(PAGES).filter((key) => !pages.some((page) => page.key === key))).toEqual([]);
    expect(findOddHeads(fixtures)).toEqual([]);
  });
});
