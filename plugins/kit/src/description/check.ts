/** Checks a description when its package is read: every path, placeholder and word, in sentences that name the place and the fix. */
import { type Description, descriptionSchema, type Source, type Sources } from '@feira/schemas/description';
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation } from '@feira/schemas/provider';
import type { ErrorObject } from 'ajv';
import { mapStatus } from '../define.ts';
import { createValidator, type Validator } from '../validator.ts';
import { type CompiledCall, compileCalls } from './calls.ts';
import {
  isMemoResult,
  LIST_FIELDS,
  listNeededResults,
  listRequestFields,
  listResultFields,
  requestKind,
  resultKind,
} from './contract-fields.ts';
import { listFilterProblems, type Placeholder, parsePlaceholder, type Words } from './filters.ts';
import { EVENT_NAMES, IDS } from './module.ts';
import { listPlaceholders, TemplateError } from './template.ts';

export const DESCRIPTION_FILE = 'description.json';
const LARGEST = 128 * 1024;
const DEEPEST = 20;

const validate: Validator<Description> = createValidator(descriptionSchema, { allErrors: true });

/** Returns the description, or one sentence for each thing to fix. */
export function checkDescription(
  json: unknown,
  manifest: Manifest,
): { description: Description } | { problems: string[] } {
  const problems = listProblems(json, manifest).map((problem) => `${DESCRIPTION_FILE}: ${problem}`);
  return problems.length > 0 ? { problems: [...new Set(problems)] } : { description: json as Description };
}

function listProblems(json: unknown, manifest: Manifest): string[] {
  // Before anything walks through it: what nests without end would exhaust the stack.
  if (depthOf(json) > DEEPEST) return [`nests deeper than ${DEEPEST} levels: no call does.`];
  if (JSON.stringify(json).length > LARGEST) return [`has more than ${LARGEST} characters: no provider needs so many.`];
  if (!validate(json)) return validate.errors.flatMap(toSentence);
  try {
    const calls = compileCalls(json, manifest);
    return [
      ...calls.flatMap((call) => checkCall(call, json, manifest)),
      ...checkEvents(json, manifest),
      ...checkPromises(json, manifest),
    ];
  } catch (error) {
    if (error instanceof TemplateError) return [`${error.at} ${error.message}.`];
    throw error;
  }
}

function depthOf(json: unknown, depth = 0): number {
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return depth;
  return Math.max(depth, ...Object.values(json).map((inner) => depthOf(inner, depth + 1)));
}

/** The branches of a choice say nothing that the choice does not. */
function toSentence({ instancePath, schemaPath, keyword, params, message }: ErrorObject): string[] {
  const at = instancePath.slice(1).replaceAll('/', '.') || 'it';
  if (/\/anyOf\/\d/.test(schemaPath)) return [];
  if (keyword === 'anyOf') return [`${at} must be a path, a list of paths, { "word", "if" } or { "each", "fields" }.`];
  if (keyword === 'additionalProperties')
    return [
      `${at} has "${params.additionalProperty}", which descriptions do not know: remove it or correct its spelling.`,
    ];
  if (keyword === 'required') return [`${at} lacks "${params.missingProperty}": add it.`];
  return [`${at} ${message}.`];
}

function checkCall(call: CompiledCall, { words = {}, operations = {} }: Description, manifest: Manifest): string[] {
  const { operation, at, answer } = call;
  const nodes = { request: call.path, headers: call.headers, query: call.query, json: call.json, form: call.form };
  const problems = Object.entries(nodes).flatMap(([part, node]) =>
    (node ? listPlaceholders(node) : []).flatMap(({ placeholder, list }) =>
      checkPlaceholder(placeholder, { operation, list, at: `${at}.${part}` }, words),
    ),
  );
  if (call.verb.length === 0) problems.push(`${at} has no "request": write the call as "POST /payments".`);
  if (call.first && !operations[call.first]) problems.push(`${at}.first is ${call.first}, which is not described.`);
  if (call.json && call.form) problems.push(`${at} has "json" and "form": a request has one body.`);
  const known = listResultFields(operation);
  problems.push(...checkSources(answer, known, `${at}.answer`, words, manifest, operation));
  // An answer that does not repeat the id it was asked with is about that id.
  const ofCall = operation === 'refund' ? 'refundId' : IDS[operation]?.id;
  const asked = call.isByReference || call.list !== undefined ? undefined : ofCall;
  const missing = listNeededResults(operation).filter((name) => name !== asked && !Object.hasOwn(answer, name));
  problems.push(...missing.map((name) => `${at}.answer lacks "${name}": say where it stands in the answer.`));
  if (call.isByReference && !Object.hasOwn(answer, 'reference'))
    problems.push(
      `${at}.answer lacks "reference": without it another's would be taken for the one that is looked for.`,
    );
  return problems;
}

