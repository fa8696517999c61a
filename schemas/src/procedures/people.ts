import { versionSchema } from '../catalogue.ts';
import { dateTimeSchema, type FromSchema, LOCALES, nameSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { ADMIN_PERMISSIONS } from '../options.ts';
import {
  emailSchema,
  GUARDED,
  listCount,
  next,
  nothingSchema,
  nullable,
  optional,
  PLATFORM_REFUSALS,
  page,
  REFUSALS,
  record,
  recordWith,
  sortedBy,
} from '../parts.ts';
import { type Access, adminWith, type Procedure, ROLES } from '../procedure.ts';
import { documentSchema } from './account.ts';
import { EXPORT_FORMATS } from './balances.ts';

export const PERSON_STATUSES = ['ACTIVE', 'DISABLED'] as const;
/** The roles of a platform's users, as opposed to managers and staff. */
export const USER_ROLES = ['seller', 'affiliate', 'co-producer', 'customer'] as const;

const permissionsSchema = {
  type: 'array',
  items: { type: 'string', enum: ADMIN_PERMISSIONS },
  uniqueItems: true,
} as const;

const pagedInput = {
  /** Part of a name or e-mail. Users are also found by their whole phone, and by their CPF or CNPJ with the permission to read it. */
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

const peoplePage = recordWith({ people: { type: 'array', items: personSchema }, next }, { count: listCount });

const USERS = adminWith('isUsersAvailable');
const ADVANCED = adminWith('isUserAdvancedOptionsAvailable');
const MANAGERS = adminWith('isManagersAvailable');
const FUNCTIONARIES: Access = { kind: 'role', roles: ['admin', 'master'], permission: 'isFunctionariesAvailable' };

const onePerson = record({ personId: uuidSchema });
const readVersion = {
  /** The version that the form was read with. Left out, the change is compared with nothing. */
  version: { ...versionSchema, minimum: 0 },
} as const;
/** A master may name a platform that the master's own platform operates. */
const platformId = uuidSchema;

const PERSON_REFUSALS = [...REFUSALS, 'PERSON_NOT_FOUND'] as const;
const PERSON_GUARDED = [...GUARDED, 'PERSON_NOT_FOUND', 'OWN_ACCESS_FIXED'] as const;

export const listUsers = {
  name: 'people.listUsers',
  kind: 'query',
  summary: 'Lists sellers, affiliates, co-producers and customers, newest first.',
  access: USERS,
  limit: READING,
  api: { call: 'GET /platform/people', resource: 'people' },
  input: optional({
    ...pagedInput,
    ...sortedBy('name', 'createdAt', 'lastSeenAt'),
    role: { type: 'string', enum: USER_ROLES },
  }),
  output: peoplePage,
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

/** The filters of the file of all users: those of the list, without pages. */
export const exportUsersInput = recordWith(
  { format: { type: 'string', enum: EXPORT_FORMATS } },
  {
    search: pagedInput.search,
    status: pagedInput.status,
    role: { type: 'string', enum: USER_ROLES },
    /** The language of titles and texts in the file. */
    lang: { type: 'string', maxLength: 20 },
  },
);
export type ExportUsersInput = FromSchema<typeof exportUsersInput>;

export const getUser = {
  name: 'people.getUser',
  kind: 'query',
  summary: "Retrieves a user with that user's payment methods and manager.",
  access: USERS,
  limit: READING,
  api: { call: 'GET /platform/people/{personId}', resource: 'people' },
  input: onePerson,
  output: record({
    ...personSchema.properties,
    locale: nullable({ type: 'string', enum: LOCALES }),
    pixEnabled: { type: 'boolean' },
    creditCardEnabled: { type: 'boolean' },
    billetEnabled: { type: 'boolean' },
    hasSecondFactor: { type: 'boolean' },
    manager: nullable(record({ id: uuidSchema, name: textSchema(120) })),
    /** The version of the roles and payment methods, for setUserRoles and setPaymentMethods. */
    version: { type: 'integer' },
  }),
  errors: PERSON_REFUSALS,
} as const satisfies Procedure;

export const getUserDocument = {
  name: 'people.getUserDocument',
  kind: 'mutation',
  summary: 'Retrieves the CPF or CNPJ of a user. It is a mutation, because every access is logged.',
  access: adminWith('isUserDocumentsAvailable'),
  limit: CHANGING,
  input: onePerson,
  /** The digits without punctuation. */
  output: record({ document: nullable(textSchema(14)) }),
  errors: PERSON_REFUSALS,
} as const satisfies Procedure;

export const setUserDocument = {
  name: 'people.setUserDocument',
  kind: 'mutation',
  summary:
    'Corrects the CPF or CNPJ of a user. PIX keys and bank accounts of the old document are removed, and waiting withdrawals to them are returned.',
  access: adminWith('isUserDocumentsAvailable'),
  protects: 'permissions',
  limit: CHANGING,
  input: record({ personId: uuidSchema, document: documentSchema, reason: textSchema(300) }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'REASON_REQUIRED'],
} as const satisfies Procedure;

export const setUserStatus = {
  name: 'people.setUserStatus',
  kind: 'mutation',
  summary:
    "Disables or enables a user. Disabling ends the user's sessions and closes the user's offers at once. Staff cannot be disabled here.",
  access: USERS,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ personId: uuidSchema, status: { type: 'string', enum: PERSON_STATUSES } }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'PERSON_IS_STAFF'],
} as const satisfies Procedure;

export const setUserRoles = {
  name: 'people.setUserRoles',
  kind: 'mutation',
  summary: "Sets which of the users' roles a person has. Roles of staff stay as they are.",
  access: ADVANCED,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith(
    {
      personId: uuidSchema,
      roles: { type: 'array', uniqueItems: true, items: { type: 'string', enum: USER_ROLES } },
    },
    readVersion,
  ),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const setPaymentMethods = {
  name: 'people.setPaymentMethods',
  kind: 'mutation',
  summary: "Limits the payment methods of a seller's buyers, from the next purchase on.",
  access: ADVANCED,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith(
    {
      personId: uuidSchema,
      pixEnabled: { type: 'boolean' },
      creditCardEnabled: { type: 'boolean' },
      billetEnabled: { type: 'boolean' },
    },
    readVersion,
  ),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const assignManager = {
  name: 'people.assignManager',
  kind: 'mutation',
  summary: 'Assigns a manager to a user, or removes the manager.',
  access: ADVANCED,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ personId: uuidSchema, managerId: nullable(uuidSchema) }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'MANAGER_INVALID'],
} as const satisfies Procedure;

export const listManagers = {
  name: 'people.listManagers',
  kind: 'query',
  summary: 'Lists managers, newest first, with the number of users in their care.',
  access: MANAGERS,
  limit: READING,
  input: optional({ ...pagedInput, ...sortedBy('name', 'createdAt', 'lastSeenAt', 'userCount') }),
  output: recordWith(
    {
      people: {
        type: 'array',
        items: record({ ...personSchema.properties, userCount: { type: 'integer' } }),
      },
      next,
    },
    { count: listCount },
  ),
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

const invitation = { name: nameSchema(120, 3), email: emailSchema } as const;

export const inviteManager = {
  name: 'people.inviteManager',
  kind: 'mutation',
  summary: 'Makes a person a manager. A person without a password gets a mail with a link to choose one.',
  access: MANAGERS,
  protects: 'permissions',
  limit: CHANGING,
  input: record(invitation),
  output: onePerson,
  errors: [...PERSON_GUARDED, 'PERSON_DISABLED'],
} as const satisfies Procedure;

export const revokeManager = {
  name: 'people.revokeManager',
  kind: 'mutation',
  summary: "Revokes the role of manager. The manager's users are left without a manager.",
  access: MANAGERS,
  protects: 'permissions',
  limit: CHANGING,
  input: onePerson,
  output: nothingSchema,
  errors: PERSON_GUARDED,
} as const satisfies Procedure;

export const listFunctionaries = {
  name: 'people.listFunctionaries',
  kind: 'query',
  summary: 'Lists administrators with their permissions, newest first.',
  access: FUNCTIONARIES,
  limit: READING,
  input: optional({ ...pagedInput, ...sortedBy('name', 'createdAt', 'lastSeenAt'), platformId }),
  output: recordWith(
    {
      people: {
        type: 'array',
        items: record({
          ...personSchema.properties,
          permissions: permissionsSchema,
          hasSecondFactor: { type: 'boolean' },
          /** The version of the permissions, for setPermissions. */
          version: { type: 'integer' },
        }),
      },
      next,
    },
    { count: listCount },
  ),
  errors: [...PLATFORM_REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const inviteFunctionary = {
  name: 'people.inviteFunctionary',
  kind: 'mutation',
  summary:
    'Makes a person an administrator. Administrators can grant only permissions they hold. A person without a password gets a mail with a link to choose one.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith({ ...invitation, permissions: permissionsSchema }, { platformId }),
  output: onePerson,
  errors: [...PERSON_GUARDED, 'PERSON_DISABLED', 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const setPermissions = {
  name: 'people.setPermissions',
  kind: 'mutation',
  summary:
    "Sets an administrator's permissions, from the next request on. The caller must hold every permission that is granted or removed.",
  access: FUNCTIONARIES,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith({ personId: uuidSchema, permissions: permissionsSchema }, { platformId, ...readVersion }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const revokeFunctionary = {
  name: 'people.revokeFunctionary',
  kind: 'mutation',
  summary:
    'Revokes the role of administrator. An administrator who calls this must hold every permission that is lost.',
  access: FUNCTIONARIES,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith({ personId: uuidSchema }, { platformId }),
  output: nothingSchema,
  errors: [...PERSON_GUARDED, 'PERMISSION_NOT_HELD', 'PLATFORM_NOT_FOUND'],
} as const satisfies Procedure;

export const listManagedUsers = {
  name: 'people.listManagedUsers',
  kind: 'query',
  summary: "Lists the users in the signed-in manager's care, newest first.",
  access: { kind: 'role', roles: ['manager'] },
  limit: READING,
  input: optional({ ...pagedInput, ...sortedBy('name', 'createdAt', 'lastSeenAt') }),
  output: peoplePage,
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const peopleErrors = {
  PERSON_NOT_FOUND: { status: 404, 'pt-BR': 'Esta pessoa não existe.', en: 'This person does not exist.' },
  PERSON_IS_STAFF: {
    status: 422,
    'pt-BR': 'Esta pessoa também trabalha na plataforma. Retire antes o papel de gerente, administrador ou master.',
    en: 'This person also works for the platform. Take away the role of manager, administrator or master first.',
  },
  PERSON_DISABLED: {
    status: 422,
    'pt-BR': 'Esta pessoa está desativada. Ative-a antes de convidá-la.',
    en: 'This person is disabled. Enable them before inviting them.',
  },
  OWN_ACCESS_FIXED: {
    status: 422,
    'pt-BR': 'Ninguém altera o próprio acesso. Peça a outra pessoa da equipe.',
    en: 'Nobody changes their own access. Ask somebody else on the team.',
  },
  PERMISSION_NOT_HELD: {
    status: 403,
    'pt-BR': 'Você só pode conceder ou retirar permissões que também tem.',
    en: 'You can only grant or take away permissions that you hold yourself.',
  },
  MANAGER_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um gerente ativo desta plataforma.',
    en: 'Choose an active manager of this platform.',
  },
} as const satisfies ErrorTexts;
