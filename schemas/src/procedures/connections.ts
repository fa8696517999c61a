/** A platform's accounts at providers: credentials, methods, limits, versions. For masters, on the own and operated platforms. */
import {
  amountSchema,
  CONNECTION_ENVIRONMENTS,
  dateTimeSchema,
  type FromSchema,
  paymentMethodSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import {
  nothingSchema,
  nullable,
  optional,
  PLATFORM_GUARDED,
  PLATFORM_REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { MASTER, type Procedure } from '../procedure.ts';
import { providerIdSchema, versionSchema } from './marketplace.ts';

export const CONNECTION_STATUSES = ['ENABLED', 'DISABLED'] as const;
/** Why a connection cannot be used at all. */
export const CONNECTION_PROBLEMS = ['PACKAGE_MISSING', 'CREDENTIALS_UNREADABLE', 'CREDENTIALS_INCOMPLETE'] as const;
export const ROLLOUT_STATES = ['PREPARING', 'CANARY', 'PROMOTED', 'ROLLED_BACK'] as const;

const environmentSchema = { type: 'string', enum: CONNECTION_ENVIRONMENTS } as const;
const methodsSchema = { type: 'array', items: paymentMethodSchema, uniqueItems: true } as const;
/** Cents. A payment outside does not go through this connection; dailyAmount is by day in São Paulo. */
export const connectionLimitsSchema = optional({
  minAmount: amountSchema,
  maxAmount: amountSchema,
  dailyAmount: amountSchema,
});
/** What the manifest's form calls its fields, secrets apart. */
const settingsSchema = {
  type: 'object',
  maxProperties: 50,
  additionalProperties: { type: ['string', 'integer', 'boolean'], maxLength: 4096 },
} as const;
/** Certificates as PEM, or PKCS#12 in base64; null takes one away. */
const secretsSchema = {
  type: 'object',
  maxProperties: 50,
  additionalProperties: nullable({ type: 'string', minLength: 1, maxLength: 65_536 }),
} as const;

const certificateSchema = record({
  subject: textSchema(500),
  issuer: textSchema(500),
  serialNumber: textSchema(100),
  validFrom: dateTimeSchema,
  validTo: dateTimeSchema,
  fingerprint: textSchema(100),
});
export type CertificateFacts = FromSchema<typeof certificateSchema>;

const outcomesSchema = record({
  attempts: { type: 'integer' },
  approved: { type: 'integer' },
  refused: { type: 'integer' },
  /** Surely not charged: not sent, or the request itself rejected. */
  failed: { type: 'integer' },
  /** The answer was lost. */
  unknown: { type: 'integer' },
  /** Answers with a status word that the manifest does not know. */
  unrecognised: { type: 'integer' },
});

/** Percent of new payments. */
const shareSchema = { type: 'integer', minimum: 1, maximum: 100 } as const;

const rolloutSchema = record({
  id: uuidSchema,
  fromVersion: versionSchema,
  toVersion: versionSchema,
  share: shareSchema,
  state: { type: 'string', enum: ROLLOUT_STATES },
  /** Why it was rolled back: PERSON, ERROR_RATE, UNRECOGNISED_STATUS, UNHEALTHY_NODE. */
  reason: nullable(textSchema(60)),
  startedBy: textSchema(120),
  createdAt: dateTimeSchema,
  canaryAt: nullable(dateTimeSchema),
  endedAt: nullable(dateTimeSchema),
  nodes: record({ healthy: { type: 'integer' }, total: { type: 'integer' } }),
  /** What came of payments since the canary began, through each version. */
  stable: outcomesSchema,
  canary: outcomesSchema,
});

const connectionSummary = record({
  id: uuidSchema,
  name: textSchema(120),
  provider: providerIdSchema,
  providerName: textSchema(60),
  version: versionSchema,
  environment: environmentSchema,
  status: { type: 'string', enum: CONNECTION_STATUSES },
  methods: methodsSchema,
  limits: connectionLimitsSchema,
  /** Declared in the configuration file, which alone changes it. */
  isManaged: { type: 'boolean' },
  problem: nullable({ type: 'string', enum: CONNECTION_PROBLEMS }),
  /** The certificate that ends first. */
  certificateExpiresAt: nullable(dateTimeSchema),
  /** The open one. */
  rollout: nullable(rolloutSchema),
  createdAt: dateTimeSchema,
});

const oneConnection = recordWith({ connectionId: uuidSchema }, { platformId: uuidSchema });

export const listConnections = {
  name: 'connections.listConnections',
  kind: 'query',
  summary: "A platform's connections, oldest first. Nothing secret.",
  access: MASTER,
  input: optional({ platformId: uuidSchema }),
  output: record({ connections: { type: 'array', items: connectionSummary } }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const getConnection = {
  name: 'connections.getConnection',
  kind: 'query',
  summary: 'One connection with its form, settings and which secrets it has; no secret ever leaves the server.',
  access: MASTER,
  input: oneConnection,
  output: record({
    ...connectionSummary.properties,
    settings: settingsSchema,
    secrets: {
      type: 'array',
      items: record({ name: textSchema(60), updatedAt: dateTimeSchema, certificate: nullable(certificateSchema) }),
    },
    /** `credentials` of the manifest: a ManifestForm. Null where the package is missing. */
    form: nullable({ type: 'object', additionalProperties: true }),
    /** What the version can do at all. */
    capableMethods: methodsSchema,
    /** Every version of the provider, newest first, and whether all nodes can serve it. */
    versions: {
      type: 'array',
      items: record({ version: versionSchema, isReady: { type: 'boolean' } }),
    },
    /** Where the provider sends its events; a secret in itself, shown to masters alone. */
    webhookUrl: textSchema(500),
    /** Newest first, at most 20, the open one included. */
    rollouts: { type: 'array', items: rolloutSchema },
  }),
  errors: [...PLATFORM_REFUSALS, 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

const name = textSchema(120, 2);
const FORM_ERRORS = ['CREDENTIALS_INVALID', 'CERTIFICATE_INVALID', 'METHOD_UNSUPPORTED', 'LIMITS_INVALID'] as const;

export const createConnection = {
  name: 'connections.createConnection',
  kind: 'mutation',
  summary: "Opens an account at a provider for a platform. Each of its methods joins the end of that method's routes.",
  access: MASTER,
  protects: 'credentials',
  bodyLimit: 512 * 1024,
  input: recordWith(
    {
      provider: providerIdSchema,
      version: versionSchema,
      environment: environmentSchema,
      name,
      methods: methodsSchema,
      settings: settingsSchema,
      secrets: secretsSchema,
    },
    { platformId: uuidSchema, limits: connectionLimitsSchema },
  ),
  output: record({ connectionId: uuidSchema }),
  errors: [...PLATFORM_GUARDED, ...FORM_ERRORS, 'PACKAGE_NOT_FOUND', 'PACKAGE_NOT_READY', 'ENVIRONMENT_UNSUPPORTED'],
} as const satisfies Procedure;

export const updateConnection = {
  name: 'connections.updateConnection',
  kind: 'mutation',
  summary: 'Changes what is given; what is left out stays, each secret too. Settings are given as a whole.',
  access: MASTER,
  protects: 'credentials',
  bodyLimit: 512 * 1024,
  input: recordWith(
    { connectionId: uuidSchema },
    {
      platformId: uuidSchema,
      status: { type: 'string', enum: CONNECTION_STATUSES },
      name,
      methods: methodsSchema,
      limits: connectionLimitsSchema,
      settings: settingsSchema,
      secrets: secretsSchema,
    },
  ),
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, ...FORM_ERRORS, 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED', 'PACKAGE_NOT_FOUND'],
} as const satisfies Procedure;

export const removeConnection = {
  name: 'connections.removeConnection',
  kind: 'mutation',
  summary: 'Takes a connection away that no payment ever went through; others can only be disabled.',
  access: MASTER,
  protects: 'credentials',
  input: oneConnection,
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED', 'CONNECTION_IN_USE'],
} as const satisfies Procedure;

export const testConnection = {
  name: 'connections.testConnection',
  kind: 'mutation',
  summary:
    'Asks the provider for a charge that does not exist: whether it can be reached and lets us in. Charges nothing.',
  access: MASTER,
  input: oneConnection,
  output: record({
    isWorking: { type: 'boolean' },
    /** UNAVAILABLE, UNAUTHORIZED, INVALID_REQUEST, INVALID_ANSWER or UNSUPPORTED; null where it works. */
    code: nullable(textSchema(40)),
    /** In the provider's words, without secrets. */
    message: nullable(textSchema(500)),
    durationMs: { type: 'integer' },
  }),
  errors: [...PLATFORM_REFUSALS, 'CONNECTION_NOT_FOUND', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const rotateKey = {
  name: 'connections.rotateKey',
  kind: 'mutation',
  summary: "Makes a platform a new data key and seals every connection's secrets with it anew.",
  access: MASTER,
  protects: 'credentials',
  input: optional({ platformId: uuidSchema }),
  output: record({ keyVersion: { type: 'integer' }, resealed: { type: 'integer' } }),
  errors: [...PLATFORM_GUARDED, 'CREDENTIALS_INVALID'],
} as const satisfies Procedure;

const ROLLOUT_ERRORS = [...PLATFORM_GUARDED, 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED'] as const;

export const startRollout = {
  name: 'connections.startRollout',
  kind: 'mutation',
  summary: 'Sends a share of new payments through another version, once every node can serve it.',
  access: MASTER,
  protects: 'credentials',
  input: recordWith(
    { connectionId: uuidSchema, version: versionSchema, share: shareSchema },
    { platformId: uuidSchema },
  ),
  output: record({ rolloutId: uuidSchema }),
  errors: [...ROLLOUT_ERRORS, 'PACKAGE_NOT_FOUND', 'ROLLOUT_OPEN', 'CREDENTIALS_INVALID', 'METHOD_UNSUPPORTED'],
} as const satisfies Procedure;

export const changeRollout = {
  name: 'connections.changeRollout',
  kind: 'mutation',
  summary: 'Changes the share, makes the new version the only one (promote), or goes back to the old one (roll back).',
  access: MASTER,
  protects: 'credentials',
  input: recordWith(
    { connectionId: uuidSchema, action: { type: 'string', enum: ['share', 'promote', 'rollBack'] } },
    {
      platformId: uuidSchema,
      /** Only for the action `share`. */
      share: shareSchema,
    },
  ),
  output: nothingSchema,
  errors: [...ROLLOUT_ERRORS, 'ROLLOUT_NOT_FOUND', 'PACKAGE_NOT_READY'],
} as const satisfies Procedure;
