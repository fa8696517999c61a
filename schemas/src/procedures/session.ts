import { textSchema, uuidSchema } from '../common.ts';
import { ADMIN_PERMISSIONS } from '../options.ts';
import { type Procedure, ROLES } from '../procedure.ts';

/** Who is signed in, and what that person may open. */
const sessionSchema = {
  type: 'object',
  required: ['person', 'roles', 'permissions', 'platformName'],
  additionalProperties: false,
  properties: {
    person: {
      type: 'object',
      required: ['id', 'name', 'email'],
      additionalProperties: false,
      properties: { id: uuidSchema, name: textSchema(120), email: textSchema(254) },
    },
    roles: { type: 'array', items: { type: 'string', enum: ROLES } },
    /** Only an administrator has any. */
    permissions: { type: 'array', items: { type: 'string', enum: ADMIN_PERMISSIONS } },
    platformName: textSchema(120),
  },
} as const;

export const signIn = {
  name: 'session.signIn',
  kind: 'mutation',
  summary:
    'Signs a person in with e-mail and password and sets the session cookie. Wrong e-mail and wrong password look the same.',
  access: { kind: 'public' },
  input: {
    type: 'object',
    required: ['email', 'password'],
    additionalProperties: false,
    properties: {
      email: { type: 'string', format: 'email', maxLength: 254 },
      password: { type: 'string', minLength: 1, maxLength: 200 },
    },
  },
  output: sessionSchema,
  errors: ['SIGN_IN_REFUSED', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const getSession = {
  name: 'session.getSession',
  kind: 'query',
  summary: 'The person of this session.',
  access: { kind: 'signedIn' },
  input: { type: 'object', additionalProperties: false, properties: {} },
  output: sessionSchema,
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const signOut = {
  name: 'session.signOut',
  kind: 'mutation',
  summary: 'Ends this session, or every session of this person.',
  access: { kind: 'signedIn' },
  input: { type: 'object', additionalProperties: false, properties: { isEverywhere: { type: 'boolean' } } },
  output: { type: 'object', additionalProperties: false, properties: {} },
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;
