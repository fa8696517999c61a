/** Fills the template of a request from the contract's fields, and reads the fields out of a request again. */

import type { Condition, Json, Scalar } from '@feira/schemas/description';
import { normalizeDocument } from '@feira/schemas/rules/document';
import {
  applyFilters,
  FILTERS,
  invertFilters,
  isNullable,
  type Placeholder,
  type Plain,
  parsePlaceholder,
  type Words,
} from './filters.ts';

/** Beside the fields of an object: it is only sent where this holds. */
const IF = '$if';
/** Beside the condition and nothing else: the value of one field, instead of an object. */
const VALUE = '$value';
const EACH = '$each';
const AS = '$as';
const MOST_ITEMS = 1_000;

export type Node =
  | { kind: 'constant'; value: Scalar }
  | { kind: 'value'; placeholder: Placeholder }
  | { kind: 'text'; parts: (string | Placeholder)[] }
  | { kind: 'object'; fields: [name: string, node: Node][]; condition?: Condition; isOptional: boolean }
  | { kind: 'conditional'; condition: Condition; item: Node }
  | { kind: 'list'; items: Node[] }
  | { kind: 'each'; list: string; item: Node };

/** A template that cannot be read; the message says why, `at` where. */
export class TemplateError extends Error {
  readonly at: string;
  constructor(at: string, message: string) {
    super(message);
    this.at = at;
  }
}

/** Objects that hold placeholders are left out where none of these has a value; the outermost one never is. */
export function compileTemplate(json: Json, at: string, isOuter = true): Node {
  if (typeof json === 'string') return compileText(json, at);
  if (typeof json !== 'object' || json === null) return { kind: 'constant', value: json };
  if (Array.isArray(json))
    return { kind: 'list', items: json.map((item, index) => compileTemplate(item, `${at}.${index}`, false)) };
  const { [EACH]: list, [AS]: item, [IF]: condition, [VALUE]: value, ...fields } = json;
  if (value !== undefined) {
    if (condition === undefined || Object.keys(json).length > 2)
      throw new TemplateError(at, `has ${VALUE}: it stands beside ${IF} alone`);
    const inner = compileTemplate(value, `${at}.${VALUE}`, false);
    return { kind: 'conditional', condition: condition as Condition, item: inner };
  }
  if (list !== undefined) {
    if (typeof list !== 'string' || item === undefined)
      throw new TemplateError(at, `needs ${EACH} with the name of a list, and ${AS}`);
    return { kind: 'each', list, item: compileTemplate(item, `${at}.${AS}`, false) };
  }
  const strange = Object.keys(fields).find((name) => name.startsWith('$'));
  if (strange) throw new TemplateError(at, `has "${strange}": templates know ${IF}, ${VALUE}, ${EACH} and ${AS}`);
  const nodes = Object.entries(fields).map(([name, value]): [string, Node] => [
    name,
    compileTemplate(value, `${at}.${name}`, false),
  ]);
  const isOptional = !isOuter && nodes.some(([, node]) => listPlaceholders(node).length > 0);
  return {
    kind: 'object',
    fields: nodes,
    isOptional,
    ...(condition !== undefined && { condition: condition as Condition }),
  };
}

/** "{a}" keeps the type of the field; "x-{a}" is a text. */
export function compileText(text: string, at: string): Node {
  const parts: (string | Placeholder)[] = [];
  let rest = text;
  while (rest !== '') {
    const open = rest.indexOf('{');
    if (open < 0) {
      parts.push(rest);
      break;
    }
    const close = rest.indexOf('}', open);
    if (close < 0) throw new TemplateError(at, 'has a "{" without its "}"');
    if (open > 0) parts.push(rest.slice(0, open));
    parts.push(parsePlaceholder(rest.slice(open + 1, close)));
    rest = rest.slice(close + 1);
  }
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return { kind: 'value', placeholder: only };
  if (parts.every((part) => typeof part === 'string')) return { kind: 'constant', value: text };
  return { kind: 'text', parts };
}

/** The placeholders of a template, each with the list whose members it may name. */
export function listPlaceholders(node: Node, list?: string): { placeholder: Placeholder; list?: string }[] {
  switch (node.kind) {
    case 'constant':
      return [];
    case 'value':
      return [{ placeholder: node.placeholder, list }];
    case 'text':
      return node.parts.flatMap((part) => (typeof part === 'string' ? [] : [{ placeholder: part, list }]));
    case 'object':
      return node.fields.flatMap(([, inner]) => listPlaceholders(inner, list));
    case 'conditional':
      return listPlaceholders(node.item, list);
    case 'list':
      return node.items.flatMap((inner) => listPlaceholders(inner, list));
    case 'each':
      return [{ placeholder: { name: node.list, filters: [] } }, ...listPlaceholders(node.item, node.list)];
  }
}

