/**
 * Connections: a platform's accounts at providers, with credentials, methods, limits and versions. Masters manage those of their own
 * platform and of the platforms it operates, administrators with the permission those of their own platform. Versions and data keys are
 * the masters' alone.
 */

import { versionSchema as formVersionSchema } from '../catalogue.ts';
import {
  amountSchema,
  CONNECTION_ENVIRONMENTS,
  dateTimeSchema,
  type FromSchema,
  lineSchema,
  paymentMethodSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { knownLevelSchema } from '../manifest/evidence.ts';
import {
  daySchema,
  nothingSchema,
  nullable,
  optional,
  PLATFORM_GUARDED,
  PLATFORM_REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { type Access, MASTER, type Procedure } from '../procedure.ts';
import { providerIdSchema, versionSchema } from './marketplace.ts';

export const CONNECTION_STATUSES = ['ENABLED', 'DISABLED'] as const;
/** The reasons why a connection cannot be used at all. */
export const CONNECTION_PROBLEMS = ['PACKAGE_MISSING', 'CREDENTIALS_UNREADABLE', 'CREDENTIALS_INCOMPLETE'] as const;
export const ROLLOUT_STATES = ['PREPARING', 'CANARY', 'PROMOTED', 'ROLLED_BACK'] as const;

const KEEPERS: Access = { kind: 'role', roles: ['admin', 'master'], permission: 'isConnectionsAvailable' };

const environmentSchema = { type: 'string', enum: CONNECTION_ENVIRONMENTS } as const;
const methodsSchema = { type: 'array', items: paymentMethodSchema, uniqueItems: true } as const;
/** The limits in cents. A payment outside them does not use this connection; dailyAmount counts per day in São Paulo time. */
export const connectionLimitsSchema = optional({
  minAmount: amountSchema,
  maxAmount: amountSchema,
  dailyAmount: amountSchema,
});
/** The values of the manifest's form, without the secrets. */
const settingsSchema = {
  type: 'object',
  maxProperties: 50,
  additionalProperties: { type: ['string', 'integer', 'boolean'], maxLength: 4096 },
} as const;
/** The secrets of the manifest's form. Certificates are PEM, or PKCS#12 in base64; null removes a secret. */
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
  /** Attempts that certainly did not charge: the request was not sent, or the provider rejected it as such. */
  failed: { type: 'integer' },
  /** Attempts whose answer was lost. */
  unknown: { type: 'integer' },
  /** Answers with a status that the manifest does not know. */
  unrecognised: { type: 'integer' },
});

/** The percentage of new payments. */
const shareSchema = { type: 'integer', minimum: 1, maximum: 100 } as const;

const rolloutSchema = record({
  id: uuidSchema,
  fromVersion: versionSchema,
  toVersion: versionSchema,
  share: shareSchema,
  state: { type: 'string', enum: ROLLOUT_STATES },
  /** The reason of the rollback: PERSON, ERROR_RATE, UNRECOGNISED_STATUS, UNHEALTHY_NODE. */
  reason: nullable(textSchema(60)),
  startedBy: textSchema(120),
  createdAt: dateTimeSchema,
  canaryAt: nullable(dateTimeSchema),
  endedAt: nullable(dateTimeSchema),
  nodes: record({ healthy: { type: 'integer' }, total: { type: 'integer' } }),
  /** The outcomes of payments through each version since the canary began. */
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
  /** True where the configuration file declares the connection. Only that file can change such a connection. */
  isManaged: { type: 'boolean' },
  problem: nullable({ type: 'string', enum: CONNECTION_PROBLEMS }),
  /** The last test; null before the first. */
  test: nullable(
    record({
      testedAt: dateTimeSchema,
      /** The code of the failure; null where the test was good. */
      code: nullable(textSchema(40)),
      /** False where the credentials changed after the test. */
      isCurrent: { type: 'boolean' },
    }),
  ),
  /** The end of the certificate that expires first. */
  certificateExpiresAt: nullable(dateTimeSchema),
  /** The open rollout, if any. */
  rollout: nullable(rolloutSchema),
  createdAt: dateTimeSchema,
});

const oneConnection = recordWith({ connectionId: uuidSchema }, { platformId: uuidSchema });

