/** Makes of a documented call the request and answer of a description. What no name tells is left as a mark that the conformance run refuses. */

import type { PaymentMethod } from '@feira/schemas/common';
import type { Json, Source } from '@feira/schemas/description';
import type { MoneyUnit } from '@feira/schemas/manifest';
import {
  filterFor,
  findKeyTypes,
  findMethodWord,
  findRead,
  findSent,
  isCurrency,
  isMethod,
  plain,
} from './field-names.ts';
import { findSuccess } from './find-calls.ts';
import type { Operation } from './read-document.ts';
import { type Field, findExample, findMedia, isOfType, listLeaves, schemaOf, toField } from './schema-tree.ts';

export const MARK = 'FILL IN:';
const LONGEST_HINT = 140;

export type Name = 'createTransaction' | 'getTransaction' | 'refund' | 'withdraw' | 'getWithdraw';
type Template = Record<string, Json>;

export interface MappedCall {
  request: string;
  query?: Template;
  headers?: Record<string, string>;
  json?: Template;
  form?: Template;
  answer: Record<string, Source>;
  missing?: number[];
}

/** Returns the text that stands where a person has to decide. */
export const mark = (hint: string) =>
  `${MARK} ${hint.replace(/[{}|]/g, ' ').replace(/\s+/g, ' ').trim().slice(0, LONGEST_HINT)}`;

const describeField = ({ schema, isRequired, others }: Field): string => {
  const type = [schema.type ?? (schema.properties ? 'object' : 'value')].flat().join(' or ');
  const words = schema.enum ? `, one of ${schema.enum.map(String).join(', ')}` : '';
  const choices = others > 0 ? `, ${others + 1} forms` : '';
  const text = schema.title ?? schema.description;
  return `${isRequired ? 'required' : 'optional'} ${type}${words}${choices}${text ? `; ${text}` : ''}`;
};

export interface RequestContext {
  name: Name;
  methods: readonly PaymentMethod[];
  words: Record<string, Record<string, string>>;
}

export function mapRequest(
  operation: Operation,
  context: RequestContext,
): Pick<MappedCall, 'request' | 'query' | 'headers' | 'json' | 'form'> {
  const { verb, parameters, requestBody } = operation;
  const parts = (where: string) =>
    parameters
      .filter(
        (one) => one.in === where && one.required && !/^(authorization|accept|content-type)$|idempoten/i.test(one.name),
      )
      .map((one) => [
        where === 'header' ? one.name.toLowerCase() : one.name,
        mark(`required; ${one.description ?? one.name}`),
      ]);
  const [query, headers] = [parts('query'), parts('header')];
  const { type, media } = findMedia(requestBody) ?? {};
  const schema = media && (media.schema ?? schemaOf(findExample(media)));
  const body = schema && verb !== 'GET' ? fillObject(toField(schema), context) : undefined;
  const isForm = type !== undefined && /form/.test(type);
  return {
    request: `${verb} ${fillPath(operation, context.name)}`,
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body && (isForm ? { form: body } : { json: body })),
  };
}

const PATH_FIELDS: Record<Name, string> = {
  createTransaction: '{reference}',
  getTransaction: '{transactionId}',
  refund: '{transactionId}',
  withdraw: '{withdrawReference}',
  getWithdraw: '{withdrawId}',
};
/** None of several names in an address is certain: they stay, and the description is refused until a person names them. */
function fillPath({ path }: Operation, name: Name): string {
  const names = path.match(/\{[^}]+\}/g) ?? [];
  return names.length === 1 ? path.replace(names[0]!, PATH_FIELDS[name]) : path;
}

/** Stands for a body that is no object, which descriptions do not send. */
const WHOLE = '*';

function fillObject(field: Field, context: RequestContext): Template {
  if (field.item) return { [WHOLE]: mark(`the whole body is a list; ${describeField(field)}`) };
  const filled = field.fields.flatMap((inner) => {
    const value = fill(inner, context);
    return value === undefined ? [] : [[inner.place.at(-1)!, value]];
  });
  return Object.fromEntries(filled);
}

/** Undefined where the value depends on the method, and is laid over the call for each. */
function fill(field: Field, context: RequestContext): Json | undefined {
  const { schema, fields, item, isRequired } = field;
  if (item) return fillList(field, context);
  if (fields.length > 0) {
    const isKnown = listLeaves(field, true).some((leaf) => isDecided(leaf, context));
    return isKnown || isRequired ? fillObject(field, context) : mark(describeField(field));
  }
  if (isMethodField(field, context)) return undefined;
  const name = findSent(context.name, field);
  if (name === 'pixType') {
    const types = findKeyTypes(schema.enum ?? []);
    if (types) context.words.keyType = types;
    return types ? '{pixType|keyType}' : mark(describeField(field));
  }
  if (name) return `{${name}${filterFor(name, field)}}`;
  if (isCurrency(field)) return 'BRL';
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length === 1) return schema.enum[0]!;
  const isHalf = /(?:^|[._])(?:cpf|cnpj)$/.test(plain(field.place));
  return mark(isHalf ? `the document of a person or a company alone; ${describeField(field)}` : describeField(field));
}

const isDecided = (field: Field, context: RequestContext) =>
  findSent(context.name, field) !== undefined || isMethodField(field, context);

const isMethodField = (field: Field, { name, methods }: RequestContext) =>
  name === 'createTransaction' &&
  isMethod(field) &&
  methods.some((method) => findMethodWord(method, field.schema.enum ?? []) !== undefined);

