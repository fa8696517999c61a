/**
 * `node tools/src/client/write-calls.ts` writes client/src/calls.ts: the names, addresses and types of every call of the public API, from
 * the procedures that declare a place in it. `npm run check` compares.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operationIdOf, rowsOf } from '@feira/schemas/api';
import { EVENT_TYPE_NAMES } from '@feira/schemas/event-types';
import { dataSchemaOf } from '@feira/schemas/events';
import { publicSchemasOf } from '@feira/schemas/expansions';
import type { Procedure } from '@feira/schemas/procedure';
import { sellerWebhookBodySchema } from '@feira/schemas/seller-webhook';
import { importProcedures } from '../../../core/test/declared.ts';

const FILE = path.resolve(import.meta.dirname, '../../../client/src/calls.ts');

interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  nullable?: boolean;
}

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

function typeOfObject({ properties = {}, required = [], additionalProperties }: Schema, depth: string): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${depth}  ${isName(name) ? name : literal(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, `${depth}  `)};`,
  );
  const open = typeof additionalProperties === 'object' ? typeOf(additionalProperties, `${depth}  `) : 'unknown';
  if (fields.length === 0) return additionalProperties ? `Record<string, ${open}>` : 'Record<string, never>';
  return `{\n${fields.join('\n')}\n${depth}}`;
}

/** Returns the TypeScript of a schema. */
function typeOf(schema: Schema, depth = ''): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return [...new Set(schema.enum)].map(literal).join(' | ');
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, depth)))].join(' | ');
  const types = [schema.type ?? 'unknown'].flat();
  return types
    .map((type) => {
      switch (type) {
        case 'object':
          return typeOfObject(schema, depth);
        case 'array':
          return `Array<${typeOf(schema.items ?? {}, depth)}>`;
        case 'integer':
          return 'number';
        default:
          return type;
      }
    })
    .join(' | ');
}

const toTitle = (name: string) =>
  name
    .split('.')
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('');

type Tree = { [name: string]: Tree | Procedure };
const isProcedure = (node: Tree | Procedure): node is Procedure => typeof node.name === 'string';

const isPaged = ({ output }: Procedure) => rowsOf(output) !== undefined;

function writeMethod(name: string, procedure: Procedure, depth: string): string {
  const { properties, required = [] } = publicSchemasOf(procedure).input;
  const input =
    Object.keys(properties).length === 0
      ? 'input?: Record<string, never>'
      : `input${required.length > 0 ? '' : '?'}: ${toTitle(name)}Input`;
  const output = `${toTitle(name)}Output`;
  const answer = isPaged(procedure) ? `List<${output}>` : `Promise<${output}>`;
  return `${depth}/** ${procedure.summary} \`${procedure.api?.call}\` */\n${depth}${name.split('.').at(-1)}(${input}, options?: RequestOptions): ${answer};`;
}

function writeTree(tree: Tree, prefix: string, depth: string): string {
  return Object.entries(tree)
    .map(([part, node]) => {
      const name = prefix ? `${prefix}.${part}` : part;
      if (isProcedure(node)) return writeMethod(name, node, depth);
      return `${depth}readonly ${part}: {\n${writeTree(node, name, `${depth}  `)}\n${depth}};`;
    })
    .join('\n');
}

/** Returns the types of events: what each type holds, and the event itself. */
function writeEvents(): string[] {
  const names = new Map<object, string>();
  for (const type of EVENT_TYPE_NAMES) {
    const schema = dataSchemaOf(type);
    if (!names.has(schema))
      names.set(schema, `${toTitle(type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))}Data`);
  }
  return [
    ...[...names].map(([schema, name]) => `export type ${name} = ${typeOf(schema as Schema)};\n`),
    '/** The content of `data`, by the type of an event. */',
    'export interface EventData {',
    ...EVENT_TYPE_NAMES.map((type) => `  '${type}': ${names.get(dataSchemaOf(type))};`),
    '}',
    'export type EventType = keyof EventData;',
    '',
    '/** An event as webhooks and the stream tell it. `type` says what `data` is. */',
    'export type PlatformEvent = {',
    '  [Type in EventType]: {',
    '    id: string;',
    '    type: Type;',
    '    isTest: boolean;',
    '    createdAt: string;',
    '    sellerId: string | null;',
    '    data: EventData[Type];',
    '  };',
    '}[EventType];',
  ];
}

export async function writeCalls(): Promise<string> {
  const procedures = (await importProcedures()).filter(({ api }) => api);
  const named = procedures
    .map((procedure) => ({ name: operationIdOf(procedure.api!, procedure.output), procedure }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const tree: Tree = {};
  for (const { name, procedure } of named) {
    const parts = name.split('.');
    const last = parts.pop() as string;
    let place = tree;
    for (const part of parts) {
      place[part] ??= {};
      place = place[part] as Tree;
    }
    place[last] = procedure;
  }
  const types = named.flatMap(({ name, procedure }) => {
    const { input: given, output } = publicSchemasOf(procedure);
    const { properties } = given;
    const input =
      Object.keys(properties).length === 0 ? [] : [`export type ${toTitle(name)}Input = ${typeOf(given as Schema)};`];
    return [...input, `export type ${toTitle(name)}Output = ${typeOf(output as Schema)};`];
  });
  const table = named.map(
    ({ name, procedure }) => `  ${literal(name)}: [${literal(procedure.api?.call)}, ${isPaged(procedure)}],`,
  );
  return [
    '/** The calls of the public API. Written by tools/src/client/write-calls.ts from their declarations: do not edit it. */',
    "import type { List } from './list.ts';",
    "import type { RequestOptions } from './request.ts';",
    '',
    '/** By name: the method and path under /v1, and whether the answer is a page of a list. */',
    'export const CALLS: Record<string, readonly [string, boolean]> = {',
    ...table,
    '};',
    '',
    ...writeEvents(),
    '',
    '/** The body of an event that a webhook chose by a name such as onBuyApproved. */',
    `export type SellerEvent = ${typeOf(sellerWebhookBodySchema as Schema)};`,
    '',
    types.join('\n\n'),
    '',
    'export interface Client {',
    writeTree(tree, '', '  '),
    '}',
    '',
  ].join('\n');
}

/** Returns whether the written calls are those that are declared. */
export const isCurrent = async () => (await readFile(FILE, 'utf8').catch(() => '')) === (await writeCalls());

if (import.meta.main) await writeFile(FILE, await writeCalls());
