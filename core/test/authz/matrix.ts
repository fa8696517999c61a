/** Lets every caller call every procedure. Returns the outcomes and the problems. */
import { type Procedure, permissionsOf } from '@feira/schemas/procedure';
import { callProcedure, findLeaks, outcomeOf } from './call.ts';
import type { Caller, CallerName } from './callers.ts';
import type { Context, ProcedureCase, Variant } from './case.ts';
import { CASES } from './cases.ts';
import { findRefusal, outcomeFor } from './expectation.ts';
import type { Fixtures } from './fixtures.ts';

/** By caller, then by variant. */
export type Observed = Record<CallerName, Record<string, string>>;

export interface Findings {
  observed: Observed;
  problems: string[];
}

interface Cell {
  caller: Caller;
  label: string;
  variant: Variant;
  /** True if access is refused to the caller. */
  isRefused: boolean;
  expected: string;
}

/** Calls that change nothing may run concurrently. */
const AT_ONCE = 4;
/** A public procedure ignores the caller, so only some callers try the other variants. */
const BASIC = ['—', 'own', 'foreign'];
const SAMPLE: readonly CallerName[] = ['anonymous', 'seller', 'master'];

const EMPTY: ProcedureCase = { ids: [], variants: { '—': { input: () => ({}), outcome: 'ok' } } };

export async function tryProcedure(fixtures: Fixtures, procedure: Procedure): Promise<Findings> {
  const { state } = fixtures;
  const { access } = procedure;
  const { variants, counts = [], isPersonal } = CASES[procedure.name] ?? EMPTY;
  const callers = fixtures.findCallers(permissionsOf(access));
  const observed = Object.fromEntries(callers.map(({ name }) => [name, {}])) as Observed;
  const problems: string[] = [];
  const say = ({ caller, label }: Cell, what: string) =>
    problems.push(`${procedure.name} by ${caller.name} (${label}): ${what}`);

  const cells = callers.flatMap((caller) =>
    Object.entries(variants).flatMap(([label, variant]): Cell[] => {
      if (access.kind === 'public' && !BASIC.includes(label) && !SAMPLE.includes(caller.name)) return [];
      const refusal = findRefusal(procedure, caller, isPersonal);
      const expected = refusal ?? outcomeFor(variant.outcome, caller);
      return [{ caller, label, variant, isRefused: refusal !== null, expected }];
    }),
  );

  const run = async (cell: Cell) => {
    const { caller, label, variant, expected } = cell;
    const input = variant.input(toContext(fixtures, caller));
    const answer = await callProcedure(fixtures, caller, {
      name: procedure.name,
      isMutation: procedure.kind === 'mutation',
      input,
    });
    const outcome = outcomeOf(answer);
    observed[caller.name][label] = expected === 'nothing' && outcome === 'ok' ? 'nothing' : outcome;
    if (observed[caller.name][label] !== expected) say(cell, `${outcome} instead of ${expected}`);
    const isStaff = caller.roles.some((role) => role === 'admin' || role === 'master');
    const leaks = findLeaks(fixtures, answer.body, input, {
      mayNameStrangers: isStaff || access.kind === 'public',
      mayNameOperated: caller.name === 'master' && outcome === 'ok',
    });
    if (leaks.length > 0) say(cell, `the answer holds what is ${leaks.slice(0, 3).join(', ')}`);
  };
  const runAll = async (group: Cell[]) => {
    for (let start = 0; start < group.length; start += AT_ONCE) {
      // Each call starts with a new counter if attempts are counted.
      if (counts.includes('sign_in_attempt')) await fixtures.inspector.rows('DELETE FROM sign_in_attempt');
      await Promise.all(group.slice(start, start + AT_ONCE).map(run));
    }
  };
  const expectUnchanged = async (group: Cell[], excused: readonly string[], again: boolean): Promise<void> => {
    const changed = (await state.restore()).filter((table) => !excused.includes(table));
    if (changed.length === 0) return;
    fixtures.node.app.cache.forgetAll();
    if (!again || group.length === 1) {
      for (const cell of group) say(cell, `changed ${changed.join(', ')}`);
      return;
    }
    for (const cell of group) {
      await run(cell);
      await expectUnchanged([cell], excused, false);
    }
  };

  for (const { caller, label } of cells) observed[caller.name][label] = '';
  const refused = cells.filter(({ isRefused }) => isRefused);
  await runAll(refused);
  await expectUnchanged(refused, [], true);
  const still = cells.filter(
    ({ isRefused, expected }) => !isRefused && (expected !== 'ok' || procedure.kind === 'query'),
  );
  await runAll(still);
  await expectUnchanged(still, counts, true);
  for (const cell of cells.filter((item) => !item.isRefused && !still.includes(item))) {
    await run(cell);
    if ((await state.restore()).length > 0) fixtures.node.app.cache.forgetAll();
  }
  return { observed, problems: [...new Set(problems)] };
}

export const toContext = (fixtures: Fixtures, caller: Caller): Context => ({
  ...fixtures,
  caller,
  here: { platformId: fixtures.other.platformId },
});

/** Returns the callers with access to a procedure. */
export const findWelcome = (fixtures: Fixtures, procedure: Procedure): Caller[] =>
  fixtures
    .findCallers(permissionsOf(procedure.access))
    .filter((caller) => findRefusal(procedure, caller, CASES[procedure.name]?.isPersonal) === null);

const NO_CASE: Variant = { input: () => ({}), outcome: 'ok' };

export interface AnsweredCall {
  procedure: Procedure;
  caller: Caller;
  variant: Variant;
}

/** Returns the first call that is answered, of the callers whom the procedure admits; of the last of them where none is. */
export function findAnswered(fixtures: Fixtures, procedure: Procedure): AnsweredCall {
  const variants = Object.values(CASES[procedure.name]?.variants ?? { '—': NO_CASE });
  const calls = findWelcome(fixtures, procedure).flatMap((caller) =>
    variants.map((variant) => ({ procedure, caller, variant })),
  );
  return (calls.find(({ caller, variant }) => outcomeFor(variant.outcome, caller) === 'ok') ??
    calls.at(-1)) as AnsweredCall;
}
