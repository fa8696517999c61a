import { currencySchema, dateTimeSchema, LOCALES, textSchema, uuidSchema } from '../common.ts';
import { platformSettingsSchema } from '../platform.ts';
import type { Access, Procedure } from '../procedure.ts';
import { emailSchema, nothingSchema } from './account.ts';

export const PLATFORM_STATUSES = ['ACTIVE', 'DISABLED'] as const;
/** A host name as DNS knows it, without scheme, port or slash. */
export const hostSchema = { type: 'string', minLength: 1, maxLength: 253 } as const;

const MASTER: Access = { kind: 'role', roles: ['master'] };
const REFUSALS = ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PLATFORM_NOT_FOUND'] as const;
const GUARDED = [...REFUSALS, 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'] as const;

const platformSchema = {
  type: 'object',
  required: ['id', 'name', 'status', 'isOwn', 'hosts', 'createdAt'],
  additionalProperties: false,
  properties: {
    id: uuidSchema,
    name: textSchema(120),
    status: { type: 'string', enum: PLATFORM_STATUSES },
    /** The one whose masters run the others. */
    isOwn: { type: 'boolean' },
    /** '*' answers for hosts nobody claimed. */
    hosts: { type: 'array', items: { type: 'string' } },
    createdAt: dateTimeSchema,
  },
} as const;

export const listPlatforms = {
  name: 'platforms.listPlatforms',
  kind: 'query',
  summary: "The master's own platform and those it operates, oldest first.",
  access: MASTER,
  input: nothingSchema,
  output: {
    type: 'object',
    required: ['platforms'],
    additionalProperties: false,
    properties: { platforms: { type: 'array', items: platformSchema } },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
} as const satisfies Procedure;

export const getPlatform = {
  name: 'platforms.getPlatform',
  kind: 'query',
  summary: 'One platform with all its settings.',
  access: MASTER,
  input: {
    type: 'object',
    required: ['platformId'],
    additionalProperties: false,
    properties: { platformId: uuidSchema },
  },
  output: {
    type: 'object',
    required: [...platformSchema.required, 'settings'],
    additionalProperties: false,
    properties: { ...platformSchema.properties, settings: platformSettingsSchema },
  },
  errors: REFUSALS,
} as const satisfies Procedure;

export const createPlatform = {
  name: 'platforms.createPlatform',
  kind: 'mutation',
  summary: 'Opens a platform that this one operates, and invites its first administrator with every permission.',
  access: MASTER,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['name', 'host', 'currency', 'adminName', 'adminEmail'],
    additionalProperties: false,
    properties: {
      name: textSchema(120, 2),
      host: hostSchema,
      currency: currencySchema,
      locale: { type: 'string', enum: LOCALES },
      adminName: textSchema(120, 3),
      adminEmail: emailSchema,
    },
  },
  output: {
    type: 'object',
    required: ['platformId'],
    additionalProperties: false,
    properties: { platformId: uuidSchema },
  },
  errors: [...GUARDED, 'DOMAIN_INVALID', 'DOMAIN_TAKEN'],
} as const satisfies Procedure;

export const updatePlatform = {
  name: 'platforms.updatePlatform',
  kind: 'mutation',
  summary: 'Changes name, status or settings; what is left out stays. A disabled platform answers nobody.',
  access: MASTER,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['platformId'],
    additionalProperties: false,
    properties: {
      platformId: uuidSchema,
      name: textSchema(120, 2),
      status: { type: 'string', enum: PLATFORM_STATUSES },
      settings: platformSettingsSchema,
    },
  },
  output: nothingSchema,
  errors: [...GUARDED, 'PLATFORM_SELF'],
} as const satisfies Procedure;

const oneHost = {
  type: 'object',
  required: ['platformId', 'host'],
  additionalProperties: false,
  properties: { platformId: uuidSchema, host: hostSchema },
} as const;

export const addHost = {
  name: 'platforms.addHost',
  kind: 'mutation',
  summary: 'Gives a platform a host name at once; who runs the server knows whose it is.',
  access: MASTER,
  protects: 'permissions',
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_INVALID', 'DOMAIN_TAKEN'],
} as const satisfies Procedure;

export const removeHost = {
  name: 'platforms.removeHost',
  kind: 'mutation',
  summary: 'Takes a host name from a platform; the last one stays.',
  access: MASTER,
  protects: 'permissions',
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_NOT_FOUND', 'DOMAIN_LAST'],
} as const satisfies Procedure;
