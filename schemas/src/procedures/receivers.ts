/** People's accounts at providers: what a sale is split among, and where money can be paid to without leaving the provider. */
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { Access, Procedure } from '../procedure.ts';
import { RECEIVER_STATUSES } from '../provider.ts';
import { nothingSchema } from './account.ts';
import { EARNERS } from './balances.ts';
import { GUARDED, nullable, optional, page, personSchema, REFUSALS, record } from './parts.ts';

const STAFF: Access = { kind: 'role', roles: ['admin'], permission: 'isValidateBankAccountsAvailable' };

/** REQUESTED: being asked for. UNKNOWN: the answer was lost, and it is never asked for again. REFUSED: there is none. */
export const RECEIVER_STATES = ['REQUESTED', 'ANSWERED', 'REFUSED', 'UNKNOWN'] as const;

const receiver = {
  id: uuidSchema,
  connectionId: uuidSchema,
  /** Whose account it is: a package's id. */
  receiverProvider: textSchema(60),
  /** Null until the provider has named it. */
  receiverId: nullable(textSchema(256)),
  status: { type: 'string', enum: RECEIVER_STATUSES },
  state: { type: 'string', enum: RECEIVER_STATES },
  /** The provider's own word. */
  providerStatus: nullable(textSchema(128)),
  reason: nullable(textSchema(300)),
  createdAt: dateTimeSchema,
} as const;

/** Connections that open accounts, each with the fields its provider asks beyond ours: restricted JSON Schema. */
const connections = {
  type: 'array',
  items: record({
    id: uuidSchema,
    provider: textSchema(60),
    name: textSchema(60),
    form: { type: 'object', additionalProperties: true },
  }),
} as const;

const address = record({
  zipCode: { type: 'string', pattern: '^[0-9]{8}$' },
  street: textSchema(120, 1),
  number: textSchema(20, 1),
  complement: textSchema(60),
  district: textSchema(60, 1),
  city: textSchema(60, 1),
  state: { type: 'string', pattern: '^[A-Z]{2}$' },
});

/** Passed on and not kept: name, document, e-mail and phone are those of the person. */
const application = {
  connectionId: uuidSchema,
  birthDate: { type: 'string', format: 'date', pattern: '^[1-9]' },
  address,
  /** An account of the person's own that is confirmed. */
  destinationId: uuidSchema,
  /** What `form` of the connection asks for. */
  data: {
    type: 'object',
    maxProperties: 50,
    additionalProperties: { type: ['string', 'integer', 'boolean'], maxLength: 4096 },
  },
} as const;

const APPLICATION_ERRORS = [
  ...GUARDED,
  'CONNECTION_NOT_FOUND',
  'RECEIVER_UNAVAILABLE',
  'RECEIVER_TAKEN',
  'DOCUMENT_REQUIRED',
  'DESTINATION_NOT_FOUND',
  'CREDENTIALS_INVALID',
] as const;

export const listReceivers = {
  name: 'receivers.listReceivers',
  kind: 'query',
  summary: "Accounts at providers of everybody on the platform, and the platform's own, newest first.",
  access: STAFF,
  input: optional({
    personId: uuidSchema,
    /** Only the platform's own, or only other people's. */
    owner: { type: 'string', enum: ['PLATFORM', 'PEOPLE'] },
    status: { type: 'string', enum: RECEIVER_STATUSES },
    state: { type: 'string', enum: RECEIVER_STATES },
    search: textSchema(100),
    ...page,
  }),
  output: record({
    /** No person: the platform's own, which takes what nobody else does. */
    items: { type: 'array', items: record({ ...receiver, person: nullable(personSchema) }) },
    next: nullable({ type: 'string' }),
    connections,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listOwnReceivers = {
  name: 'receivers.listOwnReceivers',
  kind: 'query',
  summary: 'Accounts of the signed-in person at providers, newest first.',
  access: EARNERS,
  input: optional({}),
  output: record({
    receivers: { type: 'array', items: record(receiver) },
    connections,
    /** Providers ask people and companies for different things; null while the person has no CPF or CNPJ on the platform. */
    documentType: nullable({ type: 'string', enum: ['CPF', 'CNPJ'] }),
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const createReceiver = {
  name: 'receivers.createReceiver',
  kind: 'mutation',
  summary:
    'Opens an account for somebody at the provider of a connection; asked for once, whatever becomes of the answer.',
  access: STAFF,
  protects: 'money',
  input: { ...optional({ personId: uuidSchema, ...application }), required: ['personId', 'connectionId'] },
  output: record(receiver),
  errors: [...APPLICATION_ERRORS, 'PERSON_NOT_FOUND'],
} as const satisfies Procedure;

export const createOwnReceiver = {
  name: 'receivers.createOwnReceiver',
  kind: 'mutation',
  summary: 'Opens an account for the signed-in person at the provider of a connection.',
  access: EARNERS,
  protects: 'money',
  input: { ...optional(application), required: ['connectionId'] },
  output: record(receiver),
  errors: APPLICATION_ERRORS,
} as const satisfies Procedure;

export const adoptReceiver = {
  name: 'receivers.adoptReceiver',
  kind: 'mutation',
  summary:
    "Takes in an account that exists at the provider: the platform's own, or one whose answer was lost. The provider is asked for it first.",
  access: STAFF,
  protects: 'money',
  input: {
    ...optional({ personId: uuidSchema, connectionId: uuidSchema, receiverId: textSchema(256, 1) }),
    required: ['connectionId', 'receiverId'],
  },
  output: record(receiver),
  errors: [
    ...GUARDED,
    'CONNECTION_NOT_FOUND',
    'PERSON_NOT_FOUND',
    'RECEIVER_NOT_FOUND',
    'RECEIVER_UNAVAILABLE',
    'RECEIVER_TAKEN',
    'RECEIVER_UNKNOWN',
  ],
} as const satisfies Procedure;

export const discardReceiver = {
  name: 'receivers.discardReceiver',
  kind: 'mutation',
  summary: 'Says that an account whose answer was lost was never opened, so that it may be asked for again.',
  access: STAFF,
  protects: 'money',
  input: record({ id: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'RECEIVER_NOT_FOUND'],
} as const satisfies Procedure;
