/** Turns the procedures declared in schemas/ into routes: GET for queries, POST for mutations, /api/{name}. */
import type { Locale } from '@feira/schemas/common';
import { ERRORS } from '@feira/schemas/error-catalogue';
import { MAX_PERIOD_DAYS } from '@feira/schemas/options';
import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { errorSchema } from '@feira/schemas/procedure';
import { type Cleaning, clean } from '@feira/schemas/rules/text';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import fp from 'fastify-plugin';
import type { Answer } from '../shared/answer.ts';
import { chooseCoding, compress } from '../shared/compress.ts';
import {
  type List,
  MOST_COUNTED,
  MOST_SORTED,
  readCursor,
  readOffset,
  selectCount,
  selectPage,
  selectSorted,
  selectTotals,
  writeCursor,
  writeOffset,
} from '../shared/list.ts';
import { countDays } from '../shared/period.ts';
import type { Statement } from '../shared/statement.ts';
import { toStorable } from '../shared/storable.ts';
import { AppError, validationDetails } from './errors.ts';
import type { PlatformContext } from './platforms.ts';
import type { Person } from './sessions.ts';

const DEFAULT_BODY_LIMIT = 64 * 1024;
/** The characters from which on compressing an answer saves more time than it takes. */
const LARGE_ANSWER = 1_024;

export interface Call<P extends Procedure> {
  input: Input<P>;
  platform: PlatformContext;
  /** The caller; null where the procedure is public. */
  person: P['access'] extends { kind: 'public' } ? null : Person;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The part of a signed-in person's call that says whose it is, for the platform's rules and its audit log. */
export interface PersonCall {
  platform: PlatformContext;
  person: Person;
  request: FastifyRequest;
}

/**
 * Returns the answer, which the output's schema writes as JSON: dates become ISO texts, and properties that the schema does not name are
 * left out, so handlers may return rows as they were read. A handler whose output names no property may return nothing.
 */
export type Handler<P extends Procedure> = (
  call: Call<P>,
) => Promise<Answer<Output<P>>> | (keyof Output<P> extends never ? Promise<void> : never);

export interface FormProblems {
  message: string;
  fields: Record<string, string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    procedure<const P extends Procedure>(procedure: P, handler: Handler<P>): void;
    /**
     * Returns what a query answers to the caller of another route, before its schema writes it. The route has the access of the procedure
     * and has checked the input.
     */
    callQuery(procedure: Procedure, request: FastifyRequest, reply: FastifyReply, input: object): Promise<unknown>;
    /** Checks a value as a body would be checked. Returns null when it fits, otherwise the details to show in a form. */
    findProblems(schema: Procedure['input'], value: unknown, locale: Locale): FormProblems | null;
  }
}

export const createAjv = (options: Options) => {
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allErrors: true,
    discriminator: true,
    // A test checks the schemas themselves, and making their code smaller takes longer than compiling it.
    validateSchema: false,
    code: { optimize: false },
    ...options,
  });
  (addFormats as unknown as typeof addFormats.default)(ajv, ['date', 'date-time', 'email']);
  // Before the limits count, so that a text of blanks is as long as nothing. The keyword of ajv-keywords only trims.
  ajv.addKeyword({
    keyword: 'x-clean',
    type: 'string',
    schemaType: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    compile: (cleaning: Cleaning) => (text: string, context) => {
      if (context) context.parentData[context.parentDataProperty] = clean(cleaning, text);
      return true;
    },
  });
  return ajv;
};

// Bodies are not coerced: a wrong type is an error. Query strings carry only text, so numbers are read from it.
// One of each for all nodes of a process: Ajv keeps what it compiled, and tests start hundreds of nodes.
const strict = createAjv({});
const coercing = createAjv({ coerceTypes: 'array' });

interface Check {
  (value: unknown): boolean;
  errors?: FastifySchemaValidationError[] | null;
}

/**
 * Checks the schema, and that the database can store every text and number, so that an error names its field. It compiles at the first
 * value, so that a node starts faster.
 */
