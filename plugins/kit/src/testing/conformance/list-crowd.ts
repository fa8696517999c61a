/** Fills the first page of a list with neighbours, so that what is looked for stands on a later page only. */
import { isPageSize, readPageSize } from '../../page-size.ts';
import type { SimulatorAnswer } from '../../simulator.ts';
import { listLeaves } from './amounts.ts';
import { normalize } from './sent.ts';
import type { WireCall } from './wire.ts';

/** A page for which no size was asked. */
const USUAL_SIZE = 100;
const LARGEST_SIZE = 1_000;
const MORE = /more|next/i;
/** Fields of a member that name it, beside those that hold the wanted names. */
export const ID = /(^|_)id$|Id$|^txid$/;
const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const LONG_ID = 6;

export interface Crowd {
  /** Returns the answer as a provider with many neighbours gives it. */
  crowd(call: WireCall, answer: SimulatorAnswer): SimulatorAnswer;
  /** Returns whether a list had the wanted object in it. */
  hasCrowded(): boolean;
}

/** `names` are the wanted object's ids and references. */
export function createCrowd(names: () => readonly string[]): Crowd {
  const firstPages = new Map<string, { call: string; answer: SimulatorAnswer }>();
  return {
    hasCrowded: () => firstPages.size > 0,
    crowd(call, answer) {
      const place = `${call.method} ${call.path}`;
      const asked = JSON.stringify([call.query, call.body]);
      const first = firstPages.get(place);
      // Any further page has what the first lacked.
      if (first && first.call !== asked) return first.answer;
      if ('drop' in answer) return answer;
      const wanted = new Set(names().map(normalize));
      const list = findList(answer.body, wanted);
      if (!list) return answer;
      const size = sizeOf(call);
      // The list of one object is shown whole, unless the adapter asks for a page size.
      if (size === undefined && isOfOne(call)) return answer;
      firstPages.set(place, { call: asked, answer });
      return { ...answer, body: fill(answer.body, list, size ?? USUAL_SIZE, wanted) };
    },
  };
}

type Path = (string | number)[];

/** Returns the place of the list whose members name the object. What has an id of its own is a thing, and the lists in it are whole. */
function findList(body: unknown, wanted: ReadonlySet<string>, path: Path = []): Path | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const namesIt = (value: unknown) => listLeaves(value).some((leaf) => wanted.has(normalize(leaf)));
  if (Array.isArray(body))
    return body.some((member) => typeof member === 'object' && namesIt(member)) ? path : undefined;
  const fields = Object.entries(body);
  if (fields.some(([name, value]) => ID.test(name) && isName(value))) return undefined;
  const naming = fields.filter(([, value]) => namesIt(value));
  const [only] = naming;
  return naming.length === 1 ? findList(only![1], wanted, [...path, only![0]]) : undefined;
}

/** The address has an id in it. */
const isOfOne = ({ path }: WireCall) => path.split('/').some((part) => part.length >= LONG_ID && /\d/.test(part));

/** The page size that the call asks for. */
function sizeOf({ query, body }: WireCall): number | undefined {
  const size = readPageSize(query) ?? (typeof body === 'object' && body !== null ? readPageSize(body) : undefined);
  return size && Math.min(size, LARGEST_SIZE);
}

/** The body with a page full of neighbours in the place of the list, and with what it says of further pages. */
function fill(body: unknown, [name, ...rest]: Path, size: number, wanted: ReadonlySet<string>): unknown {
  if (name === undefined) {
    const [member] = body as unknown[];
    return Array.from({ length: size }, (_, index) => rename(member, index, wanted));
  }
  const whole = body as Record<string, unknown>;
  const told = Object.entries(whole).map(([field, value]) => {
    if (field === name) return [field, fill(value, rest, size, wanted)];
    const isList = rest.length === 0;
    if (isList && typeof value === 'boolean' && MORE.test(field)) return [field, true];
    if (isList && typeof value === 'number' && value === (whole[name] as unknown[]).length && !isPageSize(field))
      return [field, size + value];
    return [field, value];
  });
  return Object.fromEntries(told);
}

function rename(value: unknown, index: number, wanted: ReadonlySet<string>, field = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => rename(inner, index, wanted, field));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rename(inner, index, wanted, name)]));
  if (!wanted.has(normalize(value)) && !ID.test(field)) return value;
  if (typeof value === 'number') return value + index + 1;
  if (typeof value !== 'string' || value.length < LONG_ID) return value;
  const start = value.slice(0, -4);
  const renamed = `${start}a${String(index).padStart(3, '0')}`;
  return renamed === value ? `${start}b000` : renamed;
}
