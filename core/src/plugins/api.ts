/**
 * Serves the public API: procedures that declare a place in it are answered under /v1 as well, to programs with a key. The address holds
 * a part of the input, the query or the body the rest; what is checked, who may call and what is answered is the procedure's.
 */
import { createHash } from 'node:crypto';
import {
  API_PREFIX,
  type ApiCall,
  type ApiScope,
  EXPANSIONS,
  type Expansion,
  isMany,
  rowsOf,
} from '@feira/schemas/api';
import { expansionsOf, publicSchemasOf } from '@feira/schemas/expansions';
import { type Procedure, problemSchema } from '@feira/schemas/procedure';
import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { addressOf } from '../shared/networks.ts';
import type { Statement } from './database.ts';
import { AppError } from './errors.ts';
import type { Person } from './sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The calls of the public API. */
    apiCalls: readonly PublicCall[];
    /** Says how the objects of an expansion are read. */
    expander(name: Expansion, read: Expander): void;
    /** Serves a procedure under /v1 if it declares a place there. */
    serveApi(procedure: Procedure, options: ServeOptions): void;
  }
  interface FastifyRequest {
    /** The code of the error with which the request was answered. */
    errorCode: string | null;
  }
}

/** Reads objects of a seller by the keys that answers hold, all of them at once. What is not the seller's is left out. */
export type Expander = (platformId: string, sellerId: string, keys: readonly string[]) => Promise<readonly Expanded[]>;

interface Expanded {
  id: string;
  /** The key by which it was asked for, where that is not its id. */
  key?: string;
}

interface ServeOptions extends Pick<RouteOptions, 'bodyLimit'> {
  run(request: FastifyRequest, reply: FastifyReply, input: object): Promise<unknown>;
  /** Hooks that every answer of the procedure passes. */
  onSend: onSendHookHandler[];
}

export interface ObjectSchema {
  type: 'object';
  required?: readonly string[];
  additionalProperties?: boolean;
  properties: Record<string, object>;
}

export interface PublicCall {
  procedure: Procedure;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Under /v1, with the names of parameters in braces. */
  path: string;
  scope: ApiScope;
  /** The part of the input that the address holds. */
  address: ObjectSchema;
  /** The other part, in the query of GET and DELETE and in the body of the others. */
  rest: ObjectSchema;
  isInQuery: boolean;
  /** The schema of the answer. */
  output: object;
}

const JSON_TYPE = /^application\/json\b/i;
const PARAMETER = /\{(\w+)\}/g;

const select = ({ properties, required }: ObjectSchema, isSelected: (name: string) => boolean): ObjectSchema => ({
  type: 'object',
  additionalProperties: false,
  required: (required ?? []).filter(isSelected),
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isSelected(name))),
});

/** Returns a procedure's place in the public API. Throws where the path names no required property of the input. */
export function describeCall(procedure: Procedure, { call, resource }: ApiCall): PublicCall {
  const [method, path] = call.split(' ') as [PublicCall['method'], string];
  if ((method === 'GET') !== (procedure.kind === 'query'))
    throw new Error(`The procedure ${procedure.name} is a ${procedure.kind}, which is not called by ${method}.`);
  const { input, output } = publicSchemasOf(procedure);
  const names = Array.from(path.matchAll(PARAMETER), ([, name]) => name as string);
  for (const name of names)
    if (!input.required?.includes(name))
      throw new Error(`The path of ${procedure.name} names ${name}, which is no required property of its input.`);
  return {
    procedure,
    method,
    path,
    scope: `${resource}:${procedure.kind === 'query' ? 'read' : 'write'}` as ApiScope,
    address: select(input, (name) => names.includes(name)),
    rest: select(input, (name) => !names.includes(name)),
    isInQuery: method === 'GET' || method === 'DELETE',
    output,
  };
}

/** Programs write `expand=product,customer`, `expand[]=product&expand[]=customer`, or the name once for each object. */
function readExpand(query: Record<string, unknown>): void {
  const { 'expand[]': listed, expand, ...rest } = query;
  const texts = [expand, listed].flat().filter((text) => typeof text === 'string');
  if (texts.length === 0) return;
  for (const name of Object.keys(query)) delete query[name];
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  Object.assign(query, rest, { expand: [...new Set(names)] });
}

/** Throws where the key may not read what it asks to see. */
function checkExpand({ apiKey }: Person, names: readonly Expansion[]): void {
  if (apiKey?.kind !== 'SELLER')
    throw new AppError('VALIDATION_FAILED', {
      reasons: {
        expand: {
          'pt-BR': 'Só chaves de vendedores usam expand: tire-o desta chamada.',
          en: 'Only keys of sellers use expand: take it out of this call.',
        },
      },
    });
  const missing = names.map((name) => `${EXPANSIONS[name].resource}:read` as ApiScope);
  const scopes = [...new Set(missing)].filter((scope) => !apiKey.scopes.includes(scope));
  if (scopes.length === 0) return;
  throw new AppError('API_SCOPE_MISSING', {
    reasons: {
      expand: {
        'pt-BR': `Dê à chave o escopo ${scopes.join(' e ')}, ou tire o objeto de expand.`,
        en: `Give the key the scope ${scopes.join(' and ')}, or take the object out of expand.`,
      },
    },
  });
}

/** The hook gives an answer its ETag, and replaces it by 304 where the program named that ETag. */
const compareTag: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || reply.statusCode !== 200) return done(null, payload);
  const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim());
  if (!known?.includes(tag)) return done(null, payload);
  reply.code(304).removeHeader('content-type');
  done(null, null);
};

interface NotedRequest {
  id: string;
  keyId: string;
  call: string;
  status: number;
  code: string | null;
  ip: string;
  userAgent: string | undefined;
  /** Milliseconds. */
  duration: number;
}

