/** Everybody calls everything with every kind of id: what nobody declared is refused. Printed as docs/AUTHZ.md. */
import type { Procedure } from '@feira/schemas/procedure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES } from './authz/cases.ts';
import { findIdFields, readProcedures, type Schema } from './authz/declared.ts';
import { type Fixtures, openFixtures } from './authz/fixtures.ts';
import { type Findings, tryProcedure } from './authz/matrix.ts';

let fixtures: Fixtures;
const procedures = await readProcedures();

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

  const findings = new Map<string, Findings>();
  it.each(procedures.map(({ name }) => name))('%s', async (name) => {
    const procedure = procedures.find((item) => item.name === name) as Procedure;
    if (!isRunning(name)) return;
    const found = await tryProcedure(fixtures, procedure);
    findings.set(name, found);
    expect(found.problems).toEqual([]);
  });
});