const ITEM: Record<string, RegExp> = {
  '{item.id}': /^(?:id|sku|code|codigo)$/,
  '{item.title}': /^(?:title|name|description|nome|titulo|descricao)$/,
  '{item.unitPrice}': /^(?:unit_price|unit_amount|price|amount|value|valor|preco|valor_unitario)$/,
  '{item.quantity}': /^(?:quantity|qty|quantidade)$/,
  '{item.tangible}': /^(?:tangible|is_physical|fisico)$/,
};
function fillList(field: Field, { name }: RequestContext): Json {
  const isItems = name === 'createTransaction' && /(?:^|\.)(?:items|itens|products|produtos)$/.test(plain(field.place));
  const members = field.item?.fields ?? [];
  if (!isItems || members.length === 0) return mark(describeField(field));
  const filled = members.map((member) => {
    const spelled = plain([member.place.at(-1)!]);
    const [value] = Object.entries(ITEM).find(([, pattern]) => pattern.test(spelled)) ?? [];
    return [member.place.at(-1)!, value ?? mark(describeField(member))];
  });
  return { $each: 'items', $as: Object.fromEntries(filled) };
}

/** The words by which a request says its method, each at its place. */
export function mapMethods(
  operation: Operation,
  methods: readonly PaymentMethod[],
): Partial<Record<PaymentMethod, { json: Template }>> {
  const { media } = findMedia(operation.requestBody) ?? {};
  if (!media?.schema) return {};
  const context = { name: 'createTransaction' as const, methods, words: {} };
  const field = listLeaves(toField(media.schema)).find((leaf) => isMethodField(leaf, context));
  if (!field) return {};
  const laid = methods.map((method) => {
    const word: Json = findMethodWord(method, field.schema.enum ?? []) ?? mark(`the word for ${method}`);
    const json = field.place.reduceRight<Json>((inner, name) => ({ [name]: inner }), word) as Template;
    return [method, { json }];
  });
  return Object.fromEntries(laid);
}

const NEEDED: Record<Name, string[]> = {
  createTransaction: ['transactionId', 'providerStatus'],
  getTransaction: ['providerStatus'],
  refund: ['refundId'],
  withdraw: ['withdrawId', 'providerStatus'],
  getWithdraw: ['providerStatus'],
};
const LIKE: Record<Name, string> = {
  createTransaction: 'createTransaction',
  getTransaction: 'createTransaction',
  refund: 'refund',
  withdraw: 'withdraw',
  getWithdraw: 'withdraw',
};
const PLACES: Record<string, string> = {
  transactionId: "the provider's id of the charge",
  withdrawId: "the provider's id of the withdrawal",
  refundId: "the provider's id of the refund",
  providerStatus: "the provider's word for the state",
};

/** The tree of the answer's schema; where there is none, of its example. */
export function findAnswer({ responses = {} }: Operation): Field | undefined {
  const { media } = findMedia(findSuccess(responses)) ?? {};
  if (!media) return undefined;
  return toField(media.schema ?? schemaOf(findExample(media)));
}

export function mapAnswer(operation: Operation, name: Name): Record<string, Source> {
  const answer = findAnswer(operation);
  const found = answer ? readFields(answer, LIKE[name]) : {};
  for (const needed of NEEDED[name]) found[needed] ??= mark(`where the answer tells ${PLACES[needed]}`);
  if (name === 'refund') found.status = { word: 'PENDING' };
  return found;
}

/** Returns the outermost of several places. */
export function readFields(field: Field, like: string, from = 0): Record<string, Source> {
  const leaves = listLeaves(field, true)
    .map((leaf) => ({ ...leaf, place: leaf.place.slice(from) }))
    .filter(({ place }) => place.length > 0 && !place.some((name) => name.includes('.') || name === ''))
    .sort((a, b) => a.place.length - b.place.length);
  const found: Record<string, Source> = {};
  for (const leaf of leaves) {
    const name = findRead(like, leaf);
    if (name) found[name] ??= leaf.place.join('.') + (name === 'pixQrCode' ? '|picture' : '');
  }
  return found;
}

/** The words of the document for the states of a charge or a withdrawal. */
export function listStatusWords(operation: Operation | undefined, like: 'createTransaction' | 'withdraw'): string[] {
  const answer = operation && findAnswer(operation);
  if (!answer) return [];
  const leaves = listLeaves(answer).filter((leaf) => findRead(like, leaf) === 'providerStatus');
  const [first] = leaves.sort((a, b) => a.place.length - b.place.length);
  return (first?.schema.enum ?? []).filter((word): word is string => typeof word === 'string');
}

function findAmount({ requestBody }: Operation): Field | undefined {
  const { media } = findMedia(requestBody) ?? {};
  const leaves = media?.schema ? listLeaves(toField(media.schema)) : [];
  return leaves.find((leaf) => findSent('createTransaction', leaf) === 'amount');
}

/** Only assumed: a whole number may count reais, too. */
export const guessUnit = (operation: Operation): MoneyUnit => {
  const amount = findAmount(operation);
  return amount && isOfType(amount.schema, 'string', 'number') ? 'reais' : 'cents';
};

export function describeUnit(operation: Operation): string {
  const amount = findAmount(operation);
  if (!amount) return 'the document shows no amount';
  const { schema, place } = amount;
  const shown = schema.example ?? schema.examples?.[0];
  const type = isOfType(schema, 'integer') ? 'a whole number' : `a ${[schema.type].flat().join(' or ')}`;
  return `${place.join('.')} is ${type}${shown === undefined ? '' : `, such as ${JSON.stringify(shown)}`}`;
}
