import { dateTimeSchema, type FromSchema, LOCALES, textSchema, uuidSchema } from '../common.ts';
import { ADMIN_PERMISSIONS } from '../options.ts';
import { type Access, type Procedure, ROLES } from '../procedure.ts';
import { documentSchema, emailSchema, nothingSchema } from './account.ts';

export const PERSON_STATUSES = ['ACTIVE', 'DISABLED'] as const;
/** What a user of the platform may be, besides a manager or one of its staff. */
export const USER_ROLES = ['seller', 'affiliate', 'co-producer', 'customer'] as const;

const permissionsSchema = {
  type: 'array',
  items: { type: 'string', enum: ADMIN_PERMISSIONS },
  uniqueItems: true,
} as const;

const pagedInput = {
  /** Part of a name or e-mail. */
  search: textSchema(100),
  status: { type: 'string', enum: PERSON_STATUSES },
  /** "next" of the page before. */
  after: { type: 'string', maxLength: 200 },
  limit: { type: 'integer', minimum: 1, maximum: 100 },
} as const;

const nullable = <const S>(schema: S) => ({ anyOf: [{ type: 'null' }, schema] }) as const;

const personSchema = {
  type: 'object',
  required: ['id', 'name', 'email', 'phone', 'status', 'roles', 'createdAt', 'lastSeenAt'],
  additionalProperties: false,
  properties: {
    id: uuidSchema,
    name: textSchema(120),
    email: textSchema(254),
    phone: nullable(textSchema(20)),
    status: { type: 'string', enum: PERSON_STATUSES },
    roles: { type: 'array', items: { type: 'string', enum: ROLES } },
    createdAt: dateTimeSchema,
    lastSeenAt: nullable(dateTimeSchema),
  },
} as const;
export type PersonSummary = FromSchema<typeof personSchema>;

const peoplePage = {
  type: 'object',
  required: ['people', 'next'],
  additionalProperties: false,
  properties: { people: { type: 'array', items: personSchema }, next: nullable({ type: 'string' }) },
} as const;

const USERS: Access = { kind: 'role', roles: ['admin'], permission: 'isUsersAvailable' };
const ADVANCED: Access = { kind: 'role', roles: ['admin'], permission: 'isUserAdvancedOptionsAvailable' };
const MANAGERS: Access = { kind: 'role', roles: ['admin'], permission: 'isManagersAvailable' };
const FUNCTIONARIES: Access = { kind: 'role', roles: ['admin', 'master'], permission: 'isFunctionariesAvailable' };

const onePerson = {
  type: 'object',
  required: ['personId'],
  additionalProperties: false,
  properties: { personId: uuidSchema },
} as const;
/** A master may name a platform that his own one operates. */
const platformId = uuidSchema;

const REFUSALS = ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PERSON_NOT_FOUND'] as const;
const GUARDED = [...REFUSALS, 'OWN_ACCESS_FIXED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'] as const;

export const listUsers = {
  name: 'people.listUsers',
  kind: 'query',
  summary: 'Sellers, affiliates, co-producers and customers, newest first.',
  access: USERS,
  input: {
    type: 'object',
    additionalProperties: false,
    properties: { ...pagedInput, role: { type: 'string', enum: USER_ROLES } },
  },
  output: peoplePage,
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
} as const satisfies Procedure;

/** What the file of all users may be narrowed by: as the list of users, without pages. */
export const exportUsersInput = {
  type: 'object',
  additionalProperties: false,
  properties: {
    search: pagedInput.search,
    status: pagedInput.status,
    role: { type: 'string', enum: USER_ROLES },
    /** Of the titles and words in it. */
    lang: { type: 'string', maxLength: 20 },
  },
} as const;
export type ExportUsersInput = FromSchema<typeof exportUsersInput>;

