import { dateTimeSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, LOOKING_UP, READING } from '../limits.ts';
import { EXPIRY_KINDS } from '../manifest/capabilities.ts';
import { GUARDED, nothingSchema, nullable, optional, REFUSALS, record, recordWith } from '../parts.ts';
import { customizationSchema, platformSettingsSchema } from '../platform.ts';
import { adminWith, type Procedure } from '../procedure.ts';
import { comparedSchema, PROPOSING_ERRORS, previewing, proposedSchema, proposing } from './money-rules.ts';
import { hostSchema } from './platforms.ts';

const CONFIG = adminWith('isConfigAvailable');
const { customization: _, pixels: __, ...rules } = platformSettingsSchema.properties;

export const getBrand = {
  name: 'settings.getBrand',
  kind: 'query',
  summary: 'Retrieves the name and the customization of the platform of this host, for pages that need no session.',
  access: { kind: 'public' },
  limit: READING,
  input: nothingSchema,
  output: record({
    name: textSchema(120),
    customization: customizationSchema,
    isRegistrationOpen: { type: 'boolean' },
  }),
  errors: [],
} as const satisfies Procedure;

export const getSettings = {
  name: 'settings.getSettings',
  kind: 'query',
  summary: "Retrieves the name and every setting of the caller's platform.",
  access: CONFIG,
  limit: READING,
  input: nothingSchema,
  output: record({
    name: textSchema(120),
    settings: platformSettingsSchema,
    /** The version of the rules, for updateRules. */
    version: { type: 'integer' },
    /** The version of the customization, for updateCustomization. */
    customizationVersion: { type: 'integer' },
    /** The connections that can send withdrawals, oldest first, each with the methods for which a setting can name it. */
    payers: {
      type: 'array',
      items: record({
        id: uuidSchema,
        name: textSchema(60),
        provider: textSchema(60),
        isEnabled: { type: 'boolean' },
        methods: { type: 'array', items: { type: 'string', enum: ['PIX', 'BANK_ACCOUNT'] } },
      }),
    },
    /** The enabled connections whose providers do not take every end of a PIX or boleto, with what they take. Charges are fitted to it. */
    expiryLimits: {
      type: 'array',
      items: recordWith(
        {
          connection: textSchema(60),
          method: { type: 'string', enum: ['PIX', 'BILLET'] },
          expiry: { type: 'string', enum: EXPIRY_KINDS },
        },
        {
          expiresInSeconds: { type: 'integer' },
          minExpiresInSeconds: { type: 'integer' },
          maxExpiresInSeconds: { type: 'integer' },
        },
      ),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const updateRules = {
  name: 'settings.updateRules',
  kind: 'mutation',
  summary:
    "Proposes other methods, currencies, installments, fees and release rules of the caller's platform. Values left out stay as they are. A change that needs no second person and names no later day applies at once.",
  access: CONFIG,
  protects: 'money',
  limit: CHANGING,
  input: optional({ ...rules, ...proposing }),
  output: proposedSchema,
  errors: [...GUARDED, ...PROPOSING_ERRORS],
} as const satisfies Procedure;

export const previewRules = {
  name: 'settings.previewRules',
  kind: 'mutation',
  summary:
    "Shows what a change of the platform's rules would do to an example sale, and whether a second person has to approve it. Changes nothing.",
  access: CONFIG,
  limit: READING,
  input: optional({ ...rules, ...previewing }),
  output: comparedSchema,
  errors: [...REFUSALS, ...PROPOSING_ERRORS],
} as const satisfies Procedure;

export const updateCustomization = {
  name: 'settings.updateCustomization',
  kind: 'mutation',
  summary:
    "Updates the customization of the caller's platform. Each of the four parts is replaced as a whole; parts left out stay as they are.",
  access: CONFIG,
  limit: CHANGING,
  input: optional({ name: lineSchema(120, 2), ...customizationSchema.properties, version: proposing.version }),
  output: nothingSchema,
  errors: [...REFUSALS, 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const listDomains = {
  name: 'settings.listDomains',
  kind: 'query',
  summary: "Lists the host names of the caller's platform, including claims that wait for their DNS record.",
  access: CONFIG,
  limit: READING,
  input: nothingSchema,
  output: record({
    domains: {
      type: 'array',
      items: record({
        host: { type: 'string' },
        isProven: { type: 'boolean' },
        /** The TXT record to set; null once it is proven. */
        record: nullable(record({ name: { type: 'string' }, value: { type: 'string' } })),
        createdAt: dateTimeSchema,
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const oneHost = record({ host: hostSchema });

/** The place to which DNS leads a host: to the platform's server, elsewhere (as behind a CDN), nowhere, or to this machine alone. */
export const DNS_STATES = ['HERE', 'ELSEWHERE', 'MISSING', 'UNKNOWN', 'LOCAL'] as const;
/** The certificate that a host shows by https. */
export const CERTIFICATE_STATES = ['TRUSTED', 'ENDING', 'UNTRUSTED', 'MISSING', 'UNKNOWN'] as const;

const addressesSchema = { type: 'array', items: textSchema(45) } as const;

export const getDomainState = {
  name: 'settings.getDomainState',
  kind: 'query',
  summary:
    "Looks up where DNS leads one of the platform's proven host names, what it should be pointed at, and the certificate that it shows.",
  access: CONFIG,
  limit: LOOKING_UP,
  input: oneHost,
  output: record({
    /** The host name for a CNAME record, and its addresses for A and AAAA records where a CNAME is not possible. */
    target: textSchema(253),
    targetAddresses: addressesSchema,
    /** The addresses that DNS gives the host now. */
    addresses: addressesSchema,
    dns: { type: 'string', enum: DNS_STATES },
    certificate: { type: 'string', enum: CERTIFICATE_STATES },
    certificateEndsAt: nullable(dateTimeSchema),
    issuer: nullable(textSchema(200)),
  }),
  errors: [...REFUSALS, 'DOMAIN_NOT_FOUND'],
} as const satisfies Procedure;

export const claimDomain = {
  name: 'settings.claimDomain',
  kind: 'mutation',
  summary: "Claims a host name for the caller's platform. A DNS record has to prove the claim.",
  access: CONFIG,
  protects: 'permissions',
  limit: CHANGING,
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_INVALID', 'DOMAIN_TAKEN', 'DOMAIN_LIMIT'],
} as const satisfies Procedure;

export const proveDomain = {
  name: 'settings.proveDomain',
  kind: 'mutation',
  summary: 'Looks for the DNS record of a claim. Once it is found, the host name leads to the platform.',
  access: CONFIG,
  protects: 'permissions',
  limit: CHANGING,
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_NOT_FOUND', 'DOMAIN_TAKEN', 'DOMAIN_UNPROVEN', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const removeDomain = {
  name: 'settings.removeDomain',
  kind: 'mutation',
  summary: 'Removes a host name or a claim. The last host name cannot be removed.',
  access: CONFIG,
  protects: 'permissions',
  limit: CHANGING,
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_NOT_FOUND', 'DOMAIN_LAST'],
} as const satisfies Procedure;

/** The steps of a platform's first day, in their order. */
export const FIRST_STEPS = ['BRAND', 'DOMAIN', 'CONNECTION', 'PRODUCT', 'SALE'] as const;
/** The note on a step beyond whether it is done. */
export const FIRST_NOTES = ['NO_LOGO', 'CLAIMED', 'UNTESTED', 'TEST_FAILED', 'TESTED', 'DRAFT', 'UNPAID'] as const;

export const getFirstDay = {
  name: 'settings.getFirstDay',
  kind: 'query',
  summary:
    "Retrieves which steps of its first day the caller's platform has done: brand, domain, connection, first product and first paid sale; and what is known of those that are begun.",
  access: CONFIG,
  limit: READING,
  input: nothingSchema,
  output: record({
    steps: {
      type: 'array',
      items: record({
        step: { type: 'string', enum: FIRST_STEPS },
        isDone: { type: 'boolean' },
        note: nullable({ type: 'string', enum: FIRST_NOTES }),
      }),
    },
    /** The platform's own host name, of which settings.getDomainState says more; null without one. */
    host: nullable(textSchema(253)),
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const requestConnection = {
  name: 'settings.requestConnection',
  kind: 'mutation',
  summary:
    "Asks the masters who operate the caller's platform for a connection to a provider, which only they can add. They are notified once a day for each person who asks.",
  access: CONFIG,
  limit: CHANGING,
  input: nothingSchema,
  output: nothingSchema,
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

export const settingsErrors = {
  DOMAIN_INVALID: {
    status: 422,
    'pt-BR': 'Digite um domínio como pagamento.sualoja.com.br, sem https:// e sem barras.',
    en: 'Type a domain such as pay.yourshop.com, without https:// and without slashes.',
  },
  DOMAIN_TAKEN: {
    status: 409,
    'pt-BR': 'Este domínio já está em uso.',
    en: 'This domain is already in use.',
  },
  DOMAIN_UNPROVEN: {
    status: 422,
    'pt-BR': 'O registro TXT ainda não foi encontrado. A propagação do DNS pode levar algumas horas.',
    en: 'The TXT record was not found yet. DNS can take some hours to spread.',
  },
  DOMAIN_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este domínio não é desta plataforma.',
    en: 'This domain does not belong to this platform.',
  },
  DOMAIN_LIMIT: {
    status: 422,
    'pt-BR': 'Há domínios demais aguardando comprovação. Remova um deles antes de adicionar outro.',
    en: 'Too many domains wait for their record. Remove one of them before adding another.',
  },
  DOMAIN_LAST: {
    status: 422,
    'pt-BR': 'Uma plataforma precisa de um domínio. Adicione outro antes de remover este.',
    en: 'A platform needs a domain. Add another before removing this one.',
  },
} as const satisfies ErrorTexts;
