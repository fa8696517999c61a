import { LOCALES, nameSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, PROVING, READING } from '../limits.ts';
import { ADMIN_PERMISSIONS } from '../options.ts';
import {
  emailSchema,
  nothingSchema,
  nullable,
  optional,
  personSchema,
  phoneSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { adminWith, type Procedure, ROLES } from '../procedure.ts';
import { passwordSchema, tokenSchema, webAuthnOptionsSchema, webAuthnSchema } from './account.ts';

/** The state of a session. Until it is ACTIVE, a code is missing, or a second factor has to be set up. */
export const SESSION_STATES = ['ACTIVE', 'CODE_REQUIRED', 'ENROLLMENT_REQUIRED'] as const;

/** The pages where people sign in. A person without a role for the page is refused as with a wrong password. */
export const ENTRANCES = ['platform', 'manager', 'admin', 'master'] as const;
export type Entrance = (typeof ENTRANCES)[number];

/** The signed-in person, and what that person may open. */
const sessionSchema = recordWith(
  {
    state: { type: 'string', enum: SESSION_STATES },
    person: personSchema,
    /** The roles that this session may use; none until it is ACTIVE. */
    roles: { type: 'array', items: { type: 'string', enum: ROLES } },
    /** All roles of the person. Those missing in `roles` need a stronger sign-in. */
    heldRoles: { type: 'array', items: { type: 'string', enum: ROLES } },
    /** Only an administrator has permissions. */
    permissions: { type: 'array', items: { type: 'string', enum: ADMIN_PERMISSIONS } },
    platformName: textSchema(120),
    /** The administrator who is signed in as this person; otherwise null. */
    impersonator: nullable(record({ name: textSchema(120), email: textSchema(254) })),
    /** True where administrators and masters need a second factor on this platform. */
    isFactorRequired: { type: 'boolean' },
  },
  {
    /** True if a passkey of this host can stand for a code. */
    hasPasskey: { type: 'boolean' },
  },
);

export const signIn = {
  name: 'session.signIn',
  kind: 'mutation',
  summary:
    'Signs a person in with e-mail and password and sets the session cookie. Every failure returns the same error.',
  access: { kind: 'public' },
  limit: PROVING,
  input: recordWith(
    { email: emailSchema, password: { type: 'string', minLength: 1, maxLength: 200 } },
    {
      /** The default is `platform`. */
      entrance: { type: 'string', enum: ENTRANCES },
    },
  ),
  output: sessionSchema,
  errors: ['SIGN_IN_REFUSED', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const confirmCode = {
  name: 'session.confirmCode',
  kind: 'mutation',
  summary: 'Completes a sign-in with a code of the authenticator app or with a recovery code.',
  access: { kind: 'signingIn' },
  limit: PROVING,
  input: record({ code: { type: 'string', minLength: 6, maxLength: 30 } }),
  output: sessionSchema,
  errors: ['LOGIN_REQUIRED', 'CODE_REFUSED', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const startPasskeyProof = {
  name: 'session.startPasskeyProof',
  kind: 'mutation',
  summary:
    'Returns the options with which the browser has a passkey of this person sign. They are valid for five minutes and one use.',
  access: { kind: 'signingIn' },
  limit: CHANGING,
  input: nothingSchema,
  output: webAuthnOptionsSchema,
  errors: ['LOGIN_REQUIRED', 'PASSKEY_NOT_FOUND', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const confirmPasskey = {
  name: 'session.confirmPasskey',
  kind: 'mutation',
  summary:
    'Completes a sign-in with a passkey in place of the code. Confirms the identity of a person who is signed in, as session.reauthenticate does.',
  access: { kind: 'signingIn' },
  limit: PROVING,
  input: record({
    /** The authenticator's name of the passkey. */
    credential: webAuthnSchema(1_400),
    clientDataJSON: webAuthnSchema(8_000),
    authenticatorData: webAuthnSchema(4_000),
    signature: webAuthnSchema(8_000),
  }),
  output: sessionSchema,
  errors: ['LOGIN_REQUIRED', 'PASSKEY_REFUSED', 'IMPERSONATION_FORBIDDEN', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const getSession = {
  name: 'session.getSession',
  kind: 'query',
  summary: 'Retrieves the signed-in person and the state of the session.',
  access: { kind: 'signingIn' },
  limit: READING,
  input: nothingSchema,
  output: sessionSchema,
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const signOut = {
  name: 'session.signOut',
  kind: 'mutation',
  summary: 'Ends this session, or every session of the signed-in person.',
  access: { kind: 'signingIn' },
  limit: CHANGING,
  input: optional({ isEverywhere: { type: 'boolean' } }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const reauthenticate = {
  name: 'session.reauthenticate',
  kind: 'mutation',
  summary:
    'Confirms the identity of the signed-in person, which allows changes to money, credentials and permissions for ten minutes.',
  access: { kind: 'signedIn' },
  limit: PROVING,
  input: recordWith(
    { password: { type: 'string', minLength: 1, maxLength: 200 } },
    {
      /** Required where the person has a second factor. */
      code: { type: 'string', minLength: 6, maxLength: 30 },
    },
  ),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'SIGN_IN_REFUSED', 'CODE_REFUSED', 'IMPERSONATION_FORBIDDEN', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const register = {
  name: 'session.register',
  kind: 'mutation',
  summary:
    'Requests a seller account. The response is always the same; the mail that follows tells whether the e-mail already has an account.',
  access: { kind: 'public' },
  limit: PROVING,
  input: recordWith(
    { name: nameSchema(120, 3), email: emailSchema, password: passwordSchema },
    {
      phone: phoneSchema,
      locale: { type: 'string', enum: LOCALES },
    },
  ),
  output: nothingSchema,
  errors: ['PASSWORD_WEAK', 'ACCESS_DENIED', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const verifyEmail = {
  name: 'session.verifyEmail',
  kind: 'mutation',
  summary:
    'Creates the requested account and signs in. The password of the registration proves that the same person opened the mail.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ token: tokenSchema, password: { type: 'string', minLength: 1, maxLength: 200 } }),
  output: sessionSchema,
  errors: ['TOKEN_INVALID', 'SIGN_IN_REFUSED', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const requestRecovery = {
  name: 'session.requestRecovery',
  kind: 'mutation',
  summary: 'Mails a link to choose a new password. The response is always the same.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const choosePassword = {
  name: 'session.choosePassword',
  kind: 'mutation',
  summary:
    'Sets the password with the link of a recovery or an invitation, and ends every session of the person. A second factor stays in place.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ token: tokenSchema, password: passwordSchema }),
  /** The page where the person signs in now. */
  output: record({ email: textSchema(254), entrance: { type: 'string', enum: ENTRANCES } }),
  errors: ['TOKEN_INVALID', 'PASSWORD_WEAK', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const requestMagicLink = {
  name: 'session.requestMagicLink',
  kind: 'mutation',
  summary: 'Mails a customer a sign-in link. The response is always the same.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const useMagicLink = {
  name: 'session.useMagicLink',
  kind: 'mutation',
  summary: 'Signs a customer in with a mailed link. The session opens only customer pages.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ token: tokenSchema }),
  output: sessionSchema,
  errors: ['TOKEN_INVALID', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const signInAs = {
  name: 'session.signInAs',
  kind: 'mutation',
  summary:
    'Signs an administrator in as a seller, affiliate, co-producer, customer or manager. Both identities are logged; money and credentials stay protected.',
  access: adminWith('isUsersLoginAvailable'),
  protects: 'permissions',
  limit: CHANGING,
  input: record({ personId: uuidSchema }),
  output: sessionSchema,
  errors: [
    'LOGIN_REQUIRED',
    'ACCESS_DENIED',
    'PERSON_NOT_FOUND',
    'REAUTHENTICATION_REQUIRED',
    'IMPERSONATION_FORBIDDEN',
  ],
} as const satisfies Procedure;

export const stopImpersonation = {
  name: 'session.stopImpersonation',
  kind: 'mutation',
  summary: "Ends the impersonation and returns to the administrator's own session.",
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: nothingSchema,
  output: sessionSchema,
  errors: REFUSALS,
} as const satisfies Procedure;

export const sessionErrors = {
  SIGN_IN_REFUSED: { status: 401, 'pt-BR': 'E-mail ou senha incorretos.', en: 'Incorrect email or password.' },
  ACCESS_DENIED: { status: 403, 'pt-BR': 'Você não tem permissão para isso.', en: 'You are not allowed to do this.' },
} as const satisfies ErrorTexts;
