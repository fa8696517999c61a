/** Reads requests backwards: the fields of the contract from which a described call was made. */
import { fromUnit } from '@feira/schemas/rules/money';
import { addDays, fromSaoPaulo, readDate, toSaoPauloDate } from '../dates.ts';
import type { SimulatorRequest } from '../simulator.ts';
import type { CompiledCall } from './calls.ts';
import { requestKind } from './contract-fields.ts';
import type { Plain, Words } from './filters.ts';
import { type Bindings, listPlaceholders, match, type Node } from './template.ts';

/** A value in an address is one step of it. */
export const matchPath = (
  path: Node,
  address: string,
  words: Words,
  found: Bindings = { values: new Map(), placeholders: new Map() },
): boolean =>
  match(path, address, words, found) && ![...found.values.values()].some((value) => String(value).includes('/'));

/** The fields a request was made from, in the contract's words and units; undefined where it cannot have been made from this call's templates. */
export function readRequest(
  call: CompiledCall,
  request: SimulatorRequest,
  words: Words,
): Record<string, Plain | undefined> | undefined {
  if (request.method !== call.verb) return undefined;
  const found: Bindings = { values: new Map(), placeholders: new Map() };
  const address = request.path.split('/').map(decodeURIComponent).join('/');
  if (!matchPath(call.path, address, words, found)) return undefined;
  const body = call.json ?? call.form;
  if (body && !match(body, request.body ?? {}, words, found)) return undefined;
  if (call.query && !match(call.query, request.query, words, found)) return undefined;
  for (const [name, node] of call.headers?.kind === 'object' ? call.headers.fields : []) {
    const shown = Object.entries(request.headers).find(([other]) => other.toLowerCase() === name.toLowerCase());
    if (shown && node.kind !== 'constant') match(node, shown[1], words, found);
  }
  const told: Record<string, Plain | undefined> = {};
  for (const [name, value] of found.values) {
    const sent = found.placeholders.get(name)?.unit ?? call.unit;
    const isMoney = requestKind(call.operation, name) === 'money';
    told[name] = isMoney ? fromUnit(String(value), sent) : value;
  }
  return told;
}

const MS_LEFT: Record<string, number> = { minutesLeft: 60_000, secondsLeft: 1_000 };

/** The time at which the charge of a request ends, as the request tells it; undefined where it tells none. */
export function readEnd(call: CompiledCall, told: Record<string, Plain | undefined>, now: Date): string | undefined {
  const value = told.expiresAt;
  if (value === undefined) return undefined;
  if (!Number.isFinite(Number(value))) return readDate(String(value));
  const bodies = [call.json, call.form, call.query].flatMap((node) => (node ? listPlaceholders(node) : []));
  const ends = bodies.filter(({ placeholder }) => placeholder.name === 'expiresAt');
  const names = ends.flatMap(({ placeholder }) => placeholder.filters.map(({ name }) => name));
  if (names.includes('daysLeft')) return fromSaoPaulo(addDays(toSaoPauloDate(now), Number(value)));
  const unitMs = MS_LEFT[names.find((name) => MS_LEFT[name] !== undefined) ?? ''];
  return unitMs === undefined ? undefined : new Date(now.getTime() + Number(value) * unitMs).toISOString();
}
