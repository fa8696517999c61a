import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { GUARDED, nothingSchema, nullable, optional, REFUSALS, record } from '../parts.ts';
import { customizationSchema, platformSettingsSchema } from '../platform.ts';
import { adminWith, type Procedure } from '../procedure.ts';
import { hostSchema } from './platforms.ts';

const CONFIG = adminWith('isConfigAvailable');
const { customization: _, ...rules } = platformSettingsSchema.properties;

export const getBrand = {
  name: 'settings.getBrand',
  kind: 'query',
  summary: 'How the platform of this host shows itself before anybody signs in.',
  access: { kind: 'public' },
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
  summary: 'Name and every setting of the own platform.',
  access: CONFIG,
  input: nothingSchema,
  output: record({
    name: textSchema(120),
    settings: platformSettingsSchema,
    /** Connections that can send withdrawals, the oldest first, with the methods that a setting can name one for. */
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
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const updateRules = {
  name: 'settings.updateRules',
  kind: 'mutation',
  summary: 'Changes methods, currencies, installments, fees and release of the own platform; what is left out stays.',
  access: CONFIG,
  protects: 'money',
  input: optional(rules),
  output: nothingSchema,
  errors: GUARDED,
} as const satisfies Procedure;

export const updateCustomization = {
  name: 'settings.updateCustomization',
  kind: 'mutation',
  summary:
    'Changes how the own platform shows itself. Each of the four parts is replaced as a whole; those left out stay.',
  access: CONFIG,
  input: optional({ name: textSchema(120, 2), ...customizationSchema.properties }),
  output: nothingSchema,
  errors: REFUSALS,
} as const satisfies Procedure;

export const listDomains = {
  name: 'settings.listDomains',
  kind: 'query',
  summary: 'Host names of the own platform, and those that wait for their DNS record.',
  access: CONFIG,
  input: nothingSchema,
  output: record({
    domains: {
      type: 'array',
      items: record({
        host: { type: 'string' },
        isProven: { type: 'boolean' },
        /** The TXT record to set; null once proven. */
        record: nullable(record({ name: { type: 'string' }, value: { type: 'string' } })),
        createdAt: dateTimeSchema,
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const oneHost = record({ host: hostSchema });

export const claimDomain = {
  name: 'settings.claimDomain',
  kind: 'mutation',
  summary: 'Says that a host name is the own one; a DNS record has to prove it.',
  access: CONFIG,
  protects: 'permissions',
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_INVALID', 'DOMAIN_TAKEN', 'DOMAIN_LIMIT'],
} as const satisfies Procedure;

export const proveDomain = {
  name: 'settings.proveDomain',
  kind: 'mutation',
  summary: 'Looks for the DNS record; once found, the host name leads here.',
  access: CONFIG,
  protects: 'permissions',
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_NOT_FOUND', 'DOMAIN_TAKEN', 'DOMAIN_UNPROVEN', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const removeDomain = {
  name: 'settings.removeDomain',
  kind: 'mutation',
  summary: 'Gives up a host name or a claim; the last host name stays.',
  access: CONFIG,
  protects: 'permissions',
  input: oneHost,
  output: nothingSchema,
  errors: [...GUARDED, 'DOMAIN_NOT_FOUND', 'DOMAIN_LAST'],
} as const satisfies Procedure;
