/** Keys with which programs call the public API: a seller's own, and those of the platform. */

import { API_KEY_KINDS, API_KEY_MODES, API_SCOPES, API_VERSIONS } from '../api.ts';
import { dateTimeSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  GUARDED,
  nothingSchema,
  nullable,
  page,
  pageOf,
  personSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { INTEGRATORS, type Procedure } from '../procedure.ts';

export const MOST_API_KEYS = 50;
const MOST_NETWORKS = 20;

/** The hours in which a key that was rolled works beside the new one. */
export const ROLL_HOURS = [0, 1, 24, 72, 168] as const;
/** The days after which a key can end. */
export const KEY_DAYS = [30, 90, 180, 365] as const;

const kind = { type: 'string', enum: API_KEY_KINDS } as const;
const byId = { keyId: uuidSchema } as const;
/** The key itself, which is shown this once. */
const token = { type: 'string' } as const;

/** The properties that its owner edits. */
const terms = {
  name: lineSchema(60, 2),
  scopes: {
    type: 'array',
    minItems: 1,
    maxItems: API_SCOPES.length,
    uniqueItems: true,
    items: { type: 'string', enum: API_SCOPES },
  },
  /** The only networks from which it works, such as 203.0.113.0/24 or one address; all where the list is empty. */
  networks: { type: 'array', maxItems: MOST_NETWORKS, uniqueItems: true, items: textSchema(49) },
  version: { type: 'string', enum: API_VERSIONS },
} as const;

const keySchema = record({
  id: uuidSchema,
  ...terms,
  mode: { type: 'string', enum: API_KEY_MODES },
  /** The last four characters of the key. */
  hint: textSchema(4),
  /** The person who made it, and for whom it acts. */
  owner: personSchema,
  /** Neither revoked nor over. */
  isWorking: { type: 'boolean' },
  createdAt: dateTimeSchema,
  expiresAt: nullable(dateTimeSchema),
  revokedAt: nullable(dateTimeSchema),
  /** The last use, to the minute. */
  lastUsedAt: nullable(dateTimeSchema),
  lastUsedIp: nullable(textSchema(45)),
  /** Until then the key before the last roll works as well. */
  oldUntil: nullable(dateTimeSchema),
});

export const listKeys = {
  name: 'apiKeys.listKeys',
  kind: 'query',
  summary: "Lists the caller's API keys, or those of the platform, newest first. No key is ever shown again.",
  access: INTEGRATORS,
  limit: READING,
  input: record({ kind }),
  output: record({
    keys: { type: 'array', items: keySchema },
    /** The mode of a key that is made now. */
    mode: { type: 'string', enum: API_KEY_MODES },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const createKey = {
  name: 'apiKeys.createKey',
  kind: 'mutation',
  summary: 'Creates an API key and returns it. It acts for the caller, with the scopes given.',
  access: INTEGRATORS,
  protects: 'credentials',
  limit: CHANGING,
  input: record({ kind, ...terms, days: nullable({ type: 'integer', enum: KEY_DAYS }) }),
  output: record({ ...byId, token }),
  errors: [...GUARDED, 'API_SCOPE_UNAVAILABLE', 'API_KEY_NETWORK', 'API_KEY_LIMIT'],
} as const satisfies Procedure;

export const updateKey = {
  name: 'apiKeys.updateKey',
  kind: 'mutation',
  summary: 'Changes the name, scopes, networks and version of an API key of the caller.',
  access: INTEGRATORS,
  protects: 'credentials',
  limit: CHANGING,
  input: record({ ...byId, ...terms }),
  output: nothingSchema,
  errors: [...GUARDED, 'API_KEY_NOT_FOUND', 'API_SCOPE_UNAVAILABLE', 'API_KEY_NETWORK'],
} as const satisfies Procedure;

export const rollKey = {
  name: 'apiKeys.rollKey',
  kind: 'mutation',
  summary: 'Replaces an API key of the caller by a new one, and returns it. The old one works for the hours given.',
  access: INTEGRATORS,
  protects: 'credentials',
  limit: CHANGING,
  input: record({ ...byId, hours: { type: 'integer', enum: ROLL_HOURS } }),
  output: record({ token }),
  errors: [...GUARDED, 'API_KEY_NOT_FOUND'],
} as const satisfies Procedure;

export const revokeKey = {
  name: 'apiKeys.revokeKey',
  kind: 'mutation',
  summary: 'Revokes an API key of the caller, or one of the platform. It stops working with the next request.',
  access: INTEGRATORS,
  limit: CHANGING,
  input: record(byId),
  output: nothingSchema,
  errors: [...REFUSALS, 'API_KEY_NOT_FOUND'],
} as const satisfies Procedure;

export const listRequests = {
  name: 'apiKeys.listRequests',
  kind: 'query',
  summary: 'Lists what an API key changed and what it was refused in the last 30 days, newest first.',
  access: INTEGRATORS,
  limit: READING,
  input: recordWith(byId, { ...page, isRefused: { type: 'boolean' } }),
  output: pageOf(
    record({
      /** The value of the header Request-Id. */
      id: uuidSchema,
      call: textSchema(200),
      status: { type: 'integer' },
      code: nullable(textSchema(60)),
      ip: nullable(textSchema(45)),
      /** Milliseconds. */
      duration: { type: 'integer' },
      createdAt: dateTimeSchema,
    }),
  ),
  errors: [...REFUSALS, 'API_KEY_NOT_FOUND'],
} as const satisfies Procedure;

export const apiKeysErrors = {
  API_KEY_INVALID: {
    status: 401,
    'pt-BR': 'Esta chave de API não existe, expirou ou foi revogada. Envie Authorization: Bearer feira_live_….',
    en: 'This API key does not exist, has expired or was revoked. Send Authorization: Bearer feira_live_….',
  },
  API_KEY_ADDRESS: {
    status: 403,
    'pt-BR': 'Esta chave de API não vale para este endereço de rede.',
    en: 'This API key does not work from this network address.',
  },
  API_KEY_MODE: {
    status: 403,
    'pt-BR': 'Esta é uma chave de teste, e a plataforma já cobra dinheiro de verdade: crie uma chave de produção.',
    en: 'This is a test key, and the platform charges real money by now: create a live key.',
  },
  API_SCOPE_MISSING: {
    status: 403,
    'pt-BR': 'A chave de API não tem o escopo desta chamada.',
    en: 'The API key lacks the scope of this call.',
  },
  API_SCOPE_UNAVAILABLE: {
    status: 400,
    'pt-BR': 'Chaves deste tipo não têm este escopo.',
    en: 'Keys of this kind do not have this scope.',
  },
  API_VERSION_UNKNOWN: {
    status: 400,
    'pt-BR': 'Esta versão da API não existe. Veja as versões na documentação.',
    en: 'This version of the API does not exist. See the versions in the documentation.',
  },
  API_KEY_NETWORK: {
    status: 400,
    'pt-BR': 'Escreva uma rede como 203.0.113.0/24 ou um endereço como 203.0.113.7.',
    en: 'Write a network such as 203.0.113.0/24 or an address such as 203.0.113.7.',
  },
  API_KEY_NOT_FOUND: { status: 404, 'pt-BR': 'Chave de API não encontrada.', en: 'API key not found.' },
  API_KEY_LIMIT: {
    status: 409,
    'pt-BR': 'Você já tem 50 chaves de API que funcionam: revogue uma.',
    en: 'You have 50 API keys that work already: revoke one.',
  },
} as const satisfies ErrorTexts;
