import { LOCALES, textSchema, uuidSchema } from '../common.ts';
import { ADMIN_PERMISSIONS } from '../options.ts';
import {
  emailSchema,
  nothingSchema,
  nullable,
  optional,
  personSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { adminWith, type Procedure, ROLES } from '../procedure.ts';
import { passwordSchema, tokenSchema } from './account.ts';

/** What still lacks before a session opens anything: a code, or a second factor to be set up. */
export const SESSION_STATES = ['ACTIVE', 'CODE_REQUIRED', 'ENROLLMENT_REQUIRED'] as const;

/** Which door somebody came through; whoever has no business behind it is refused like a wrong password. */
export const ENTRANCES = ['platform', 'manager', 'admin', 'master'] as const;
export type Entrance = (typeof ENTRANCES)[number];

/** Who is signed in, and what that person may open. */
const sessionSchema = record({
  state: { type: 'string', enum: SESSION_STATES },
  person: personSchema,
  /** Those this session may use; none until it is ACTIVE. */
  roles: { type: 'array', items: { type: 'string', enum: ROLES } },
  /** All that the person has; those missing above want a stronger sign-in. */
  heldRoles: { type: 'array', items: { type: 'string', enum: ROLES } },
  /** Only an administrator has any. */
  permissions: { type: 'array', items: { type: 'string', enum: ADMIN_PERMISSIONS } },
  platformName: textSchema(120),
  /** Who really sits there, when an administrator is signed in as this person. */
  impersonator: nullable(record({ name: textSchema(120), email: textSchema(254) })),
  /** Administrators and masters need a second factor here. */
  isFactorRequired: { type: 'boolean' },
});

export const signIn = {
  name: 'session.signIn',
  kind: 'mutation',
  summary:
    'Signs a person in with e-mail and password and sets the session cookie. Whatever was wrong, the refusal looks the same.',
  access: { kind: 'public' },
  input: recordWith(
    { email: emailSchema, password: { type: 'string', minLength: 1, maxLength: 200 } },
    {
      /** Default: platform. */
      entrance: { type: 'string', enum: ENTRANCES },
    },
  ),
  output: sessionSchema,
  errors: ['SIGN_IN_REFUSED', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const confirmCode = {
  name: 'session.confirmCode',
  kind: 'mutation',
  summary: 'Completes a sign-in with a code of the authenticator app, or with a recovery code.',
  access: { kind: 'signingIn' },
  input: record({ code: { type: 'string', minLength: 6, maxLength: 30 } }),
  output: sessionSchema,
  errors: ['LOGIN_REQUIRED', 'CODE_REFUSED', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const getSession = {
  name: 'session.getSession',
  kind: 'query',
  summary: 'The person of this session and how far signing in has come.',
  access: { kind: 'signingIn' },
  input: nothingSchema,
  output: sessionSchema,
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const signOut = {
  name: 'session.signOut',
  kind: 'mutation',
  summary: 'Ends this session, or every session of this person.',
  access: { kind: 'signingIn' },
  input: optional({ isEverywhere: { type: 'boolean' } }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const reauthenticate = {
  name: 'session.reauthenticate',
  kind: 'mutation',
  summary: 'Proves again who sits there, for ten minutes of changes to money, credentials and permissions.',
  access: { kind: 'signedIn' },
  input: recordWith(
    { password: { type: 'string', minLength: 1, maxLength: 200 } },
    {
      /** Where the person has a second factor. */
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
    "Asks for a seller's account. Always answers the same; the mail that follows says whether the e-mail has one already.",
  access: { kind: 'public' },
  input: recordWith(
    { name: textSchema(120, 3), email: emailSchema, password: passwordSchema },
    {
      /** Digits with area code. */
      phone: { type: 'string', pattern: '^[0-9]{10,11}$' },
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
    'Opens the account that was asked for and signs in. The password typed at registration proves that the reader of the mail asked for it.',
  access: { kind: 'public' },
  input: record({ token: tokenSchema, password: { type: 'string', minLength: 1, maxLength: 200 } }),
  output: sessionSchema,
  errors: ['TOKEN_INVALID', 'SIGN_IN_REFUSED', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const requestRecovery = {
  name: 'session.requestRecovery',
  kind: 'mutation',
  summary: 'Mails a link to choose a new password. Always answers the same.',
  access: { kind: 'public' },
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const choosePassword = {
  name: 'session.choosePassword',
  kind: 'mutation',
  summary:
    'Sets the password with the link of a recovery or an invitation and ends every session of the person. A second factor stays.',
  access: { kind: 'public' },
  input: record({ token: tokenSchema, password: passwordSchema }),
  /** Where to sign in now. */
  output: record({ email: textSchema(254), entrance: { type: 'string', enum: ENTRANCES } }),
  errors: ['TOKEN_INVALID', 'PASSWORD_WEAK', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const requestMagicLink = {
  name: 'session.requestMagicLink',
  kind: 'mutation',
  summary: 'Mails a customer a link that signs in. Always answers the same.',
  access: { kind: 'public' },
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const useMagicLink = {
  name: 'session.useMagicLink',
  kind: 'mutation',
  summary: "Signs a customer in with the link of a mail. Such a session opens customers' pages alone.",
  access: { kind: 'public' },
  input: record({ token: tokenSchema }),
  output: sessionSchema,
  errors: ['TOKEN_INVALID', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const signInAs = {
  name: 'session.signInAs',
  kind: 'mutation',
  summary:
    'Looks at the platform as a seller, affiliate, co-producer, customer or manager does. Both identities are recorded; money and credentials stay out of reach.',
  access: adminWith('isUsersLoginAvailable'),
  protects: 'permissions',
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
  summary: 'Back from somebody else to oneself.',
  access: { kind: 'signedIn' },
  input: nothingSchema,
  output: sessionSchema,
  errors: REFUSALS,
} as const satisfies Procedure;