function createCheck(ajv: Ajv, schema: object): Check {
  let validate: ValidateFunction | undefined;
  const check: Check = (value) => {
    validate ??= ajv.compile(schema);
    const isValid = validate(value);
    const problem = isValid ? findUnstorable(value) : null;
    check.errors = problem === null ? (validate.errors as Check['errors']) : [problem];
    return isValid && problem === null;
  };
  return check;
}

type Serialize = (answer: unknown) => string;

/** Returns a function that writes an answer by its schema: dates as ISO texts, and only the properties that the schema names. */
export const compileSerializer = (schema: object): Serialize => fastJson(withNullable(schema) as Schema);

/** By schema, for all nodes of a process. */
const serializers = new WeakMap<object, Serialize>();

/** Compiles the serialiser at the first answer. */
function createSerializer(schema: object): Serialize {
  return (answer) => {
    const serialize = serializers.get(schema) ?? compileSerializer(schema);
    serializers.set(schema, serialize);
    return serialize(answer);
  };
}

/**
 * Rewrites a choice between null and one schema as a single nullable schema. The serialiser tries choices one after the other, which takes
 * time, and refuses an object with properties that the schema does not name instead of leaving them out.
 */
function withNullable(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withNullable);
  const { anyOf, ...rest } = schema as { anyOf?: { type?: unknown }[] };
  const others = anyOf?.filter(({ type }) => type !== 'null');
  if (anyOf?.length === 2 && others?.length === 1)
    return { ...rest, ...(withNullable(others[0]) as object), nullable: true };
  return Object.fromEntries(Object.entries(schema).map(([name, item]) => [name, withNullable(item)]));
}

/** The reference that all routes share to the one error schema of the API description. */
const ERROR = { $ref: `${errorSchema.$id}#` };
const isError = (schema: unknown) => (schema as { $ref?: string }).$ref === ERROR.$ref;

const unstorable = (instancePath: string): FastifySchemaValidationError => ({
  keyword: 'storable',
  instancePath,
  schemaPath: '#',
  params: {},
  message: 'must hold neither NUL nor half a surrogate pair',
});
const notFinite = (instancePath: string): FastifySchemaValidationError => ({
  keyword: 'type',
  instancePath,
  schemaPath: '#',
  params: { type: 'number' },
  message: 'must be a finite number',
});

/**
 * Returns the problem of the first text that the database cannot store, or of the first number without end: a query may write 1e400, and
 * limits of a schema let it pass. The value fits its schema, so its depth is limited.
 */
function findUnstorable(value: unknown, pointer = ''): FastifySchemaValidationError | null {
  if (typeof value === 'string') return toStorable(value) === value ? null : unstorable(pointer);
  if (typeof value === 'number') return Number.isFinite(value) ? null : notFinite(pointer);
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    const found = findUnstorable(item, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (found !== null) return found;
  }
  return null;
}

