/** Nobody sets what a procedure does not ask for: neither at the top of a body nor anywhere inside of it. */
import type { Procedure } from '@feira/schemas/procedure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProcedure, outcomeOf } from './authz/call.ts';
import type { Caller } from './authz/callers.ts';
import { CASES } from './authz/cases.ts';
import { readProcedures, type Schema } from './authz/declared.ts';
import { type Fixtures, openFixtures } from './authz/fixtures.ts';
import { findWelcome, toContext } from './authz/matrix.ts';

/** What somebody would like to set, with values that would be worth it. */
const WISHES: Record<string, unknown[]> = {
  platformId: [],
  platform_id: [],
  id: [],
  personId: [],
  sellerId: [],
  balance: [1_000_000, '1000000'],
  role: ['admin', 'master'],
  roles: [['admin', 'master']],
  permissions: [['isUsersAvailable']],
  price: [1],
  total: [1],
  amount: [1],
  status: ['APPROVED', 'ACTIVE'],
  isAdmin: [true],
  strength: ['SECOND_FACTOR'],
  state: ['ACTIVE'],
  emailVerifiedAt: ['2026-01-01T00:00:00Z'],
  passwordHash: ['x'],
  constructor: [{ isAdmin: true }, { prototype: { isAdmin: true } }],
  prototype: [{ isAdmin: true }],
};

type Path = readonly (string | number)[];

let fixtures: Fixtures;
const mutations = (await readProcedures()).filter(({ kind }) => kind === 'mutation');

beforeAll(async () => {
  fixtures = await openFixtures();
});
afterAll(() => fixtures.close());

/** A value that fits, with everything optional in it, so that every object of the schema stands in the body. */
function fill(schema: Schema): unknown {
  if (schema.anyOf) return fill(schema.anyOf.find(({ type }) => type !== 'null') ?? {});
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, item]) => [name, fill(item)]));
  if (schema.type === 'array') return Array(schema.minItems ?? 1).fill(fill(schema.items ?? {}));
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return 'x';
}

/** Where objects stand that say which properties they have. Maps take any name: what is in them is data. */
function findObjects(schema: Schema, path: Path = []): { path: Path; schema: Schema }[] {
  const options = schema.anyOf ?? [schema];
  return options.flatMap((option) => {
    if (option.type === 'array') return findObjects(option.items ?? {}, [...path, 0]);
    if (option.type !== 'object' || typeof option.additionalProperties === 'object') return [];
    const inner = Object.entries(option.properties ?? {});
    return [{ path, schema: option }, ...inner.flatMap(([name, item]) => findObjects(item, [...path, name]))];
  });
}

const schemaAt = (schema: Schema, path: Path): Schema =>
  path.reduce<Schema>((found, step) => {
    const option = found.anyOf?.find(({ type }) => type !== 'null') ?? found;
    return (typeof step === 'number' ? option.items : option.properties?.[step]) ?? {};
  }, schema);

/** The body with `value` under `name` in the object at `path`; what the path needs on its way is filled in. */
function plant(body: unknown, schema: Schema, path: Path, name: string, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return { ...(body as object), [name]: value };
  const present = (body as Record<string | number, unknown> | undefined)?.[step];
  const inner = schemaAt(schema, [step]);
  const planted = plant(present ?? fill(inner), inner, rest, name, value);
  if (typeof step === 'number') return [planted, ...((body as unknown[]) ?? []).slice(1)];
  return { ...(body as object), [step]: planted };
}

async function send(procedure: Procedure, caller: Caller, payload: string) {
  const answer = await callProcedure(fixtures, caller, { name: procedure.name, isMutation: true, input: payload });
  const body = answer.json() as { code?: string; details?: { field: string }[] };
  return { outcome: outcomeOf(answer), fields: (body.details ?? []).map(({ field }) => field) };
}

const bodyOf = ({ name }: Procedure, caller: Caller) =>
  Object.values(CASES[name]?.variants ?? {})[0]?.input(toContext(fixtures, caller)) ?? {};

describe('every mutation', () => {
  it('is tried, also inside of objects', () => {
    expect(mutations.length).toBeGreaterThan(40);
    const nested = mutations.flatMap(({ input }) => findObjects(input as Schema)).filter(({ path }) => path.length > 0);
    expect(nested.length).toBeGreaterThan(10);
    for (const { input } of mutations) {
      for (const { schema } of findObjects(input as Schema)) expect(schema.additionalProperties).toBe(false);
    }
  });

  it.each(mutations.map(({ name }) => name))('%s refuses what it does not ask for', async (name) => {
    const procedure = mutations.find((item) => item.name === name) as Procedure;
    const schema = procedure.input as Schema;
    const [caller] = findWelcome(fixtures, procedure).slice(-1) as [Caller];
    const body = bodyOf(procedure, caller);
    const ids = [fixtures.foreign.platformId, fixtures.other.personId];
    const problems: string[] = [];
    let tried = 0;
    for (const { path, schema: object } of findObjects(schema)) {
      for (const [wish, values] of Object.entries(WISHES)) {
        // What the procedure asks for is its own business, which the matrix looks at.
        if (object.properties && Object.hasOwn(object.properties, wish)) continue;
        for (const value of values.length > 0 ? values : ids) {
          const payload = JSON.stringify(plant(body, schema, path, wish, value));
          const field = [...path, wish].join('.');
          const { outcome, fields } = await send(procedure, caller, payload);
          const isPoison = wish === 'constructor' && outcome === 'BODY_MALFORMED';
          if (!isPoison && (outcome !== 'VALIDATION_FAILED' || !fields.includes(field)))
            problems.push(`${field} = ${JSON.stringify(value)}: ${outcome} ${fields}`);
          tried += 1;
        }
      }
      const marked = JSON.stringify(plant(body, schema, path, 'MARK', { isAdmin: true }));
      const { outcome } = await send(procedure, caller, marked.replace('"MARK"', '"__proto__"'));
      if (outcome !== 'BODY_MALFORMED' && outcome !== 'VALIDATION_FAILED')
        problems.push(`${[...path, '__proto__'].join('.')}: ${outcome}`);
    }
    expect(problems).toEqual([]);
    expect(tried).toBeGreaterThan(15);
    expect(await fixtures.state.findChanges()).toEqual([]);
    // Without the wish the very same body is fine, so it was the wish that was refused.
    const { outcome } = await send(procedure, caller, JSON.stringify(body));
    expect(outcome).not.toBe('VALIDATION_FAILED');
    await fixtures.state.restore();
    fixtures.node.app.cache.forgetAll();
  });

  it('left every object as it was', () => {
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });
});