/** The values that fill a template. Money comes in the unit of the wire. */
export interface Scope {
  read(placeholder: Placeholder): Plain | undefined;
  list(name: string): Scope[];
  holds(condition: Condition): boolean;
  words: Words;
  now: Date;
  onMissingWord(dictionary: string): never;
}

/** Returns undefined for what is missing. */
export function fill(node: Node, scope: Scope): Json | undefined {
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'value':
      return readFiltered(node.placeholder, scope) ?? (isNullable(node.placeholder) ? null : undefined);
    case 'text': {
      const parts = node.parts.map((part) => (typeof part === 'string' ? part : readFiltered(part, scope)));
      return parts.includes(undefined) ? undefined : parts.join('');
    }
    case 'object':
      return fillObject(node, scope);
    case 'conditional':
      return scope.holds(node.condition) ? fill(node.item, scope) : undefined;
    case 'list':
      return node.items.map((item) => fill(item, scope)).filter((item) => item !== undefined);
    case 'each': {
      const filled = scope
        .list(node.list)
        .slice(0, MOST_ITEMS)
        .map((item) => fill(node.item, item));
      return filled.length > 0 ? filled.filter((item) => item !== undefined) : undefined;
    }
  }
}

function fillObject(node: Extract<Node, { kind: 'object' }>, scope: Scope): Json | undefined {
  if (node.condition && !scope.holds(node.condition)) return undefined;
  const filled = node.fields.map(([name, inner]) => ({ name, inner, value: fill(inner, scope) }));
  const isEmpty = filled.every(({ inner, value }) => value === undefined || listPlaceholders(inner).length === 0);
  if (node.isOptional && isEmpty) return undefined;
  return Object.fromEntries(filled.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
}

const readFiltered = (placeholder: Placeholder, scope: Scope): Plain | undefined => {
  const value = scope.read(placeholder);
  return value === undefined ? undefined : applyFilters(value, placeholder, scope);
};

/** The source of a filled request: the values by the names of the placeholders, and of the lists' members. */
export interface Bindings {
  values: Map<string, Plain>;
  placeholders: Map<string, Placeholder>;
}

/** Returns whether `json` can have been made from the template, and binds the values it was made from. */
export function match(node: Node, json: unknown, words: Words, found: Bindings): boolean {
  switch (node.kind) {
    case 'constant':
      return json === node.value || String(json) === String(node.value);
    case 'value':
      return bind(node.placeholder, json, words, found);
    case 'text':
      return json === undefined || (typeof json === 'string' && matchText(node.parts, json, words, found));
    case 'conditional':
      return json === undefined || match(node.item, json, words, found);
    case 'list':
      // A shorter list lacks what had no value: nobody knows which.
      return (
        Array.isArray(json) &&
        json.length <= node.items.length &&
        (json.length < node.items.length || node.items.every((item, at) => match(item, json[at], words, found)))
      );
    case 'each':
      return json === undefined || Array.isArray(json);
    case 'object': {
      if (json === undefined) return node.isOptional || node.condition !== undefined;
      if (typeof json !== 'object' || json === null) return false;
      const fields = new Map(Object.entries(json));
      const isKnown = [...fields.keys()].every((name) => node.fields.some(([own]) => own === name));
      return isKnown && node.fields.every(([name, inner]) => match(inner, fields.get(name), words, found));
    }
  }
}

function bind(placeholder: Placeholder, json: unknown, words: Words, { values, placeholders }: Bindings): boolean {
  if (json === undefined || json === null) return true;
  if (typeof json === 'object') return false;
  const value = invertFilters(json as Plain, placeholder, words);
  // One field may stand in several places, filtered in some: the plainest one says most.
  const former = placeholders.get(placeholder.name);
  if (former && value !== undefined && !isSameDocument([former, values.get(former.name)!], [placeholder, value]))
    return false;
  if (value !== undefined && (!former || placeholder.filters.length < former.filters.length)) {
    values.set(placeholder.name, value);
    placeholders.set(placeholder.name, placeholder);
  }
  return true;
}

/** Returns whether the type of a document fits the document, where one of the two values of a field is its type. */
function isSameDocument(...values: [Placeholder, Plain][]): boolean {
  const isType = ([{ filters }]: [Placeholder, Plain]) => filters.some(({ name }) => name === 'documentType');
  const [type, document] = [values.find(isType), values.find((one) => !isType(one))];
  if (!type || !document) return true;
  const bare = normalizeDocument(String(document[1]));
  return String(type[1]).toUpperCase() === FILTERS.documentType!.apply(bare, '', new Date(0));
}

function matchText(parts: (string | Placeholder)[], text: string, words: Words, found: Bindings): boolean {
  let rest = text;
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (!rest.startsWith(part)) return false;
      rest = rest.slice(part.length);
      continue;
    }
    const following = parts[index + 1];
    const end = typeof following === 'string' ? rest.indexOf(following) : rest.length;
    if (end <= 0) return false;
    bind(part, rest.slice(0, end), words, found);
    rest = rest.slice(end);
  }
  return rest === '';
}