const AGENT_LENGTH = 300;

const insertRequest = (platformId: string, noted: NotedRequest): Statement => ({
  text: `INSERT INTO api_request (platform_id, id, key_id, call, status, code, ip, user_agent, duration_ms, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() - make_interval(secs => $9::integer / 1000.0))`,
  values: [
    ...[platformId, noted.id, noted.keyId, noted.call, noted.status, noted.code],
    ...[noted.ip, noted.userAgent?.slice(0, AGENT_LENGTH) ?? null, noted.duration],
  ],
});

export default fp(
  async (app) => {
    app.decorateRequest('errorCode', null);
    const calls: PublicCall[] = [];
    app.decorate('apiCalls', calls);

    /** Keeps what a program changed and what it was refused, so that its owner can look it up. Nobody waits for it. */
    async function note(request: FastifyRequest, reply: FastifyReply, { method, path }: PublicCall): Promise<void> {
      const { apiKey } = request.person ?? {};
      const isRead = method === 'GET' && reply.statusCode < 400;
      // Refusals for too many calls would cost a write each.
      if (!apiKey || isRead || reply.statusCode === 429) return;
      const noted = {
        id: reply.getHeader('request-id') as string,
        keyId: apiKey.id,
        call: `${method} ${API_PREFIX}${path}`,
        status: reply.statusCode,
        code: request.errorCode,
        ip: addressOf(request.ip),
        userAgent: request.headers['user-agent'],
        duration: Math.round(reply.elapsedTime),
      };
      await app.database
        .run(request.platform.id, insertRequest(request.platform.id, noted))
        .catch((error: unknown) => request.log.warn({ err: error }, 'The request of a program could not be noted'));
    }

    const expanders = new Map<Expansion, Expander>();
    app.decorate('expander', (name, read) => {
      expanders.set(name, read);
    });

    /** Returns the rows with the objects that their keys name; one read for each kind of object, however many rows there are. */
    async function expand(
      { platform, person }: FastifyRequest,
      properties: Partial<Record<Expansion, string>>,
      names: readonly Expansion[],
      rows: readonly Record<string, unknown>[],
    ): Promise<Record<string, unknown>[]> {
      const expanded = await Promise.all(
        names.map(async (name) => {
          const read = expanders.get(name);
          if (!read) throw new Error(`No module reads the expansion ${name}.`);
          const property = properties[name] as string;
          const keys = new Set(rows.map((row) => row[property]).filter((key) => typeof key === 'string'));
          const found = keys.size > 0 ? await read(platform.id, (person as Person).id, [...keys]) : [];
          return { name, property, found: Map.groupBy(found, ({ id, key = id }) => key) };
        }),
      );
      return rows.map((row) => {
        const added = expanded.map(({ name, property, found }) => {
          const objects = found.get(row[property] as string) ?? [];
          return [name, isMany(name) ? objects : (objects[0] ?? null)];
        });
        return { ...row, ...Object.fromEntries(added) };
      });
    }

    app.decorate('serveApi', (procedure, { run, onSend, bodyLimit }) => {
      if (!procedure.api) return;
      const call = describeCall(procedure, procedure.api);
      calls.push(call);
      const { method, path, scope, address, rest, isInQuery, output } = call;
      const rows = rowsOf(procedure.output);
      const hasRest = Object.keys(rest.properties).length > 0;
      const canExpand = expansionsOf(procedure).length > 0;
      const isRepeatable = method !== 'GET' && !procedure.isIdempotent;
      app.route({
        method,
        url: API_PREFIX + path.replace(PARAMETER, ':$1'),
        exposeHeadRoute: false,
        ...(bodyLimit !== undefined && { bodyLimit }),
        config: { access: procedure.access, limit: procedure.limit, api: { ...procedure.api, scope } },
        schema: {
          hide: true,
          params: address,
          ...(isInQuery ? { querystring: rest } : hasRest && { body: rest }),
          response: { 200: output, '4xx': problemSchema, '5xx': problemSchema },
        },
        preValidation: async (request) => {
          const { body, headers } = request;
          if (body !== undefined && body !== null && !JSON_TYPE.test(headers['content-type'] ?? ''))
            throw new AppError('MEDIA_TYPE_UNSUPPORTED');
          if (canExpand) readExpand(request.query as Record<string, unknown>);
          // A program may send no body where every property of it is optional.
          if (hasRest && !isInQuery && !rest.required?.length) request.body ??= {};
        },
        handler: async (request, reply) => {
          // A body is checked only where the call has one.
          const given = isInQuery ? request.query : hasRest ? request.body : {};
          const { expand: names, ...rest } = given as { expand?: Expansion[] };
          const input = { ...(canExpand ? rest : (given as object)), ...(request.params as object) };
          if (canExpand && names) checkExpand(request.person as Person, names);
          const work = async () => {
            const answer = ((await run(request, reply, input)) ?? {}) as Record<string, unknown>;
            const shown = canExpand && names ? names : [];
            const properties = procedure.api?.expand ?? {};
            if (!rows) return (await expand(request, properties, shown, [answer]))[0] as object;
            const items = await expand(request, properties, shown, answer[rows] as Record<string, unknown>[]);
            return { ...answer, items };
          };
          if (!isRepeatable || request.headers['idempotency-key'] === undefined) return work();
          const { platform } = request;
          const person = request.person as Person;
          return app.answerOnce({ procedure: procedure.name, platform, person, input, request, reply }, work);
        },
        onSend: method === 'GET' ? [compareTag, ...onSend] : onSend,
        onResponse: (request, reply) => note(request, reply, call),
      });
    });
  },
  { name: 'api', dependencies: ['access', 'api-keys', 'idempotency', 'database', 'admission'] },
);
