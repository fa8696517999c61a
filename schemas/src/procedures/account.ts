import { dateTimeSchema, LOCALES, textSchema, uuidSchema } from '../common.ts';
import { emailSchema, nothingSchema, nullable, optional, record } from '../parts.ts';
import type { Procedure } from '../procedure.ts';

/** A new password; those easy to guess are refused besides. */
export const passwordSchema = { type: 'string', minLength: 10, maxLength: 200 } as const;
/** A CPF or CNPJ as people type it, with or without punctuation. */
export const documentSchema = textSchema(30, 1);
/** 256 random bits of a link. */
export const tokenSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } as const;

/** One-step codes of an authenticator app. */
const totpSchema = { type: 'string', pattern: '^[0-9]{6}$' } as const;

export const getAccount = {
  name: 'account.getAccount',
  kind: 'query',
  summary: 'Own data, what buyers may pay with, and how the account is protected.',
  access: { kind: 'signedIn' },
  input: nothingSchema,
  output: record({
    name: textSchema(120),
    email: textSchema(254),
    phone: nullable(textSchema(20)),
    /** As much of the CPF or CNPJ as its owner knows it by: •••.456.789-••. */
    document: nullable(textSchema(20)),
    locale: nullable({ type: 'string', enum: LOCALES }),
    hasPassword: { type: 'boolean' },
    hasSecondFactor: { type: 'boolean' },
    /** This person's roles demand one. */
    isFactorMandatory: { type: 'boolean' },
    recoveryCodesLeft: { type: 'integer' },
    pixEnabled: { type: 'boolean' },
    creditCardEnabled: { type: 'boolean' },
    billetEnabled: { type: 'boolean' },
    createdAt: dateTimeSchema,
  }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const updateProfile = {
  name: 'account.updateProfile',
  kind: 'mutation',
  summary:
    'Changes own name, phone and language of mails, and sets the CPF or CNPJ where the account has none; what is left out stays.',
  access: { kind: 'signedIn' },
  input: optional({
    name: textSchema(120, 3),
    /** Digits with area code; empty for none. */
    phone: { type: 'string', pattern: '^([0-9]{10,11})?$' },
    /** Set once: money is paid out in its name. */
    document: documentSchema,
    locale: { type: 'string', enum: LOCALES },
  }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'DOCUMENT_SET'],
} as const satisfies Procedure;

export const changePassword = {
  name: 'account.changePassword',
  kind: 'mutation',
  summary: 'Sets another password and ends every other session of this person.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  input: record({ password: passwordSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'PASSWORD_WEAK', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const requestEmailChange = {
  name: 'account.requestEmailChange',
  kind: 'mutation',
  summary: 'Mails a link to the new address; the old one is told. Always answers the same.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const confirmEmailChange = {
  name: 'account.confirmEmailChange',
  kind: 'mutation',
  summary: 'Takes the new e-mail with the link that was mailed to it and ends every session of the person.',
  access: { kind: 'public' },
  input: record({ token: tokenSchema }),
  output: nothingSchema,
  errors: ['TOKEN_INVALID', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const listSessions = {
  name: 'account.listSessions',
  kind: 'query',
  summary: 'Where this person is signed in, the last used first.',
  access: { kind: 'signedIn' },
  input: nothingSchema,
  output: record({
    sessions: {
      type: 'array',
      items: record({
        id: uuidSchema,
        isCurrent: { type: 'boolean' },
        createdAt: dateTimeSchema,
        lastSeenAt: dateTimeSchema,
        userAgent: nullable(textSchema(300)),
        ip: nullable(textSchema(45)),
      }),
    },
  }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const revokeSession = {
  name: 'account.revokeSession',
  kind: 'mutation',
  summary: 'Signs one of the own devices out.',
  access: { kind: 'signedIn' },
  input: record({ id: uuidSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'SESSION_NOT_FOUND', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const startSecondFactor = {
  name: 'account.startSecondFactor',
  kind: 'mutation',
  summary: 'Makes a secret for an authenticator app. The one in use, if any, stays until the new one is confirmed.',
  access: { kind: 'signingIn' },
  protects: 'credentials',
  input: nothingSchema,
  output: record({
    /** Base32, for typing. */
    secret: { type: 'string' },
    /** otpauth://totp/… */
    uri: { type: 'string' },
    /** An SVG picture of the address, as a data: address. */
    qrCode: { type: 'string' },
  }),
  errors: ['LOGIN_REQUIRED', 'CODE_REFUSED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

/** Codes that are shown once. */
const recoveryCodesSchema = record({ recoveryCodes: { type: 'array', items: { type: 'string' } } });

export const confirmSecondFactor = {
  name: 'account.confirmSecondFactor',
  kind: 'mutation',
  summary: 'Switches the second factor on with a first code, ends the other sessions and answers ten recovery codes.',
  access: { kind: 'signingIn' },
  protects: 'credentials',
  input: record({ code: totpSchema }),
  output: recoveryCodesSchema,
  errors: [
    'LOGIN_REQUIRED',
    'CODE_REFUSED',
    'REAUTHENTICATION_REQUIRED',
    'IMPERSONATION_FORBIDDEN',
    'TOO_MANY_REQUESTS',
  ],
} as const satisfies Procedure;

export const renewRecoveryCodes = {
  name: 'account.renewRecoveryCodes',
  kind: 'mutation',
  summary: 'Answers ten new recovery codes; the old ones end.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  input: nothingSchema,
  output: recoveryCodesSchema,
  errors: ['LOGIN_REQUIRED', 'CODE_REFUSED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const removeSecondFactor = {
  name: 'account.removeSecondFactor',
  kind: 'mutation',
  summary: 'Switches the second factor off, where no role demands it.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  input: nothingSchema,
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'SECOND_FACTOR_MANDATORY', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;
