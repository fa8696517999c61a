import { dateTimeSchema, type FromSchema, LOCALES, textSchema, uuidSchema } from '../common.ts';
import { ADMIN_PERMISSIONS } from '../options.ts';
import {
  emailSchema,
  GUARDED,
  next,
  nothingSchema,
  nullable,
  optional,
  PLATFORM_REFUSALS,
  page,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { type Access, adminWith, type Procedure, ROLES } from '../procedure.ts';
import { documentSchema } from './account.ts';

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
  ...page,
} as const;

const personSchema = record({
  id: uuidSchema,
  name: textSchema(120),
  email: textSchema(254),
  phone: nullable(textSchema(20)),
  status: { type: 'string', enum: PERSON_STATUSES },
  roles: { type: 'array', items: { type: 'string', enum: ROLES } },
  createdAt: dateTimeSchema,
  lastSeenAt: nullable(dateTimeSchema),
});
export type PersonSummary = FromSchema<typeof personSchema>;

const peoplePage = record({ people: { type: 'array', items: personSchema }, next });

const USERS = adminWith('isUsersAvailable');
const ADVANCED = adminWith('isUserAdvancedOptionsAvailable');
const MANAGERS = adminWith('isManagersAvailable');
const FUNCTIONARIES: Access = { kind: 'role', roles: ['admin', 'master'], permission: 'isFunctionariesAvailable' };

const onePerson = record({ personId: uuidSchema });
/** A master may name a platform that his own one operates. */
const platformId = uuidSchema;

const PERSON_REFUSALS = [...REFUSALS, 'PERSON_NOT_FOUND'] as const;
const PERSON_GUARDED = [...GUARDED, 'PERSON_NOT_FOUND', 'OWN_ACCESS_FIXED'] as const;

export const listUsers = {
  name: 'people.listUsers',
  kind: 'query',
  summary: 'Sellers, affiliates, co-producers and customers, newest first.',
  access: USERS,
  input: optional({ ...pagedInput, role: { type: 'string', enum: USER_ROLES } }),
  output: peoplePage,
  errors: REFUSALS,
} as const satisfies Procedure;

/** What the file of all users may be narrowed by: as the list of users, without pages. */
export const exportUsersInput = optional({
  search: pagedInput.search,
  status: pagedInput.status,
  role: { type: 'string', enum: USER_ROLES },
  /** Of the titles and words in it. */
  lang: { type: 'string', maxLength: 20 },
});
export type ExportUsersInput = FromSchema<typeof exportUsersInput>;

export const getUser = {
  name: 'people.getUser',
  kind: 'query',
  summary: 'One user with what buyers may pay with and who looks after this user.',
  access: USERS,
  input: onePerson,
  output: record({
    ...personSchema.properties,
    locale: nullable({ type: 'string', enum: LOCALES }),
    pixEnabled: { type: 'boolean' },
    creditCardEnabled: { type: 'boolean' },
    billetEnabled: { type: 'boolean' },
    hasSecondFactor: { type: 'boolean' },
    manager: nullable(record({ id: uuidSchema, name: textSchema(120) })),
  }),
  errors: PERSON_REFUSALS,
} as const satisfies Procedure;

export const getUserDocument = {
  name: 'people.getUserDocument',
  kind: 'mutation',
  summary: 'The CPF or CNPJ of a user. Every look is recorded, hence a mutation.',
  access: adminWith('isUserDocumentsAvailable'),
  input: onePerson,
  /** Without punctuation. */
  output: record({ document: nullable(textSchema(14)) }),
  errors: PERSON_REFUSALS,
} as const satisfies Procedure;

export const setUserDocument = {
  name: 'people.setUserDocument',
  kind: 'mutation',
  summary:
    'Corrects the CPF or CNPJ of a user. PIX keys and bank accounts in another name are removed; what waits to go there comes back.',
  access: adminWith('isUserDocumentsAvailable'),
  protects: 'permissions',
  input: record({ personId: uuidSchema, document: documentSchema, reason: textSchema(300) }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'REASON_REQUIRED'],
} as const satisfies Procedure;

export const setUserStatus = {
  name: 'people.setUserStatus',
  kind: 'mutation',
  summary:
    'Disables a user, whose sessions end and whose offers close at once, or enables one again. Staff cannot be disabled here.',
  access: USERS,
  protects: 'permissions',
  input: record({ personId: uuidSchema, status: { type: 'string', enum: PERSON_STATUSES } }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'PERSON_IS_STAFF'],
} as const satisfies Procedure;

