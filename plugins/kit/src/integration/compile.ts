/** Compiles the calls of an integration, and fills them from the facts of an event. */
import type { Condition, Json } from '@feira/schemas/description';
import {
  INTEGRATION_MONEY,
  type Integration,
  type IntegrationCall,
  type IntegrationFacts,
} from '@feira/schemas/integration';
import { toUnit } from '@feira/schemas/rules/money';
import type { Plain, Words } from '../description/filters.ts';
import { holds } from '../description/sources.ts';
import { compileTemplate, compileText, fill, type Node, type Scope } from '../description/template.ts';
import { Fields } from '../fields.ts';
import type { HttpRequest, Settings } from '../host.ts';

type Verb = HttpRequest['method'];
export const PARTS = ['headers', 'query', 'json', 'form'] as const;
type Part = (typeof PARTS)[number];

export interface CompiledCall extends Omit<IntegrationCall, 'request' | Part>, Partial<Record<Part, Node>> {
  name: string;
  verb: Verb;
  path: Node;
}

export interface CompiledIntegration {
  integration: Integration;
  base: Node | null;
  calls: Map<string, CompiledCall>;
}

/** Throws TemplateError where a template cannot be read. */
export function compileIntegration(integration: Integration): CompiledIntegration {
  const calls = Object.entries(integration.calls).map(([name, call]) => [name, compileCall(name, call)] as const);
  const { base } = integration;
  return {
    integration,
    base: typeof base === 'string' ? compileText(base, 'base') : null,
    calls: new Map(calls),
  };
}

function compileCall(name: string, { request, headers, query, json, form, ...rest }: IntegrationCall): CompiledCall {
  const [verb, path = '/'] = request.split(' ', 2);
  const at = `calls.${name}`;
  const compile = (template: Json | undefined, part: Part) =>
    template && { [part]: compileTemplate(template, `${at}.${part}`) };
  return {
    ...rest,
    ...compile(headers, 'headers'),
    ...compile(query, 'query'),
    ...compile(json, 'json'),
    ...compile(form, 'form'),
    name,
    verb: verb as Verb,
    path: compileText(path, `${at}.request`),
  };
}

/** The values that fill the templates of one event. */
export interface Filling {
  facts: IntegrationFacts;
  settings: Settings;
  /** The values that earlier calls of the event answered with. */
  kept: Readonly<Record<string, string>>;
  now: Date;
}

/** Thrown where the facts lack what a call cannot do without. */
export class MissingFact extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`The event has no ${field}.`);
    this.field = field;
  }
}

/** Hands a template the facts about the buyer that the integration declares, and no others. */
export function createScope({ integration }: CompiledIntegration, { facts, settings, kept, now }: Filling): Scope {
  const { buyer, words = {}, moneyUnit } = integration;
  const customer = Object.fromEntries(buyer.map((name) => [name, facts.customer[name]]));
  const values = { ...facts, customer, settings, kept, now: now.toISOString() };
  return scopeOf(values, { words, now, moneyUnit });
}

type Rules = { words: Words; now: Date } & Pick<Integration, 'moneyUnit'>;

/** Returns the values of templates by their places. */
export function scopeOf(values: Record<string, unknown>, rules: Rules): Scope {
  const { words, now, moneyUnit } = rules;
  const fields = new Fields(values);
  return {
    words,
    now,
    read({ name, unit }) {
      const value = fields.value(name);
      if (INTEGRATION_MONEY.includes(name) && typeof value === 'number') return toUnit(value, unit ?? moneyUnit);
      return typeof value === 'object' ? undefined : (value as Plain | undefined);
    },
    list: (name) => {
      const members = fields.value(name);
      return Array.isArray(members) ? members.map((item) => scopeOf({ ...values, item }, rules)) : [];
    },
    holds: (condition: Condition) => holds(condition, fields),
    onMissingWord(dictionary) {
      throw new MissingFact(`word in "${dictionary}"`);
    },
  };
}

export type FilledRequest = Pick<HttpRequest, 'method' | 'path' | 'query' | 'json' | 'headers' | 'form'>;

/** Returns null where the call's condition does not hold. Throws MissingFact. */
export function fillCall(call: CompiledCall, scope: Scope): FilledRequest | null {
  if (call.when && !scope.holds(call.when)) return null;
  for (const name of call.needs ?? []) if (scope.read({ name, filters: [] }) === undefined) throw new MissingFact(name);
  const texts = (node: Node | undefined) => {
    const filled = node && (fill(node, scope) as Record<string, Plain>);
    return filled && Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, String(value)]));
  };
  return {
    method: call.verb,
    path: fillAddress(call.path, scope, encodeURIComponent),
    ...(call.headers && { headers: texts(call.headers) }),
    ...(call.query && { query: texts(call.query) }),
    ...(call.json && { json: fill(call.json, scope) }),
    ...(call.form && { form: texts(call.form) }),
  };
}

/** Every value is encoded; without one there is no address. */
export function fillAddress(node: Node, scope: Scope, encode: (text: string) => string): string {
  if (node.kind === 'constant') return String(node.value);
  const parts = node.kind === 'text' ? node.parts : node.kind === 'value' ? [node.placeholder] : [];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = fill({ kind: 'value', placeholder: part }, scope);
      if (value === undefined || value === null) throw new MissingFact(part.name);
      return encode(String(value));
    })
    .join('');
}
