/** Reads an OpenAPI document (2.0 to 3.1, YAML or JSON) as one of 3.1 whose references are followed. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Json } from '@feira/schemas/description';
import { dereference, upgrade } from '@scalar/openapi-parser';

export interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: Json[];
  const?: Json;
  default?: Json;
  example?: Json;
  examples?: Json[];
}
export interface Media {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, { value?: Json }>;
}
export interface Body {
  content?: Record<string, Media>;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema?: Schema;
  example?: Json;
  description?: string;
}
export interface SecurityScheme {
  type: string;
  scheme?: string;
  in?: string;
  name?: string;
  flows?: { clientCredentials?: { tokenUrl?: string; scopes?: Record<string, string> } };
}
type Security = Record<string, string[]>[];
interface RawOperation {
  tags?: string[];
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
  security?: Security;
  callbacks?: Record<string, Record<string, PathItem>>;
}
type PathItem = Record<string, unknown> & { parameters?: Parameter[] };
export interface Server {
  url?: string;
  description?: string;
  variables?: Record<string, { default?: string }>;
}
interface RawDocument {
  info?: { title?: string; version?: string };
  servers?: Server[];
  paths?: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  security?: Security;
  components?: { securitySchemes?: Record<string, SecurityScheme> };
  externalDocs?: { url?: string };
}

/** One call of the document, or one event that it shows. */
export interface Operation extends Omit<RawOperation, 'parameters' | 'callbacks'> {
  /** "POST /charges/{id}"; of an event, the name of the webhook or callback. */
  name: string;
  verb: string;
  path: string;
  parameters: Parameter[];
}
export interface Document {
  title: string;
  version: string;
  docs?: string;
  servers: Server[];
  operations: Operation[];
  events: Operation[];
  schemes: Record<string, SecurityScheme>;
  security: Security;
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete'];

/** Fetches nothing: a document in several files has to be bundled into one. */
export async function readDocument(file: string): Promise<Document> {
  const name = path.basename(file);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`--openapi ${file} cannot be read: name a file with an OpenAPI document.`);
  });
  const whole = parse(text);
  if (!whole) throw new Error(`${name} is no OpenAPI document: it needs its version in "openapi" or "swagger".`);
  return toDocument(whole, name);
}

/** Providers' documents break the schema of OpenAPI in many small ways; what can be read of one is taken. */
function parse(text: string): RawDocument | undefined {
  try {
    const { specification } = upgrade(text);
    const isDocument = typeof (specification as { openapi?: unknown } | undefined)?.openapi === 'string';
    return isDocument
      ? (dereference(specification as object as Record<string, unknown>).schema as RawDocument | undefined)
      : undefined;
  } catch {
    return undefined;
  }
}

function toDocument(whole: RawDocument, name: string): Document {
  const operations = Object.entries(whole.paths ?? {}).flatMap(([place, item]) => listOperations(item, place));
  if (operations.length === 0)
    throw new Error(`${name} describes no call: it needs "paths". Bundle it first if it is in several files.`);
  return {
    title: whole.info?.title ?? name,
    version: whole.info?.version ?? '',
    docs: whole.externalDocs?.url,
    servers: whole.servers ?? [],
    operations,
    events: [
      ...Object.entries(whole.webhooks ?? {}).flatMap(([place, item]) => listEvents(item, place)),
      ...Object.values(whole.paths ?? {}).flatMap(listCallbacks),
    ],
    schemes: whole.components?.securitySchemes ?? {},
    security: whole.security ?? [],
  };
}

const listOperations = (item: PathItem, place: string): Operation[] =>
  VERBS.flatMap((verb) => {
    const found = item[verb] as RawOperation | undefined;
    if (!found) return [];
    const parameters = [...(item.parameters ?? []), ...(found.parameters ?? [])];
    return [{ ...found, name: `${verb.toUpperCase()} ${place}`, verb: verb.toUpperCase(), path: place, parameters }];
  });

const listEvents = (item: PathItem, name: string) => listOperations(item, name).map((one) => ({ ...one, name }));

const listCallbacks = (item: PathItem): Operation[] =>
  VERBS.flatMap((verb) =>
    Object.entries((item[verb] as RawOperation | undefined)?.callbacks ?? {}).flatMap(([name, places]) =>
      Object.values(places).flatMap((place) => listEvents(place, name)),
    ),
  );