export const listConnections = {
  name: 'connections.listConnections',
  kind: 'query',
  summary: "Lists a platform's connections, oldest first, without secrets.",
  access: KEEPERS,
  limit: READING,
  input: optional({ platformId: uuidSchema }),
  output: record({ connections: { type: 'array', items: connectionSummary } }),
  errors: PLATFORM_REFUSALS,
} as const satisfies Procedure;

export const getConnection = {
  name: 'connections.getConnection',
  kind: 'query',
  summary:
    'Retrieves a connection with its form, its settings and the names of its secrets. Secrets are never returned.',
  access: KEEPERS,
  limit: READING,
  input: oneConnection,
  output: record({
    ...connectionSummary.properties,
    settings: settingsSchema,
    secrets: {
      type: 'array',
      items: record({ name: textSchema(60), updatedAt: dateTimeSchema, certificate: nullable(certificateSchema) }),
    },
    /** The `credentials` of the manifest: a ManifestForm. Null where the package is missing. */
    form: nullable({ type: 'object', additionalProperties: true }),
    /** The weakest level of evidence of the operations that the connection uses. Null where the package is missing. */
    evidence: nullable(knownLevelSchema),
    /** The level of each of these operations, and the day on which it was seen working at the provider, if it was. */
    evidenceParts: {
      type: 'array',
      items: record({ operation: textSchema(60), level: knownLevelSchema, verifiedOn: nullable(daySchema) }),
    },
    /** The methods that the version supports. */
    capableMethods: methodsSchema,
    /** Every version of the provider, newest first, and whether all nodes can serve it. */
    versions: {
      type: 'array',
      items: record({ version: versionSchema, isReady: { type: 'boolean' } }),
    },
    /** The address to which the provider sends its events. The address is a secret itself, shown only to those who keep connections. */
    webhookUrl: textSchema(500),
    /** The newest 20 rollouts, newest first, including the open one. */
    rollouts: { type: 'array', items: rolloutSchema },
    /** The version of what the form saves, for updateConnection. */
    formVersion: { type: 'integer' },
  }),
  errors: [...PLATFORM_REFUSALS, 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

const name = lineSchema(120, 2);
const FORM_ERRORS = ['CREDENTIALS_INVALID', 'CERTIFICATE_INVALID', 'METHOD_UNSUPPORTED', 'LIMITS_INVALID'] as const;

export const createConnection = {
  name: 'connections.createConnection',
  kind: 'mutation',
  summary:
    'Creates a connection to a provider for a platform, disabled. It is added at the end of the routes of each of its methods, and takes payments once it is enabled.',
  access: KEEPERS,
  protects: 'credentials',
  bodyLimit: 512 * 1024,
  limit: CHANGING,
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
  summary:
    'Updates a connection. Values and secrets left out stay as they are; settings are replaced as a whole. Enabling it requires a good test of its credentials as they are then, or a reason why there is none.',
  access: KEEPERS,
  protects: 'credentials',
  bodyLimit: 512 * 1024,
  limit: CHANGING,
  input: recordWith(
    { connectionId: uuidSchema },
    {
      platformId: uuidSchema,
      status: { type: 'string', enum: CONNECTION_STATUSES },
      /** The reason to enable the connection without a good test of its credentials. The audit log keeps it. */
      untestedReason: textSchema(500, 15),
      name,
      methods: methodsSchema,
      limits: connectionLimitsSchema,
      settings: settingsSchema,
      secrets: secretsSchema,
      /** The version that the form was read with. Left out, the change is compared with nothing. */
      formVersion: { ...formVersionSchema, minimum: 0 },
    },
  ),
  output: nothingSchema,
  errors: [
    ...PLATFORM_GUARDED,
    ...FORM_ERRORS,
    'EDIT_CONFLICT',
    'CONNECTION_NOT_FOUND',
    'CONNECTION_MANAGED',
    'CONNECTION_UNTESTED',
    'PACKAGE_NOT_FOUND',
  ],
} as const satisfies Procedure;

export const removeConnection = {
  name: 'connections.removeConnection',
  kind: 'mutation',
  summary: 'Removes a connection that no payment has ever used. Other connections can only be disabled.',
  access: KEEPERS,
  protects: 'credentials',
  limit: CHANGING,
  input: oneConnection,
  output: nothingSchema,
  errors: [...PLATFORM_GUARDED, 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED', 'CONNECTION_IN_USE'],
} as const satisfies Procedure;

export const testConnection = {
  name: 'connections.testConnection',
  kind: 'mutation',
  summary:
    'Tests a connection: asks the provider for a charge that does not exist, which proves access and charges nothing.',
  access: KEEPERS,
  limit: CHANGING,
  input: oneConnection,
  output: record({
    isWorking: { type: 'boolean' },
    /** UNAVAILABLE, UNAUTHORIZED, INVALID_REQUEST, INVALID_ANSWER or UNSUPPORTED; null where the connection works. */
    code: nullable(textSchema(40)),
    /** The provider's message, without secrets. */
    message: nullable(textSchema(500)),
    durationMs: { type: 'integer' },
  }),
  errors: [...PLATFORM_REFUSALS, 'CONNECTION_NOT_FOUND', 'TOO_MANY_REQUESTS'],
} as const satisfies Procedure;

export const rotateKey = {
  name: 'connections.rotateKey',
  kind: 'mutation',
  summary: 'Creates a new data key for a platform and encrypts everything with it that the platform keeps encrypted.',
  access: MASTER,
  protects: 'credentials',
  limit: CHANGING,
  input: optional({ platformId: uuidSchema }),
  output: record({ keyVersion: { type: 'integer' }, resealed: { type: 'integer' } }),
  errors: [...PLATFORM_GUARDED, 'CREDENTIALS_INVALID'],
} as const satisfies Procedure;

const ROLLOUT_ERRORS = [...PLATFORM_GUARDED, 'CONNECTION_NOT_FOUND', 'CONNECTION_MANAGED'] as const;

export const startRollout = {
  name: 'connections.startRollout',
  kind: 'mutation',
  summary: 'Starts a rollout: sends a share of new payments through another version, once every node can serve it.',
  access: MASTER,
  protects: 'credentials',
  limit: CHANGING,
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
  summary:
    'Changes the share of a rollout, promotes the new version, or rolls back to the old one, also after it was promoted.',
  access: MASTER,
  protects: 'credentials',
  limit: CHANGING,
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

export const connectionsErrors = {
  PACKAGE_NOT_READY: {
    status: 409,
    'pt-BR': 'Nem todos os servidores carregaram esta versão. Aguarde um momento e tente de novo.',
    en: 'Not every server has loaded this version. Wait a moment and try again.',
  },
  CONNECTION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conexão não existe.',
    en: 'This connection does not exist.',
  },
  CONNECTION_MANAGED: {
    status: 409,
    'pt-BR': 'Esta conexão vem do arquivo de configuração. Altere o arquivo.',
    en: 'This connection comes from the configuration file. Change the file.',
  },
  CONNECTION_UNTESTED: {
    status: 409,
    'pt-BR': 'Teste a conexão antes de ativá-la, ou diga por que vai ativá-la sem teste.',
    en: 'Test the connection before you enable it, or say why you enable it without a test.',
  },
  CONNECTION_IN_USE: {
    status: 409,
    'pt-BR': 'Pagamentos já passaram por esta conexão. Desative-a em vez de removê-la.',
    en: 'Payments have gone through this connection. Disable it instead of removing it.',
  },
  ENVIRONMENT_UNSUPPORTED: {
    status: 422,
    'pt-BR': 'Este provedor não tem este ambiente.',
    en: 'This provider does not have this environment.',
  },
  CREDENTIALS_INVALID: {
    status: 422,
    'pt-BR': 'Confira as credenciais indicadas.',
    en: 'Check the credentials named below.',
  },
  CERTIFICATE_INVALID: {
    status: 422,
    'pt-BR': 'O certificado não pôde ser lido. Envie um arquivo PEM ou PKCS#12 com a senha certa.',
    en: 'The certificate could not be read. Send a PEM or PKCS#12 file with the right password.',
  },
  METHOD_UNSUPPORTED: {
    status: 422,
    'pt-BR': 'Esta versão do provedor não oferece esta forma de pagamento.',
    en: 'This version of the provider does not offer this payment method.',
  },
  LIMITS_INVALID: {
    status: 422,
    'pt-BR': 'O valor mínimo não pode passar do máximo.',
    en: 'The smallest amount cannot be above the largest.',
  },
  ROLLOUT_OPEN: {
    status: 409,
    'pt-BR': 'Esta conexão já está mudando de versão.',
    en: 'This connection is already on its way to another version.',
  },
  ROLLOUT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta conexão não está mudando de versão.',
    en: 'This connection is not on its way to another version.',
  },
} as const satisfies ErrorTexts;
