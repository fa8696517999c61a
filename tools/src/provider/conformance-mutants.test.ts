/** Tests that the suite catches each of these faults, of which `npm test` draws a few, and that the adapter without one passes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFailures, runConformance } from '@feira/plugin-kit/conformance';
import { readExamples } from '@feira/plugin-kit/description';
import { describe, expect, it } from 'vitest';
import { drawCases, rounds, SEED } from '../../../core/test/draw.ts';
import { loadAdapter, loadPackage } from './conformance/load-package.ts';
import { MUTANTS } from './conformance/mutants.ts';
import { TABLE } from './conformance/table-adapter.ts';
import { plant, proveTable, TABLE_MUTANTS } from './conformance/table-mutants.ts';

const SMALL = { words: rounds({ short: 1_000, long: 20_000 }), amounts: 0, wireWords: 3 };
const WORDS =
  /^(takes a word|contradicts the list|lacks a word|explains a word|makes another word|calls a type|has a (word|code))/;
/** The faults of each list that `npm test` draws; the soak plays all. Those of words are always played: no other test has them. */
const PLAYED = { short: 12, isAlways: ([name]: [string, unknown]) => WORDS.test(name) };
const SANDBOX = path.resolve(import.meta.dirname, '../../../plugins/sandbox');
const sandbox = {
  ...(await loadPackage(SANDBOX)),
  module: await loadAdapter(SANDBOX),
  examples: await readExamples(SANDBOX),
};

/** Returns the capability whose proofs have to see the mutant: the others passed the adapter as it is, and would only take time. */
const capabilityOf = (caughtBy: RegExp): string | undefined =>
  /^\^([\w.\\]+), /.exec(caughtBy.source)?.[1]?.replaceAll('\\', '');

describe(`the conformance suite (seed ${SEED})`, () => {
  it('is described with every one of these faults, and where a table or an adapter with code cannot have one', () => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/conformance.md'), 'utf8');
    const cells = (row: string) => row.split('|').map((cell) => cell.trim());
    const [, faults = ''] = text.split('## Faults');
    const rows = faults.split('\n').filter((row) => /^\| [^A-]/.test(row));
    const described = rows.map((row) => {
      const [, name, coded, table] = cells(row);
      return { name, isCoded: !coded?.startsWith('none: '), isTable: !table?.startsWith('none: ') };
    });

    const names = [...new Set([...Object.keys(MUTANTS), ...Object.keys(TABLE_MUTANTS)])];
    const played = names.map((name) => ({
      name,
      isCoded: Object.hasOwn(MUTANTS, name),
      isTable: Object.hasOwn(TABLE_MUTANTS, name),
    }));

    expect(new Set(described)).toEqual(new Set(played));
  });

  it('passes the adapter as it is', async () => {
    const result = await runConformance({ ...sandbox, seed: SEED, scale: SMALL });

    expect(listFailures(result)).toEqual([]);
    expect(Object.values(result.capabilities).every(({ isProven }) => isProven)).toBe(true);
  });

  // Together, because much of a run is waiting for answers that never come.
  it.concurrent.each(drawCases(Object.entries(MUTANTS), PLAYED))(
    'catches an adapter that %s',
    async (_name, mutant) => {
      const mutated = mutant.change(sandbox);
      const wanted = capabilityOf(mutant.caughtBy);
      const result = await runConformance({
        ...mutated,
        seed: SEED,
        scale: SMALL,
        isUntilFailure: true,
        isWanted: (capability) => wanted === undefined || capability === wanted,
      });

      const failures = listFailures(result);
      expect(failures.join('\n')).toMatch(mutant.caughtBy);
      expect(result.counts.failed).toBeGreaterThan(0);
    },
  );

  it('passes the table as it is', async () => {
    expect(await proveTable(TABLE, { seed: SEED, scale: SMALL })).toEqual([]);
  });

  it('passes a table whose codes come with a later read, and catches one whose codes never come', async () => {
    const never = plant({ change: { 'description.operations.createTransaction.methods.PIX.answer': {} } }, TABLE);
    const later = plant({ change: { 'description.operations.getTransaction.answer.pixCode': 'pix.code' } }, never);
    const shown = { id: 'chg_1', reference: 'order-1', status: 'waiting', amount: 1990, pix: { code: '00020126' } };
    later.examples[0]!.calls!.push(
      { operation: 'getTransaction', request: 'GET /charges/chg_1', answer: shown },
      { operation: 'getTransaction', request: 'GET /charges', answer: { items: [shown] } },
    );
    const isWanted = (capability: string, proof: string) => capability === 'PIX' && proof === 'works';

    expect(await proveTable(later, { seed: SEED, scale: SMALL, isWanted })).toEqual([]);
    expect(await proveTable(never, { seed: SEED, scale: SMALL, isWanted })).toEqual([
      expect.stringContaining('Neither a new PIX charge nor a later read has a pixCode'),
    ]);
  });

  it.concurrent.each(drawCases(Object.entries(TABLE_MUTANTS), PLAYED))(
    'catches a table that %s',
    async (_name, mutant) => {
      const wanted = capabilityOf(mutant.caughtBy);
      const failures = await proveTable(plant(mutant, TABLE), {
        seed: SEED,
        scale: SMALL,
        isUntilFailure: true,
        isWanted: (capability) => wanted === undefined || capability === wanted,
      });

      expect(failures).toContainEqual(expect.stringMatching(mutant.caughtBy));
    },
  );
});
