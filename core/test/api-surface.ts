/**
 * Describes the public API as lines, one for each property of each input and answer, and compares two descriptions: programs that were
 * written for the earlier one must go on working with the later one.
 */
import { operationIdOf } from '@feira/schemas/api';
import type { PublicCall } from '../src/plugins/api.ts';

interface Schema {
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** The allowed kinds of a property, and the values of each kind that are allowed. */
interface Described {
  isRequired: boolean;
  /** `string`, `null`, or a value of a list of values such as `=PIX`. */
  kinds: string[];
  /** The limits by name, such as `maxLength 60`. */
  limits: string[];
}

export type Surface = Record<string, Described>;

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'format', 'pattern'] as const;

function describe(found: Surface, place: string, schema: Schema, isRequired: boolean): void {
  const parts = schema.anyOf ?? schema.oneOf ?? [schema];
  const kinds = parts.flatMap((part) =>
    part.enum
      ? part.enum.map((value) => `=${value}`)
      : part.const !== undefined
        ? [`=${part.const}`]
        : [part.type ?? 'any'].flat(),
  );
  const limits = parts.flatMap((part) =>
    LIMITS.flatMap((name) => (part[name] === undefined ? [] : [`${name} ${part[name]}`])),
  );
  found[place] = { isRequired, kinds: [...new Set(kinds)].sort(), limits: [...new Set(limits)].sort() };
  for (const part of parts) {
    for (const [name, member] of Object.entries(part.properties ?? {}))
      describe(found, `${place}.${name}`, member, part.required?.includes(name) ?? false);
    if (part.items) describe(found, `${place}[]`, part.items, true);
    if (typeof part.additionalProperties === 'object') describe(found, `${place}.*`, part.additionalProperties, false);
  }
}

/** Returns the description of every call, by `<call> in` and `<call> out` with the path of the property. */
export function describeSurface(calls: readonly PublicCall[]): Surface {
  const found: Surface = {};
  for (const { procedure, method, path, output, address, rest } of calls) {
    const name = operationIdOf({ call: `${method} ${path as '/'}` }, procedure.output);
    const required = [...(address.required ?? []), ...(rest.required ?? [])];
    const input = { type: 'object', required, properties: { ...address.properties, ...rest.properties } };
    describe(found, `${name} in`, input as Schema, true);
    describe(found, `${name} out`, output as Schema, true);
    // The address is a part of the promise.
    found[`${name} at`] = { isRequired: true, kinds: [`${method} ${path}`], limits: [] };
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));

/**
 * Returns what breaks programs of the earlier description, in sentences: an address that moved, an input that is refused now, or an answer in
 * which something is missing or may be what it never was. New calls, new optional inputs and new properties of answers break nothing.
 */
export function findBreaks(earlier: Surface, later: Surface): string[] {
  const breaks: string[] = [];
  for (const [place, before] of Object.entries(earlier)) {
    const after = later[place];
    const isInput = / in\b/.test(place);
    if (!after) {
      breaks.push(`${place} is gone`);
      continue;
    }
    if (/ at$/.test(place)) {
      if (after.kinds[0] !== before.kinds[0]) breaks.push(`${place} is ${after.kinds[0]}, and was ${before.kinds[0]}`);
      continue;
    }
    const kinds = isInput ? without(before.kinds, after.kinds) : without(after.kinds, before.kinds);
    // A longer list of values in an answer is announced: programs ignore those that they do not know.
    const told = isInput ? kinds : kinds.filter((kind) => !kind.startsWith('='));
    for (const kind of told) breaks.push(`${place} ${isInput ? 'no longer takes' : 'may now be'} ${kind}`);
    if (isInput) {
      if (after.isRequired && !before.isRequired) breaks.push(`${place} is required now`);
      for (const limit of without(after.limits, before.limits))
        if (isNarrower(limit, before.limits)) breaks.push(`${place} is limited to ${limit}`);
    } else if (before.isRequired && !after.isRequired) breaks.push(`${place} may now be missing`);
  }
  for (const [place, { isRequired }] of Object.entries(later)) {
    const [parent = ''] = place.split(/(?:\.[^.]+|\[\])$/);
    if (/ in\b/.test(place) && isRequired && !(place in earlier) && parent in earlier)
      breaks.push(`${place} is new and required`);
  }
  return breaks;
}

/** Returns whether a limit refuses what the earlier ones took. */
function isNarrower(limit: string, earlier: readonly string[]): boolean {
  const [name = '', value] = limit.split(' ');
  const before = earlier.find((one) => one.startsWith(`${name} `))?.split(' ')[1];
  if (before === undefined || name === 'format' || name === 'pattern') return true;
  return name.startsWith('min') ? Number(value) > Number(before) : Number(value) < Number(before);
}