export const setUserRoles = {
  name: 'people.setUserRoles',
  kind: 'mutation',
  summary: "Sets which of the users' roles a person has; roles of staff stay as they are.",
  access: ADVANCED,
  protects: 'permissions',
  input: record({
    personId: uuidSchema,
    roles: { type: 'array', uniqueItems: true, items: { type: 'string', enum: USER_ROLES } },
  }),
  output: nothingSchema,
  errors: PERSON_GUARDED,
} as const satisfies Procedure;

export const setPaymentMethods = {
  name: 'people.setPaymentMethods',
  kind: 'mutation',
  summary: "Narrows what a seller's buyers may pay with, from the next purchase on.",
  access: ADVANCED,
  protects: 'permissions',
  input: record({
    personId: uuidSchema,
    pixEnabled: { type: 'boolean' },
    creditCardEnabled: { type: 'boolean' },
    billetEnabled: { type: 'boolean' },
  }),
  output: nothingSchema,
  errors: PERSON_GUARDED,
} as const satisfies Procedure;

export const assignManager = {
  name: 'people.assignManager',
  kind: 'mutation',
  summary: 'Gives a user a manager, or none.',
  access: ADVANCED,
  protects: 'permissions',
  input: record({ personId: uuidSchema, managerId: nullable(uuidSchema) }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'MANAGER_INVALID'],
} as const satisfies Procedure;

export const listManagers = {
  name: 'people.listManagers',
  kind: 'query',
  summary: 'Managers, newest first, and how many users each looks after.',
  access: MANAGERS,
  input: optional(pagedInput),
  output: record({
    people: {
      type: 'array',
      items: record({ ...personSchema.properties, userCount: { type: 'integer' } }),
    },
    next,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const invitation = { name: textSchema(120, 3), email: emailSchema } as const;

export const inviteManager = {
  name: 'people.inviteManager',
  kind: 'mutation',
  summary: 'Makes somebody a manager. Who has no password yet is mailed a link to choose one.',
  access: MANAGERS,
  protects: 'permissions',
  input: record(invitation),
  output: onePerson,
  errors: [...PERSON_GUARDED, 'PERSON_DISABLED'],
} as const satisfies Procedure;

export const revokeManager = {
  name: 'people.revokeManager',
  kind: 'mutation',
  summary: 'Takes the role of manager away; the users looked after are left without one.',
  access: MANAGERS,
  protects: 'permissions',
  input: onePerson,
  output: nothingSchema,
  errors: PERSON_GUARDED,
} as const satisfies Procedure;

export const listFunctionaries = {
  name: 'people.listFunctionaries',
  kind: 'query',
  summary: 'Administrators and what each may open, newest first.',
  access: FUNCTIONARIES,
  input: optional({ ...pagedInput, platformId }),
  output: record({
    people: {
      type: 'array',
      items: record({
        ...personSchema.properties,
        permissions: permissionsSchema,
        hasSecondFactor: { type: 'boolean' },
      }),
    },
    next,
  }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const inviteFunctionary = {
  name: 'people.inviteFunctionary',
  kind: 'mutation',
  summary:
    'Makes somebody an administrator. An administrator grants only permissions of his own. Who has no password yet is mailed a link to choose one.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  input: recordWith({ ...invitation, permissions: permissionsSchema }, { platformId }),
  output: onePerson,
  errors: [...PERSON_GUARDED, 'PERSON_DISABLED', 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const setPermissions = {
  name: 'people.setPermissions',
  kind: 'mutation',
  summary:
    'Sets what an administrator may open, from the next request on. What is granted or taken away must be held by the caller.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  input: recordWith({ personId: uuidSchema, permissions: permissionsSchema }, { platformId }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const revokeFunctionary = {
  name: 'people.revokeFunctionary',
  kind: 'mutation',
  summary: 'Takes the role of administrator away. An administrator needs every permission that is lost by it.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  input: recordWith({ personId: uuidSchema }, { platformId }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const listManagedUsers = {
  name: 'people.listManagedUsers',
  kind: 'query',
  summary: 'The users whom the signed-in manager looks after, newest first.',
  access: { kind: 'role', roles: ['manager'] },
  input: optional(pagedInput),
  output: peoplePage,
  errors: REFUSALS,
} as const satisfies Procedure;
