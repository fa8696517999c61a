import { dateTimeSchema, LOCALES, lineSchema, nameSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, PROVING, READING } from '../limits.ts';
import { emailSchema, nothingSchema, nullable, optional, phoneOrNoneSchema, record } from '../parts.ts';
import type { Procedure } from '../procedure.ts';

/** A new password. Passwords that are easy to guess are refused as well. */
export const passwordSchema = { type: 'string', minLength: 10, maxLength: 200 } as const;
/** A CPF or CNPJ as people type it, with or without punctuation. */
export const documentSchema = lineSchema(30, 1);
/** The 256 random bits of a link. */
export const tokenSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } as const;

/** A time-based code of an authenticator app. */
const totpSchema = { type: 'string', pattern: '^[0-9]{6}$' } as const;

export const getAccount = {
  name: 'account.getAccount',
  kind: 'query',
  summary: "Retrieves the signed-in person's account: profile, payment methods for buyers, and protection.",
  access: { kind: 'signedIn' },
  limit: READING,
  input: nothingSchema,
  output: record({
    name: textSchema(120),
    email: textSchema(254),
    phone: nullable(textSchema(20)),
    /** The masked CPF or CNPJ, which its owner recognises: •••.456.789-••. */
    document: nullable(textSchema(20)),
    /** Buyers see the CPF of this seller at the checkout and on receipts. A CNPJ is always shown there. */
    showsDocument: { type: 'boolean' },
    /** The address that buyers see there. */
    publicAddress: nullable(textSchema(200)),
    locale: nullable({ type: 'string', enum: LOCALES }),
    hasPassword: { type: 'boolean' },
    hasSecondFactor: { type: 'boolean' },
    /** True where the person's roles demand a second factor. */
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
    "Updates the signed-in person's name, phone and language. Sets the CPF or CNPJ if the account has none. Values left out stay as they are.",
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: optional({
    name: nameSchema(120, 3),
    phone: phoneOrNoneSchema,
    /** Can be set only once, because money is paid out in its name. */
    document: documentSchema,
    showsDocument: { type: 'boolean' },
    /** Empty for none. */
    publicAddress: lineSchema(200),
    locale: { type: 'string', enum: LOCALES },
  }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'DOCUMENT_SET'],
} as const satisfies Procedure;

export const changePassword = {
  name: 'account.changePassword',
  kind: 'mutation',
  summary: 'Sets a new password and ends every other session of the signed-in person.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  limit: PROVING,
  input: record({ password: passwordSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'PASSWORD_WEAK', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const requestEmailChange = {
  name: 'account.requestEmailChange',
  kind: 'mutation',
  summary: 'Mails a confirmation link to the new address and a notice to the old one. The response is always the same.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  limit: PROVING,
  input: record({ email: emailSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const confirmEmailChange = {
  name: 'account.confirmEmailChange',
  kind: 'mutation',
  summary: 'Confirms a new e-mail with the link that was mailed to it, and ends every session of the person.',
  access: { kind: 'public' },
  limit: PROVING,
  input: record({ token: tokenSchema }),
  output: nothingSchema,
  errors: ['TOKEN_INVALID', 'CROSS_SITE_REQUEST', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const listSessions = {
  name: 'account.listSessions',
  kind: 'query',
  summary: "Lists the signed-in person's sessions, last used first.",
  access: { kind: 'signedIn' },
  limit: READING,
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
  summary: "Ends one of the signed-in person's sessions.",
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record({ id: uuidSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'SESSION_NOT_FOUND', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const startSecondFactor = {
  name: 'account.startSecondFactor',
  kind: 'mutation',
  summary:
    'Creates a secret for an authenticator app. The current secret, if any, stays valid until the new one is confirmed.',
  access: { kind: 'signingIn' },
  protects: 'credentials',
  limit: CHANGING,
  input: nothingSchema,
  output: record({
    /** The secret in base32, for typing. */
    secret: { type: 'string' },
    /** The secret as an otpauth://totp/… URI. */
    uri: { type: 'string' },
    /** The QR code of the URI: an SVG picture as a data: URL. */
    qrCode: { type: 'string' },
  }),
  errors: ['LOGIN_REQUIRED', 'CODE_REFUSED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

/** Recovery codes, which are shown only once. */
const recoveryCodesSchema = record({ recoveryCodes: { type: 'array', items: { type: 'string' } } });

export const confirmSecondFactor = {
  name: 'account.confirmSecondFactor',
  kind: 'mutation',
  summary: 'Enables the second factor with a first code, ends the other sessions and returns ten recovery codes.',
  access: { kind: 'signingIn' },
  protects: 'credentials',
  limit: PROVING,
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
  summary: 'Replaces the recovery codes and returns ten new ones.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  limit: CHANGING,
  input: nothingSchema,
  output: recoveryCodesSchema,
  errors: ['LOGIN_REQUIRED', 'CODE_REFUSED', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

/** The name that its owner recognises a passkey by. */
const passkeyNameSchema = lineSchema(60, 1);
/** Bytes of WebAuthn as browsers write them in JSON: base64url. */
export const webAuthnSchema = (maxLength: number) =>
  ({ type: 'string', pattern: '^[A-Za-z0-9_-]+$', maxLength }) as const;
/** The options for the browser's WebAuthn call, in their JSON form. */
export const webAuthnOptionsSchema = record({ options: { type: 'object', additionalProperties: true } });

export const listPasskeys = {
  name: 'account.listPasskeys',
  kind: 'query',
  summary: "Lists the signed-in person's passkeys, oldest first.",
  access: { kind: 'signedIn' },
  limit: READING,
  input: nothingSchema,
  output: record({
    passkeys: {
      type: 'array',
      items: record({
        id: uuidSchema,
        name: passkeyNameSchema,
        /** The host on which it works. */
        host: textSchema(253),
        /** True if it works on the host of this call. */
        isHere: { type: 'boolean' },
        createdAt: dateTimeSchema,
        lastUsedAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: ['LOGIN_REQUIRED'],
} as const satisfies Procedure;

export const startPasskey = {
  name: 'account.startPasskey',
  kind: 'mutation',
  summary:
    'Returns the options with which the browser registers a passkey on this host. They are valid for five minutes and one use.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  limit: CHANGING,
  input: nothingSchema,
  output: webAuthnOptionsSchema,
  errors: ['LOGIN_REQUIRED', 'PASSKEY_WITHOUT_FACTOR', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const addPasskey = {
  name: 'account.addPasskey',
  kind: 'mutation',
  summary: "Adds the passkey that the browser registered. It stands for the authenticator app's code from then on.",
  access: { kind: 'signedIn' },
  protects: 'credentials',
  limit: PROVING,
  input: record({
    name: passkeyNameSchema,
    /** The authenticator's name of the passkey. */
    credential: webAuthnSchema(1_400),
    clientDataJSON: webAuthnSchema(8_000),
    attestationObject: webAuthnSchema(8_000),
    transports: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 30 } },
  }),
  output: record({ passkeyId: uuidSchema }),
  errors: [
    'LOGIN_REQUIRED',
    'PASSKEY_REFUSED',
    'PASSKEY_LIMIT',
    'PASSKEY_WITHOUT_FACTOR',
    'REAUTHENTICATION_REQUIRED',
    'IMPERSONATION_FORBIDDEN',
  ],
} as const satisfies Procedure;

export const renamePasskey = {
  name: 'account.renamePasskey',
  kind: 'mutation',
  summary: "Renames one of the signed-in person's passkeys.",
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record({ id: uuidSchema, name: passkeyNameSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'PASSKEY_NOT_FOUND', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const removePasskey = {
  name: 'account.removePasskey',
  kind: 'mutation',
  summary: "Removes one of the signed-in person's passkeys. The authenticator app stays.",
  access: { kind: 'signedIn' },
  protects: 'credentials',
  limit: CHANGING,
  input: record({ id: uuidSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'PASSKEY_NOT_FOUND', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const removeSecondFactor = {
  name: 'account.removeSecondFactor',
  kind: 'mutation',
  summary: 'Disables the second factor and removes the passkeys. People whose roles demand one cannot disable it.',
  access: { kind: 'signedIn' },
  protects: 'credentials',
  limit: CHANGING,
  input: nothingSchema,
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'SECOND_FACTOR_MANDATORY', 'REAUTHENTICATION_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const accountErrors = {
  PASSWORD_WEAK: {
    status: 422,
    'pt-BR': 'Esta senha é fácil de adivinhar. Use ao menos 10 caracteres, longe do seu nome e de senhas comuns.',
    en: 'This password is easy to guess. Use at least 10 characters, away from your name and from common passwords.',
  },
  CODE_REFUSED: {
    status: 422,
    'pt-BR': 'Código incorreto ou já usado. Confira o relógio do aparelho e digite o próximo código.',
    en: 'Wrong code, or one already used. Check the clock of your device and type the next code.',
  },
  PASSKEY_REFUSED: {
    status: 422,
    'pt-BR': 'A chave de acesso não foi aceita. Tente de novo ou use o código do aplicativo.',
    en: 'The passkey was not accepted. Try again, or use the code from your app.',
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conta não tem essa chave de acesso neste endereço.',
    en: 'This account does not have this passkey at this address.',
  },
  PASSKEY_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo dez chaves de acesso. Remova uma antes de adicionar outra.',
    en: 'An account has ten passkeys at most. Remove one before adding another.',
  },
  PASSKEY_WITHOUT_FACTOR: {
    status: 409,
    'pt-BR':
      'Ative antes a verificação em duas etapas com um aplicativo: é com ela que você entra se perder a chave de acesso.',
    en: 'Turn on two-step verification with an app first: it is how you sign in if you lose the passkey.',
  },
  SECOND_FACTOR_MANDATORY: {
    status: 422,
    'pt-BR': 'Seu papel nesta plataforma exige a verificação em duas etapas.',
    en: 'Your role on this platform requires two-step verification.',
  },
  SESSION_NOT_FOUND: { status: 404, 'pt-BR': 'Esta sessão já terminou.', en: 'This session has already ended.' },
  DOCUMENT_SET: {
    status: 409,
    'pt-BR': 'O CPF ou CNPJ desta conta já foi informado. Para corrigir, fale com a equipe da plataforma.',
    en: "This account's CPF or CNPJ was entered before. To have it corrected, talk to the platform's team.",
  },
} as const satisfies ErrorTexts;