export default fp(
  async (app) => {
    app.addSchema(errorSchema);
    const serializeError = createSerializer(errorSchema);
    app.setSerializerCompiler(({ schema }) => (isError(schema) ? serializeError : createSerializer(schema as object)));
    app.setValidatorCompiler(({ schema, httpPart }) =>
      createCheck(httpPart === 'body' ? strict : coercing, schema as object),
    );

    const compiled = new Map<unknown, Check>();
    app.decorate('findProblems', (schema, value, locale) => {
      const validate = compiled.get(schema) ?? createCheck(strict, schema as object);
      compiled.set(schema, validate);
      if (validate(value)) return null;
      const details = validationDetails(validate.errors ?? [], 'body', locale);
      return {
        message: ERRORS.VALIDATION_FAILED[locale],
        fields: Object.fromEntries(details.map(({ field, message }) => [field, message])),
      };
    });

    const queries = new Map<
      string,
      (request: FastifyRequest, reply: FastifyReply, input: object) => Promise<unknown>
    >();
    app.decorate('callQuery', ({ name }, request, reply, input) => {
      const query = queries.get(name);
      if (!query) throw new Error(`No module implements the query ${name}.`);
      return query(request, reply, input);
    });

    app.decorate('procedure', <const P extends Procedure>(procedure: P, handler: Handler<P>) => {
      const isQuery = procedure.kind === 'query';
      if (!procedure.limit)
        throw new Error(`The procedure ${procedure.name} does not say how often it may be called: set its limit.`);
      const run = (request: FastifyRequest, reply: FastifyReply, input: object): Promise<unknown> => {
        const { platform, person } = request as FastifyRequest & { person: Call<P>['person'] };
        return handler({ input: input as Input<P>, platform, person, request, reply });
      };
      if (isQuery) queries.set(procedure.name, run);
      // A mutation answers with little.
      const onSend = isQuery ? [compressLarge] : [];
      const route: RouteOptions = {
        method: isQuery ? 'GET' : 'POST',
        // Nobody asks a procedure for its headers alone.
        exposeHeadRoute: false,
        url: `/api/${procedure.name}`,
        bodyLimit: procedure.bodyLimit ?? DEFAULT_BODY_LIMIT,
        config: {
          access: procedure.access,
          protects: procedure.protects,
          limit: procedure.limit,
        },
        schema: {
          operationId: procedure.name,
          summary: procedure.summary,
          tags: [procedure.name.split('.')[0] as string],
          description: `Errors: ${['VALIDATION_FAILED', ...procedure.errors].join(', ')}.`,
          [isQuery ? 'querystring' : 'body']: isQuery ? withLanguage(procedure.input) : procedure.input,
          ...(procedure.isIdempotent && { headers: IDEMPOTENCY_HEADERS }),
          response: { 200: procedure.output, '4xx': ERROR, '5xx': ERROR },
        },
        handler: async (request, reply) =>
          (await run(request, reply, (isQuery ? withoutLanguage(request.query) : request.body) as object)) ?? {},
        onSend,
      };
      app.route(route);
      app.serveApi(procedure, { run, onSend, bodyLimit: route.bodyLimit });
    });
  },
  { name: 'procedures', dependencies: ['errors', 'access', 'platforms', 'openapi', 'admission', 'api'] },
);

/** Compresses a large answer where the caller takes that. */
const compressLarge: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || payload.length < LARGE_ANSWER) return done(null, payload);
  reply.header('vary', 'accept-encoding');
  const coding = chooseCoding(request.headers['accept-encoding']?.toString());
  if (!coding) return done(null, payload);
  reply.header('content-encoding', coding);
  compress(payload, coding).then((packed) => done(null, packed), done);
};

