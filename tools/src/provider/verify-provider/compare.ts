/** Compares bodies of the real provider with the package's examples by keys and types. No value of a body leaves this module. */
import { redactNumbers } from '@feira/plugin-kit';
import type { CallExample, EventExample, Examples } from '@feira/schemas/examples';

export interface Difference {
  /** `charges[].id`: the place in the body. */
  at: string;
  /** added: no example has it. missing: every example of the call has it. type: the examples have it in another type. */
  kind: 'added' | 'missing' | 'type';
  /** The types of the provider, and those of the examples. */
  real: string[];
  shown: string[];
}

type Shape = Map<string, Set<string>>;

/** Returns the types at each place of a body. Null has no type: it may stand for any. */
export function shapeOf(body: unknown): Shape {
  const shape: Shape = new Map();
  const note = (at: string, value: unknown): void => {
    const types = shape.get(at) ?? new Set();
    shape.set(at, types);
    if (value === null || value === undefined) return;
    types.add(Array.isArray(value) ? 'list' : typeof value);
    if (Array.isArray(value)) for (const member of value) note(`${at}[]`, member);
    else if (typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) note(at === '' ? name : `${at}.${name}`, inner);
  };
  note('', body);
  return shape;
}

/** Returns the differences; of something that is there or not, only the outermost place. */
export function compareBodies(body: unknown, examples: readonly unknown[]): Difference[] {
  const real = shapeOf(body);
  const shown = examples.map(shapeOf);
  const all: Shape = new Map();
  for (const shape of shown) for (const [at, types] of shape) all.set(at, new Set([...(all.get(at) ?? []), ...types]));
  const differences: Difference[] = [];
  for (const [at, types] of real) {
    const known = all.get(at);
    if (!known) differences.push({ at, kind: 'added', real: [...types], shown: [] });
    else if (types.size > 0 && known.size > 0 && [...types].some((type) => !known.has(type)))
      differences.push({ at, kind: 'type', real: [...types], shown: [...known] });
  }
  for (const [at, types] of all)
    if (!real.has(at) && shown.every((shape) => shape.has(at)))
      differences.push({ at, kind: 'missing', real: [], shown: [...types] });
  const places = new Map(differences.map(({ at, kind }) => [at, kind]));
  return (
    differences
      .filter(({ at, kind }) => kind === 'type' || !listParents(at).some((parent) => places.get(parent) === kind))
      // Keys that are numbers of people or charges say nothing of the form.
      .map((difference) => ({ ...difference, at: redactNumbers(difference.at) }))
  );
}

function listParents(at: string): string[] {
  const parents: string[] = [];
  for (let index = 1; index < at.length; index++)
    if (at[index] === '.' || (at[index] === '[' && at[index - 1] !== '.')) parents.push(at.slice(0, index));
  return parents;
}

/** Finds the examples of a call: those with its address, of the operation or else of any. */
export function findCallExamples(
  files: readonly Examples[],
  { operation, method, path, status }: { operation: string; method: string; path: string; status: number },
): CallExample[] {
  const calls = files
    .flatMap(({ calls: own = [] }) => own)
    .filter((call) => isGood(call.status ?? 200) === isGood(status));
  const segments = split(path);
  const score = ({ request }: CallExample): number => {
    const [verb, address = ''] = request.split(' ', 2);
    const own = split(address);
    if (verb !== method || own.length !== segments.length) return -1;
    // Ids differ; the names between them do not.
    const isOther = own.some((segment, index) => segment !== segments[index] && !/\d|\{/.test(segment) && index === 0);
    return isOther ? -1 : own.filter((segment, index) => segment === segments[index]).length;
  };
  const pick = (from: readonly CallExample[]): CallExample[] => {
    const best = Math.max(-1, ...from.map(score));
    return best < 0 ? [] : from.filter((call) => score(call) === best);
  };
  const own = pick(calls.filter((call) => call.operation === operation));
  return own.length > 0 ? own : pick(calls);
}

const isGood = (status: number): boolean => status < 400;
const split = (address: string): string[] => address.split('?', 1)[0]!.split('/').filter(Boolean);

/** Finds the example of an event that has the most places in common with it. */
export function findEventExample(files: readonly Examples[], body: unknown): EventExample | undefined {
  const real = shapeOf(body);
  const score = ({ body: shown }: EventExample): number => {
    const shape = shapeOf(shown);
    const common = [...shape.keys()].filter((at) => real.has(at)).length;
    return common / (shape.size + real.size - common);
  };
  const events = files.flatMap(({ events: own = [] }) => own);
  return events.sort((one, other) => score(other) - score(one))[0];
}
