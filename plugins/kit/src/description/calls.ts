/** Compiles the calls of a description: one for each operation, payment method, and way to look something up. */
import type { CallDescription, DescribedOperation, Description, Json, Sources } from '@feira/schemas/description';
import type { Manifest, MoneyUnit } from '@feira/schemas/manifest';
import { answeredUnit, sentUnit } from '@feira/schemas/rules/operation-rules';
import { compileTemplate, compileText, type Node } from './template.ts';

export interface CompiledCall
  extends Omit<CallDescription, 'request' | 'headers' | 'query' | 'json' | 'form' | 'answer' | 'unit' | 'answerUnit'> {
  operation: DescribedOperation;
  /** The place in description.json, for sentences. */
  at: string;
  /** The payment method or kind of withdrawal, where the call is one's own. */
  kind?: string;
  isByReference: boolean;
  verb: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: Node;
  headers?: Node;
  query?: Node;
  json?: Node;
  form?: Node;
  answer: Sources;
  unit: MoneyUnit;
  answerUnit: MoneyUnit;
}

const isObject = (json: unknown): json is Record<string, Json> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** Lays `over` on `base`: objects are merged, everything else is replaced, null takes away. */
export function overlay<T extends object>(base: T, over: object | undefined): T {
  const changes = Object.entries(over ?? {});
  const kept = Object.entries(base).filter(([name]) => !changes.some(([other]) => other === name));
  const changed = changes.flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    const former = Object.hasOwn(base, name) ? (base as Record<string, unknown>)[name] : undefined;
    const isTemplate = isObject(value) && '$each' in value;
    return [[name, isObject(former) && isObject(value) && !isTemplate ? overlay(former, value) : value]];
  });
  return Object.fromEntries([...kept, ...changed]) as T;
}

/** Throws TemplateError where a template cannot be read. */
export function compileCalls(description: Description, manifest: Manifest): CompiledCall[] {
  return Object.entries(description.operations ?? {}).flatMap(([name, operation]) => {
    const { methods, byReference, ...common } = operation;
    const at = `operations.${name}`;
    const compile = (call: CallDescription, place: string, isByReference: boolean, kind?: string) =>
      compileCall(call, { operation: name as DescribedOperation, at: place, isByReference, kind }, manifest);
    const kinds = Object.entries(methods ?? {});
    const calls = common.request ? [compile(common, at, false)] : [];
    calls.push(...kinds.map(([kind, call]) => compile(overlay(common, call), `${at}.methods.${kind}`, false, kind)));
    if (byReference) calls.push(compile(overlay(common, byReference), `${at}.byReference`, true));
    return calls;
  });
}

function compileCall(
  { request = '', headers, query, json, form, answer = {}, unit, answerUnit, ...rest }: CallDescription,
  place: Pick<CompiledCall, 'operation' | 'at' | 'isByReference' | 'kind'>,
  manifest: Manifest,
): CompiledCall {
  const [verb = '', path = ''] = request.split(' ', 2);
  const compile = (template: Record<string, Json> | undefined, name: string) =>
    template && compileTemplate(template, `${place.at}.${name}`);
  return {
    ...rest,
    ...place,
    verb: verb as CompiledCall['verb'],
    path: compileText(path, `${place.at}.request`),
    headers: compile(headers, 'headers'),
    query: compile(query, 'query'),
    json: compile(json, 'json'),
    form: compile(form, 'form'),
    answer,
    unit: unit ?? sentUnit(manifest, place.operation),
    answerUnit: answerUnit ?? unit ?? answeredUnit(manifest, place.operation),
  };
}

/** Returns the call for a request: the one of its payment method, else the common one. */
export const findCall = (
  calls: readonly CompiledCall[],
  operation: string,
  kind: string | undefined,
  isByReference: boolean,
) =>
  calls.find((call) => call.operation === operation && call.isByReference === isByReference && call.kind === kind) ??
  calls.find((call) => call.operation === operation && call.isByReference === isByReference && !call.kind);