function checkPlaceholder(
  placeholder: Placeholder,
  { operation, list, at }: { operation: Operation; list?: string; at: string },
  words: Words,
): string[] {
  const { name } = placeholder;
  const problems = listFilterProblems(placeholder, words).map((problem) => `${at}: {${name}} ${problem}.`);
  if (requestKind(operation, name, list) === undefined) {
    const fields = listRequestFields(operation, list).join(', ');
    problems.push(`${at} reads {${name}}, which ${operation} does not have: take one of ${fields}, settings.*, now.`);
  }
  return problems;
}

function checkSources(
  sources: Sources,
  known: readonly string[],
  at: string,
  words: Words,
  manifest: Manifest,
  operation: Operation,
): string[] {
  return Object.entries(sources).flatMap(([name, source]) => {
    if (!known.includes(name) && !isMemoResult(operation, name))
      return [`${at} has "${name}", which a result of ${operation} does not: take one of ${known.join(', ')}.`];
    return checkSource(source, name, `${at}.${name}`, words, manifest, operation);
  });
}

function checkSource(
  source: Source,
  name: string,
  at: string,
  words: Words,
  manifest: Manifest,
  operation: Operation,
): string[] {
  if (Array.isArray(source)) return source.flatMap((one) => checkSource(one, name, at, words, manifest, operation));
  if (typeof source === 'string') {
    const place = parsePlaceholder(source);
    const problems = listFilterProblems(place, words).map((problem) => `${at} ${problem}.`);
    if (place.name.split('.').includes('') && place.name !== '')
      problems.push(`${at} is the path "${place.name}": write names with one dot between them.`);
    return problems;
  }
  if ('each' in source) {
    const inner = LIST_FIELDS[name];
    return inner
      ? checkSources(source.fields, inner, at, words, manifest, operation)
      : [`${at} reads a list, but "${name}" is none.`];
  }
  return isHarmless(source, name, manifest, operation)
    ? []
    : [
        `${at} is always "${source.word}": a word without "if" may only say that something is still open, because nothing told it.`,
      ];
}

/** Returns whether a status that nobody said counts neither as money nor as an end. */
function isHarmless(
  { word, if: condition }: { word: string; if?: object },
  name: string,
  { status }: Manifest,
  operation: Operation,
): boolean {
  if (resultKind(name) !== 'word') return false;
  if (condition) return true;
  if (name === 'status') return word === 'PENDING';
  const table = /ithdraw/.test(operation)
    ? status.withdraw
    : /eceiver/.test(operation)
      ? status.receiver
      : status.payment;
  return table !== undefined && mapStatus<string>(table, word).status === 'PENDING';
}

function checkEvents({ events = [], words = {} }: Description, manifest: Manifest): string[] {
  return events.flatMap(({ fields = {}, subject }, index) => {
    const at = `events.${index}.fields`;
    const known = listResultFields('processWebhook');
    const names = EVENT_NAMES[subject];
    const isNamed = names.length === 0 || names.some((name) => Object.hasOwn(fields, name));
    return [
      ...checkSources(fields, known, at, words, manifest, 'processWebhook'),
      ...(isNamed ? [] : [`${at} has none of ${names.join(', ')}: say where the event names what it is about.`]),
    ];
  });
}

/** Checks that a described operation does what the manifest promises. */
function checkPromises(
  { operations = {}, events, signature }: Description,
  { lookup, operations: declared, credentials }: Manifest,
): string[] {
  const problems: string[] = [];
  if (signature && !credentials.properties[signature.credential]?.secret)
    problems.push(`signature.credential is "${signature.credential}", which is no secret of plugin.json: name one.`);
  const names = [...Object.keys(operations), ...(events ? ['processWebhook'] : [])];
  for (const name of names.filter((one) => !(declared as string[]).includes(one)))
    problems.push(`operations.${name} is described, but plugin.json does not declare it: add it to "operations".`);
  const promises = [
    ['getTransaction', 'lookup.byReference', lookup.byReference],
    ['getWithdraw', 'lookup.withdrawByReference', lookup.withdrawByReference ?? false],
  ] as const;
  for (const [name, promise, isPromised] of promises) {
    const operation = operations[name];
    if (operation && isPromised !== (operation.byReference !== undefined))
      problems.push(
        `operations.${name}.byReference ${isPromised ? 'is missing' : 'is there'}, but plugin.json says ${isPromised} of ${promise}: let them agree.`,
      );
  }
  return problems;
}