export const getUser = {
  name: 'people.getUser',
  kind: 'query',
  summary: 'One user with what buyers may pay with and who looks after this user.',
  access: USERS,
  input: onePerson,
  output: {
    type: 'object',
    required: [
      ...personSchema.required,
      'locale',
      'pixEnabled',
      'creditCardEnabled',
      'billetEnabled',
      'manager',
      'hasSecondFactor',
    ],
    additionalProperties: false,
    properties: {
      ...personSchema.properties,
      locale: nullable({ type: 'string', enum: LOCALES }),
      pixEnabled: { type: 'boolean' },
      creditCardEnabled: { type: 'boolean' },
      billetEnabled: { type: 'boolean' },
      hasSecondFactor: { type: 'boolean' },
      manager: nullable({
        type: 'object',
        required: ['id', 'name'],
        additionalProperties: false,
        properties: { id: uuidSchema, name: textSchema(120) },
      }),
    },
  },
  errors: REFUSALS,
} as const satisfies Procedure;

export const getUserDocument = {
  name: 'people.getUserDocument',
  kind: 'mutation',
  summary: 'The CPF or CNPJ of a user. Every look is recorded, hence a mutation.',
  access: { kind: 'role', roles: ['admin'], permission: 'isUserDocumentsAvailable' },
  input: onePerson,
  output: {
    type: 'object',
    required: ['document'],
    additionalProperties: false,
    /** Without punctuation. */
    properties: { document: nullable(textSchema(14)) },
  },
  errors: REFUSALS,
} as const satisfies Procedure;

export const setUserDocument = {
  name: 'people.setUserDocument',
  kind: 'mutation',
  summary:
    'Corrects the CPF or CNPJ of a user. PIX keys and bank accounts in another name are removed; what waits to go there comes back.',
  access: { kind: 'role', roles: ['admin'], permission: 'isUserDocumentsAvailable' },
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['personId', 'document', 'reason'],
    additionalProperties: false,
    properties: { personId: uuidSchema, document: documentSchema, reason: textSchema(300) },
  },
  output: nothingSchema,
  errors: [...GUARDED, 'REASON_REQUIRED'],
} as const satisfies Procedure;

export const setUserStatus = {
  name: 'people.setUserStatus',
  kind: 'mutation',
  summary:
    'Disables a user, whose sessions end and whose offers close at once, or enables one again. Staff cannot be disabled here.',
  access: USERS,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['personId', 'status'],
    additionalProperties: false,
    properties: { personId: uuidSchema, status: { type: 'string', enum: PERSON_STATUSES } },
  },
  output: nothingSchema,
  errors: [...GUARDED, 'PERSON_IS_STAFF'],
} as const satisfies Procedure;

export const setUserRoles = {
  name: 'people.setUserRoles',
  kind: 'mutation',
  summary: "Sets which of the users' roles a person has; roles of staff stay as they are.",
  access: ADVANCED,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['personId', 'roles'],
    additionalProperties: false,
    properties: {
      personId: uuidSchema,
      roles: { type: 'array', uniqueItems: true, items: { type: 'string', enum: USER_ROLES } },
    },
  },
  output: nothingSchema,
  errors: GUARDED,
} as const satisfies Procedure;

export const setPaymentMethods = {
  name: 'people.setPaymentMethods',
  kind: 'mutation',
  summary: "Narrows what a seller's buyers may pay with, from the next purchase on.",
  access: ADVANCED,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['personId', 'pixEnabled', 'creditCardEnabled', 'billetEnabled'],
    additionalProperties: false,
    properties: {
      personId: uuidSchema,
      pixEnabled: { type: 'boolean' },
      creditCardEnabled: { type: 'boolean' },
      billetEnabled: { type: 'boolean' },
    },
  },
  output: nothingSchema,
  errors: GUARDED,
} as const satisfies Procedure;

export const assignManager = {
  name: 'people.assignManager',
  kind: 'mutation',
  summary: 'Gives a user a manager, or none.',
  access: ADVANCED,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['personId', 'managerId'],
    additionalProperties: false,
    properties: { personId: uuidSchema, managerId: nullable(uuidSchema) },
  },
  output: nothingSchema,
  errors: [...GUARDED, 'MANAGER_INVALID'],
} as const satisfies Procedure;

