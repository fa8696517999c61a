/** No caller can set properties that a procedure does not declare, neither at the top of a body nor inside it. */
import type { Procedure } from '@feira/schemas/procedure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProcedure, outcomeOf } from './authz/call.ts';
import type { Caller } from './authz/callers.ts';
import { CASES } from './authz/cases.ts';
import { readProcedures, type Schema } from './authz/declared.ts';
import { type Fixtures, openFixtures } from './authz/fixtures.ts';
import { findWelcome, toContext } from './authz/matrix.ts';

/** Properties that an attacker would set, with useful values. */
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

/** Returns a value with only the required properties, as far as names allow. */
function fill(schema: Schema): unknown {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fill(options.find(({ type }) => type !== 'null') ?? {});
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, fill(schema.properties?.[name] ?? {})]));
  if (schema.type === 'array') return Array(schema.minItems ?? 1).fill(fill(schema.items ?? {}));
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return 'x';
}

/** Returns the paths of objects with declared properties. Maps are left out, because any name is data there. */
function findObjects(schema: Schema, path: Path = []): { path: Path; schema: Schema }[] {
  const options = schema.anyOf ?? schema.oneOf ?? [schema];
  return options.flatMap((option) => {
    if (option.type === 'array') return findObjects(option.items ?? {}, [...path, 0]);
    if (option.type !== 'object' || typeof option.additionalProperties === 'object') return [];
    const inner = Object.entries(option.properties ?? {});
    return [{ path, schema: option }, ...inner.flatMap(([name, item]) => findObjects(item, [...path, name]))];
  });
}

const schemaAt = (schema: Schema, path: Path): Schema =>
  path.reduce<Schema>((found, step) => {
    const option = (found.anyOf ?? found.oneOf)?.find(({ type }) => type !== 'null') ?? found;
    return (typeof step === 'number' ? option.items : option.properties?.[step]) ?? {};
  }, schema);

/** Returns the body with `value` under `name` in the object at `path`, filling in what the path needs. */
function plant(body: unknown, schema: Schema, path: Path, name: string, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return { ...(body as object), [name]: value };
  const present = (body as Record<string | number, unknown> | undefined)?.[step];
  const inner = schemaAt(schema, [step]);
  const planted = plant(present ?? fill(inner), inner, rest, name, value);
  if (typeof step === 'number') return [planted, ...((body as unknown[]) ?? []).slice(1)];
  return { ...(body as object), [step]: planted };
}

/** An error names at most twenty fields, so several properties are tried together. */
const AT_ONCE = 10;

function groupWishes(object: Schema, ids: string[]): [string, unknown][][] {
  // Properties that the procedure declares are checked by the matrix of rights.
  const open = Object.entries(WISHES).filter(([wish]) => !Object.hasOwn(object.properties ?? {}, wish));
  const groups: [string, unknown][][] = [];
  for (const round of [0, 1]) {
    const wishes = open.flatMap(([wish, values]): [string, unknown][] => {
      const value = (values.length > 0 ? values : ids)[round];
      return value === undefined ? [] : [[wish, value]];
    });
    // The name alone may be refused.
    const poison = wishes.filter(([wish]) => wish === 'constructor');
    const others = wishes.filter(([wish]) => wish !== 'constructor');
    if (poison.length > 0) groups.push(poison);
    for (let start = 0; start < others.length; start += AT_ONCE) groups.push(others.slice(start, start + AT_ONCE));
  }
  return groups;
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
      for (const wishes of groupWishes(object, ids)) {
        const planted = wishes.reduce<unknown>((found, [wish, value]) => plant(found, schema, path, wish, value), body);
        const { outcome, fields } = await send(procedure, caller, JSON.stringify(planted));
        const isPoison = wishes[0]?.[0] === 'constructor' && outcome === 'BODY_MALFORMED';
        const accepted = wishes.filter(([wish]) => !fields.includes([...path, wish].join('.')));
        if (!isPoison && (outcome !== 'VALIDATION_FAILED' || accepted.length > 0))
          problems.push(`${path.join('.')} took ${JSON.stringify(accepted)}: ${outcome}`);
        tried += wishes.length;
      }
      const marked = JSON.stringify(plant(body, schema, path, 'MARK', { isAdmin: true }));
      const { outcome } = await send(procedure, caller, marked.replace('"MARK"', '"__proto__"'));
      if (outcome !== 'BODY_MALFORMED' && outcome !== 'VALIDATION_FAILED')
        problems.push(`${[...path, '__proto__'].join('.')}: ${outcome}`);
    }
    expect(problems).toEqual([]);
    expect(tried).toBeGreaterThan(15);
    expect(await fixtures.state.findChanges()).toEqual([]);
    // The same body without the property succeeds, so the property was refused.
    const { outcome } = await send(procedure, caller, JSON.stringify(body));
    expect(outcome).not.toBe('VALIDATION_FAILED');
    await fixtures.state.restore();
    fixtures.node.app.cache.forgetAll();
  });

  it('left every object as it was', () => {
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });
});