/** The parameters of every list, besides its filter. */
interface PageInput {
  /** The value of `next` on the previous page. */
  after?: string | undefined;
  limit?: number | undefined;
  /** The name of one of the list's `sorts`, with a minus for the largest first. */
  sort?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface Page<Row, Totals> {
  rows: Row[];
  /** The value of `after` for the next page; null on the last one. */
  next: string | null;
  totals: Totals;
  /** The number of rows of all pages, on the first page of a list that is counted; null where they are too many to count. */
  count?: number | null;
}

const PAGE_SIZE = 25;

/**
 * Reads one page of a list, as a procedure's input requests it. Throws PERIOD_INVALID if `to` is before `from` or too far after it, and
 * VALIDATION_FAILED if `after` is not a cursor or the list has no such `sort`, and LIST_TOO_LONG if it has too many rows to be sorted so.
 */
export async function readPage<Row, Filter, Totals>(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  list: List<Row, Filter, Totals>,
  input: NoInfer<Filter> & PageInput,
): Promise<Page<Row, Totals>> {
  checkPeriod(input, list.mostDays?.(input));
  const { limit = list.pageSize ?? PAGE_SIZE } = input;
  const { page, toNext } = input.sort
    ? await openSorted({ database }, platformId, list, input, limit)
    : openOrdered(platformId, list, input, limit);
  const totals = selectTotals(list, platformId, input);
  const counted = list.isCounted && !input.after ? selectCount(list, platformId, input, MOST_COUNTED) : null;
  const besides = [totals, counted].filter((statement) => statement !== null);
  const [found, ...answers] = await database.read(platformId, [page, ...besides], list.isFresh);
  const rows = found!.rows.slice(0, limit) as Row[];
  const next = found!.rows.length > limit ? toNext(rows) : null;
  const few = counted && (answers.at(-1)!.rows[0] as { count: number });
  return {
    rows,
    next,
    totals: (totals ? answers[0]!.rows[0] : undefined) as Totals,
    ...(few && { count: few.count > MOST_COUNTED ? null : few.count }),
  };
}

interface OpenedPage {
  page: Statement<object>;
  /** Returns the cursor of the page after these rows. */
  toNext(rows: unknown[]): string;
}

/** Opens a page in the list's own order. One row more than the page shows tells whether another page follows. */
function openOrdered<Row, Filter, Totals>(
  platformId: string,
  list: List<Row, Filter, Totals>,
  input: NoInfer<Filter> & PageInput,
  limit: number,
): OpenedPage {
  const after = input.after ? readCursor(input.after) : null;
  if (input.after && !after) throw new AppError('VALIDATION_FAILED', { fields: ['after'] });
  return {
    page: selectPage(list, platformId, input, { after, limit: limit + 1 }) as Statement<object>,
    toNext: (rows) => writeCursor((rows.at(-1) as { cursor: string }).cursor),
  };
}

/** Opens a page in the order that `sort` names, if the rows are few enough. */
async function openSorted<Row, Filter, Totals>(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
  list: List<Row, Filter, Totals>,
  input: NoInfer<Filter> & PageInput,
  limit: number,
): Promise<OpenedPage> {
  const name = input.sort!.replace(/^-/, '');
  const by = list.sorts && Object.hasOwn(list.sorts, name) ? list.sorts[name] : undefined;
  if (!by) throw new AppError('VALIDATION_FAILED', { fields: ['sort'] });
  const offset = input.after ? readOffset(input.after) : 0;
  if (offset === null) throw new AppError('VALIDATION_FAILED', { fields: ['after'] });
  const isAscending = name === input.sort;
  const [{ rows }] = await database.read(platformId, [selectCount(list, platformId, input, MOST_SORTED)], list.isFresh);
  if (rows[0]!.count > MOST_SORTED) throw new AppError('LIST_TOO_LONG', { fields: ['sort'] });
  const page = selectSorted(list, platformId, input, { by, isAscending, offset, limit: limit + 1 });
  return { page: page as Statement<object>, toNext: (shown) => writeOffset(offset + shown.length) };
}

/** Throws PERIOD_INVALID if `to` is before `from` or too far after it; both days count. A period with an open end has no length. */
export function checkPeriod({ from, to }: Pick<PageInput, 'from' | 'to'>, mostDays = MAX_PERIOD_DAYS): void {
  if (!from || !to) return;
  const days = countDays(from, to);
  if (days < 1 || days > mostDays) throw new AppError('PERIOD_INVALID', { fields: ['to'] });
}

const IDEMPOTENCY_HEADERS = {
  type: 'object',
  properties: {
    'idempotency-key': { type: 'string', description: 'Unique per purchase, at most 255 characters. Required.' },
  },
} as const;

/** By the input of the procedure, so that nodes of one process share what was compiled. */
const withLanguages = new WeakMap<object, object>();

/** Queries accept ?lang= beside their input. */
function withLanguage(input: Procedure['input']) {
  const schema = input as { properties?: object };
  const known = withLanguages.get(schema);
  const extended = known ?? {
    ...schema,
    properties: { ...schema.properties, lang: { type: 'string', maxLength: 20 } },
  };
  withLanguages.set(schema, extended);
  return extended;
}

const withoutLanguage = (query: unknown) => {
  const { lang: _, ...input } = query as Record<string, unknown>;
  return input;
};