export const listManagers = {
  name: 'people.listManagers',
  kind: 'query',
  summary: 'Managers, newest first, and how many users each looks after.',
  access: MANAGERS,
  input: { type: 'object', additionalProperties: false, properties: pagedInput },
  output: {
    type: 'object',
    required: ['people', 'next'],
    additionalProperties: false,
    properties: {
      people: {
        type: 'array',
        items: {
          type: 'object',
          required: [...personSchema.required, 'userCount'],
          additionalProperties: false,
          properties: { ...personSchema.properties, userCount: { type: 'integer' } },
        },
      },
      next: nullable({ type: 'string' }),
    },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
} as const satisfies Procedure;

const invitation = { name: textSchema(120, 3), email: emailSchema } as const;

export const inviteManager = {
  name: 'people.inviteManager',
  kind: 'mutation',
  summary: 'Makes somebody a manager. Who has no password yet is mailed a link to choose one.',
  access: MANAGERS,
  protects: 'permissions',
  input: { type: 'object', required: ['name', 'email'], additionalProperties: false, properties: invitation },
  output: onePerson,
  errors: [...GUARDED, 'PERSON_DISABLED'],
} as const satisfies Procedure;

export const revokeManager = {
  name: 'people.revokeManager',
  kind: 'mutation',
  summary: 'Takes the role of manager away; the users looked after are left without one.',
  access: MANAGERS,
  protects: 'permissions',
  input: onePerson,
  output: nothingSchema,
  errors: GUARDED,
} as const satisfies Procedure;

export const listFunctionaries = {
  name: 'people.listFunctionaries',
  kind: 'query',
  summary: 'Administrators and what each may open, newest first.',
  access: FUNCTIONARIES,
  input: { type: 'object', additionalProperties: false, properties: { ...pagedInput, platformId } },
  output: {
    type: 'object',
    required: ['people', 'next'],
    additionalProperties: false,
    properties: {
      people: {
        type: 'array',
        items: {
          type: 'object',
          required: [...personSchema.required, 'permissions', 'hasSecondFactor'],
          additionalProperties: false,
          properties: {
            ...personSchema.properties,
            permissions: permissionsSchema,
            hasSecondFactor: { type: 'boolean' },
          },
        },
      },
      next: nullable({ type: 'string' }),
    },
  },
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const inviteFunctionary = {
  name: 'people.inviteFunctionary',
  kind: 'mutation',
  summary:
    'Makes somebody an administrator. An administrator grants only permissions of his own. Who has no password yet is mailed a link to choose one.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['name', 'email', 'permissions'],
    additionalProperties: false,
    properties: { ...invitation, permissions: permissionsSchema, platformId },
  },
  output: onePerson,
  errors: [...GUARDED, 'PERSON_DISABLED', 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const setPermissions = {
  name: 'people.setPermissions',
  kind: 'mutation',
  summary:
    'Sets what an administrator may open, from the next request on. What is granted or taken away must be held by the caller.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['personId', 'permissions'],
    additionalProperties: false,
    properties: { personId: uuidSchema, permissions: permissionsSchema, platformId },
  },
  output: nothingSchema,
  errors: [...GUARDED, 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const revokeFunctionary = {
  name: 'people.revokeFunctionary',
  kind: 'mutation',
  summary: 'Takes the role of administrator away. An administrator needs every permission that is lost by it.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  input: {
    type: 'object',
    required: ['personId'],
    additionalProperties: false,
    properties: { personId: uuidSchema, platformId },
  },
  output: nothingSchema,
  errors: [...GUARDED, 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const listManagedUsers = {
  name: 'people.listManagedUsers',
  kind: 'query',
  summary: 'The users whom the signed-in manager looks after, newest first.',
  access: { kind: 'role', roles: ['manager'] },
  input: { type: 'object', additionalProperties: false, properties: pagedInput },
  output: peoplePage,
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
} as const satisfies Procedure;
