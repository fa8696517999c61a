import { currencySchema, dateTimeSchema, LOCALES, textSchema, uuidSchema } from '../common.ts';
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

export const PLATFORM_STATUSES = ['ACTIVE', 'DISABLED'] as const;
/** A host name as DNS knows it, without scheme, port or slash. */
export const hostSchema = { type: 'string', minLength: 1, maxLength: 253 } as const;

const platformSchema = record({
  id: uuidSchema,
  name: textSchema(120),
  status: { type: 'string', enum: PLATFORM_STATUSES },
  /** The one whose masters run the others. */
  isOwn: { type: 'boolean' },
  /** '*' answers for hosts nobody claimed. */
  hosts: { type: 'array', items: { type: 'string' } },
  createdAt: dateTimeSchema,
});

export const listPlatforms = {
  name: 'platforms.listPlatforms',
  kind: 'query',
  summary: "The master's own platform and those it operates, oldest first.",
  access: MASTER,
  input: nothingSchema,
  output: record({ platforms: { type: 'array', items: platformSchema } }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getPlatform = {
  name: 'platforms.getPlatform',
  kind: 'query',
  summary: 'One platform with all its settings.',
  access: MASTER,
  input: record({ platformId: uuidSchema }),
  output: record({ ...platformSchema.properties, settings: platformSettingsSchema }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const createPlatform = {
  name: 'platforms.createPlatform',
  kind: 'mutation',
  summary: 'Opens a platform that this one operates, and invites its first administrator with every permission.',
  access: MASTER,
  protects: 'permissions',
  input: recordWith(
    {
      name: textSchema(120, 2),
      host: hostSchema,
      currency: currencySchema,
      adminName: textSchema(120, 3),
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
  summary: 'Changes name, status or settings; what is left out stays. A disabled platform answers nobody.',
  access: MASTER,
  protects: 'permissions',
  input: recordWith(
    { platformId: uuidSchema },
    {
      name: textSchema(120, 2),
      status: { type: 'string', enum: PLATFORM_STATUSES },
      settings: platformSettingsSchema,
    },
  ),
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'PLATFORM_SELF'],
} as const satisfies Procedure;

const oneHost = record({ platformId: uuidSchema, host: hostSchema });

export const addHost = {
  name: 'platforms.addHost',
  kind: 'mutation',
  summary: 'Gives a platform a host name at once; who runs the server knows whose it is.',
  access: MASTER,
  protects: 'permissions',
  input: oneHost,
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'DOMAIN_INVALID', 'DOMAIN_TAKEN'],
} as const satisfies Procedure;

export const removeHost = {
  name: 'platforms.removeHost',
  kind: 'mutation',
  summary: 'Takes a host name from a platform; the last one stays.',
  access: MASTER,
  protects: 'permissions',
  input: oneHost,
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'DOMAIN_NOT_FOUND', 'DOMAIN_LAST'],
} as const satisfies Procedure;
