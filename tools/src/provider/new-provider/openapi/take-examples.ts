/** Takes the requests, answers and events that the document shows into the package's examples. */
import path from 'node:path';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Description, Json } from '@feira/schemas/description';
import type { CallExample, Examples } from '@feira/schemas/examples';
import type { NewProvider } from '../options.ts';
import { type Found, findSuccess } from './find-calls.ts';
import { MARK, type Name } from './map-call.ts';
import type { Document, Operation } from './read-document.ts';
import { findExample, findMedia, valueAt } from './schema-tree.ts';

const CALLS: [keyof Found['chosen'], Name][] = [
  ['charge', 'createTransaction'],
  ['lookup', 'getTransaction'],
  ['refund', 'refund'],
  ['withdraw', 'withdraw'],
  ['withdraw-lookup', 'getWithdraw'],
];

export function toExamples(
  { title, version }: Document,
  { chosen }: Found,
  description: Description,
  { openapi, methods }: NewProvider,
  today: string,
): Examples {
  const calls = CALLS.flatMap(([role, name]) => {
    const operation = chosen[role];
    if (!operation) return [];
    const kinds = name === 'createTransaction' ? methods : [undefined];
    return kinds.map((kind) => toCall(operation, name, kind, description, chosen));
  });
  const shown = chosen.webhook && findExample(findMedia(chosen.webhook.requestBody)?.media);
  const isObject = typeof shown === 'object' && shown !== null && !Array.isArray(shown);
  const refusal = toRefusal(chosen.charge!);
  return {
    source: `${title} ${version}, the OpenAPI document ${path.basename(openapi!.file)}`,
    date: today,
    evidence: 'documented',
    calls: [...calls, ...(refusal ? [refusal] : [])],
    ...(isObject && { events: [{ body: shown }] }),
  };
}

function toCall(
  operation: Operation,
  name: Name,
  kind: PaymentMethod | undefined,
  { operations = {} }: Description,
  chosen: Found['chosen'],
): CallExample {
  const own = operations[name]!;
  const [status, body] = Object.entries(operation.responses ?? {}).find(([code]) => /^2/.test(code)) ?? [];
  const answer = findExample(findMedia(body)?.media);
  const request = findMedia(operation.requestBody);
  const sent = operation.verb === 'GET' ? undefined : findExample(request?.media);
  const word = kind && own.methods?.[kind]?.json;
  const isSent = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  const shown = isSent ? lay(sent, word) : undefined;
  const isForm = own.form !== undefined;
  return {
    operation: name,
    ...(kind && { kind }),
    request: `${operation.verb} ${fillAddress(operation, own, answer ?? answerOf(chosen.charge), name)}`,
    ...(shown && !isForm && { json: shown }),
    ...(shown &&
      isForm && { form: Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, String(value)])) }),
    ...(status && status !== '200' && /^\d+$/.test(status) && { status: Number(status) }),
    ...(answer !== undefined && { answer }),
  };
}

/** The document's example is of one method; its word for another is the only thing that is changed. */
function lay(shown: Record<string, Json>, word: Record<string, Json> | undefined): Record<string, Json> {
  const entries = Object.entries(word ?? {}).map(([name, value]) => {
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value);
    const own = shown[name];
    const isBoth = isInner && typeof own === 'object' && own !== null && !Array.isArray(own);
    return [name, isBoth ? lay(own, value) : value];
  });
  return { ...shown, ...Object.fromEntries(entries) };
}

const answerOf = (operation: Operation | undefined) =>
  operation && findExample(findMedia(findSuccess(operation.responses ?? {}))?.media);

/** The address with the values of the document, or with the id of the shown answer. */
function fillAddress(
  { path: place, parameters }: Operation,
  { answer = {} }: { answer?: object },
  answered: Json | undefined,
  name: Name,
): string {
  const id = Object.entries(answer).find(([field]) => /^(?:transactionId|withdrawId)$/.test(field))?.[1];
  return place.replace(/\{([^}]+)\}/g, (_whole, parameter: string) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === parameter);
    const shown = found?.example ?? found?.schema?.example ?? found?.schema?.examples?.[0];
    const isId = typeof id === 'string' && !id.startsWith(MARK) && name !== 'refund';
    const told = isId ? valueAt(answered, id.split('.')) : undefined;
    return encodeURIComponent(String(told ?? shown ?? '1'));
  });
}

function toRefusal({ verb, path: place, responses = {}, parameters }: Operation): CallExample | undefined {
  for (const [status, body] of Object.entries(responses)) {
    const answer = /^4\d\d$/.test(status) ? findExample(findMedia(body)?.media) : undefined;
    if (answer === undefined || typeof answer !== 'object') continue;
    const request = `${verb} ${fillAddress({ path: place, parameters } as Operation, {}, undefined, 'createTransaction')}`;
    return { operation: 'createTransaction', request, status: Number(status), answer };
  }
  return undefined;
}
