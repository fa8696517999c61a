import { versionSchema } from '../catalogue.ts';
import { currencySchema, dateTimeSchema, LOCALES, lineSchema, nameSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  emailSchema,
  nothingSchema,
  PLATFORM_GUARDED,
  PLATFORM_REFUSALS,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { platformSettingsSchema } from '../platform.ts';
import { MASTER, type Procedure } from '../procedure.ts';
import { PROPOSING_ERRORS, proposedSchema } from './money-rules.ts';

export const PLATFORM_STATUSES = ['ACTIVE', 'DISABLED'] as const;
/** A DNS host name, without scheme, port or slash. */
export const hostSchema = { type: 'string', minLength: 1, maxLength: 253 } as const;

const platformSchema = record({
  id: uuidSchema,
  name: textSchema(120),
  status: { type: 'string', enum: PLATFORM_STATUSES },
  /** True for the platform whose masters operate the others. */
  isOwn: { type: 'boolean' },
  /** The platform that has the host '*' serves every host that no platform has claimed. */
  hosts: { type: 'array', items: { type: 'string' } },
  createdAt: dateTimeSchema,
});

/** The version of the settings, and of the name with the look. */
const versions = {
  version: { ...versionSchema, minimum: 0 },
  customizationVersion: { ...versionSchema, minimum: 0 },
} as const;

export const listPlatforms = {
  name: 'platforms.listPlatforms',
  kind: 'query',
  summary: "Lists the caller's platform and the platforms it operates, oldest first.",
  access: MASTER,
  limit: READING,
  input: nothingSchema,
  output: record({ platforms: { type: 'array', items: platformSchema } }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getPlatform = {
  name: 'platforms.getPlatform',
  kind: 'query',
  summary: 'Retrieves a platform with all its settings.',
  access: MASTER,
  limit: READING,
  input: record({ platformId: uuidSchema }),
  output: record({ ...platformSchema.properties, settings: platformSettingsSchema, ...versions }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const createPlatform = {
  name: 'platforms.createPlatform',
  kind: 'mutation',
  summary:
    "Creates a platform that the caller's platform operates, and invites its first administrator with every permission.",
  access: MASTER,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith(
    {
      name: lineSchema(120, 2),
      host: hostSchema,
      currency: currencySchema,
      adminName: nameSchema(120, 3),
      adminEmail: emailSchema,
    },
    { locale: { type: 'string', enum: LOCALES } },
  ),
  output: record({ platformId: uuidSchema }),
  errors: [...PLATFORM_GUARDED, 'DOMAIN_INVALID', 'DOMAIN_TAKEN'],
} as const satisfies Procedure;

export const updatePlatform = {
  name: 'platforms.updatePlatform',
  kind: 'mutation',
  summary:
    "Updates a platform's name, status or settings. Values left out stay as they are. A disabled platform serves no requests. Money rules among the settings are proposed; the answer says what became of them.",
  access: MASTER,
  protects: 'permissions',
  limit: CHANGING,
  input: recordWith(
    { platformId: uuidSchema },
    {
      name: lineSchema(120, 2),
      status: { type: 'string', enum: PLATFORM_STATUSES },
      settings: platformSettingsSchema,
      /** The versions that the form was read with. Left out, the change is compared with nothing. */
      ...versions,
    },
  ),
  output: proposedSchema,
  errors: [...PLATFORM_GUARDED, ...PROPOSING_ERRORS, 'PLATFORM_SELF'],
} as const satisfies Procedure;

const oneHost = record({ platformId: uuidSchema, host: hostSchema });

export const addHost = {
  name: 'platforms.addHost',
  kind: 'mutation',
  summary: 'Adds a host name to a platform, without the proof by DNS that administrators need.',
  access: MASTER,
  protects: 'permissions',
  limit: CHANGING,
  input: oneHost,
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'DOMAIN_INVALID', 'DOMAIN_TAKEN'],
} as const satisfies Procedure;

export const removeHost = {
  name: 'platforms.removeHost',
  kind: 'mutation',
  summary: 'Removes a host name from a platform. The last host name cannot be removed.',
  access: MASTER,
  protects: 'permissions',
  limit: CHANGING,
  input: oneHost,
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'DOMAIN_NOT_FOUND', 'DOMAIN_LAST'],
} as const satisfies Procedure;

export const platformsErrors = {
  PLATFORM_SELF: {
    status: 422,
    'pt-BR': 'Uma plataforma não pode desativar a si mesma.',
    en: 'A platform cannot disable itself.',
  },
} as const satisfies ErrorTexts;
