/** Holds the calls of a package against its provider's own OpenAPI document, of which a fixture keeps the operations that it uses. */

/** The parts of a schema that say which fields there are and which values they take. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  nullable?: boolean;
}
interface WitnessedOperation {
  /** The names of its query parameters. */
  query?: string[];
  request?: Schema;
  answer?: Schema;
  /** The answers that the document shows as examples. */
  examples?: unknown[];
}
export interface OpenApiFixture {
  /** The address of the document, and the day on which it was read. */
  source: string;
  date: string;
  /** By method and path, such as `POST /charges/{id}/refund`. */
  operations: Record<string, WitnessedOperation>;
}
interface WitnessedCall {
  method: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Merges the parts of allOf into one object: a field is known when one of them has it. */
function flatten(schema: Schema): Schema {
  const { allOf = [], ...own } = schema;
  if (allOf.length === 0) return own;
  const parts = [own, ...allOf.map(flatten)];
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  return Object.assign({}, ...parts, { properties, required: parts.flatMap((part) => part.required ?? []) });
}

/** Returns the first kind of a choice that the value fits, or the shortest complaint. A choice may stand beside fields of its own. */
function findUnfitChoice(schema: Schema, choices: Schema[], value: unknown, at: string): string[] {
  const { oneOf: _, anyOf: __, ...own } = schema;
  const found = choices.map((choice) => findUnfit({ allOf: [own, choice] }, value, at));
  return found.reduce((best, next) => (next.length < best.length ? next : best));
}

/** Returns what is wrong with a value: a field that nobody knows, one that is missing, another type, or a word that is not in the list. */
export function findUnfit(whole: Schema, value: unknown, at = 'body'): string[] {
  const schema = flatten(whole);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return findUnfitChoice(schema, choices, value, at);
  if (value === null) return schema.nullable === false ? [`${at} is null`] : [];
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => TYPES[type]?.(value))) return [`${at} is no ${types.join(' or ')}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${value}`];
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY))
    return [`${at} is too long`];
  if (typeof value === 'string' && value.length < (schema.minLength ?? 0)) return [`${at} is too short`];
  if (Array.isArray(value))
    return value.flatMap((member, index) => (schema.items ? findUnfit(schema.items, member, `${at}.${index}`) : []));
  return typeof value === 'object' ? findUnfitFields(schema, value as Record<string, unknown>, at) : [];
}

function findUnfitFields({ properties, required = [] }: Schema, value: Record<string, unknown>, at: string): string[] {
  const missing = required.filter((name) => value[name] === undefined).map((name) => `${at}.${name} is missing`);
  if (!properties || Object.keys(properties).length === 0) return missing;
  const wrong = Object.entries(value).flatMap(([name, inner]) => {
    const known = properties[name];
    return known ? findUnfit(known, inner, `${at}.${name}`) : [`${at}.${name} is no field`];
  });
  return [...missing, ...wrong];
}

export interface OpenApiWitness {
  /** Returns what is wrong with a call, by the document. */
  findWrongRequest(call: WitnessedCall): string[];
  /** Returns what is wrong with an answer to it. */
  findWrongAnswer(call: WitnessedCall, body: unknown): string[];
  /** The answers that the document shows for an operation, such as `GET /charges/{id}`. */
  listExamples(operation: string): unknown[];
}

/** Makes a witness of the operations of a fixture. A call to an address that the document does not have is wrong. */
export function openApiWitness({ operations }: OpenApiFixture): OpenApiWitness {
  function find({ method, path }: WitnessedCall): WitnessedOperation | undefined {
    const words = path.split('/');
    const fits = (name: string) => {
      const [verb, template = ''] = name.split(' ');
      const parts = template.split('/');
      const isSame = (part: string, at: number) => part.startsWith('{') || part === words[at];
      return verb === method && parts.length === words.length && parts.every(isSame);
    };
    const name = Object.keys(operations).find(fits);
    return name === undefined ? undefined : operations[name];
  }
  return {
    findWrongRequest(call) {
      const operation = find(call);
      if (!operation) return [`There is no ${call.method} ${call.path}`];
      const { query = [], request } = operation;
      const strange = Object.keys(call.query ?? {}).filter((name) => !query.includes(name));
      const wrong = request ? findUnfit(request, call.body ?? {}) : call.body === undefined ? [] : ['A body is sent'];
      return [...strange.map((name) => `${name} is no parameter`), ...wrong];
    },
    findWrongAnswer(call, body) {
      const answer = find(call)?.answer;
      return answer ? findUnfit(answer, body) : [];
    },
    listExamples: (operation) => operations[operation]?.examples ?? [],
  };
}
