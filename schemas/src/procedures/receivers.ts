/** People's accounts at providers: what a sale is split among, and where money can be paid to without leaving the provider. */
import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import {
  countSchema,
  daySchema,
  GUARDED,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  personSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { adminWith, EARNERS, type Procedure } from '../procedure.ts';
import { RECEIVER_DOCUMENT_STATUSES, RECEIVER_STATUSES } from '../provider.ts';

const STAFF = adminWith('isValidateBankAccountsAvailable');

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
  birthDate: daySchema,
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

/** What the provider wants to see: by a file, on a page of its own, or (neither) nothing that can be done from here. */
const document = {
  id: uuidSchema,
  /** For people, in the provider's words. */
  title: textSchema(256),
  description: nullable(textSchema(4096)),
  status: { type: 'string', enum: RECEIVER_DOCUMENT_STATUSES },
  /** The provider's own word, and why it refused. */
  providerStatus: textSchema(128),
  reason: nullable(textSchema(300)),
  takesFile: { type: 'boolean' },
  hasLink: { type: 'boolean' },
  /** Files sent from here, and when the last one was taken. */
  files: countSchema,
  sentAt: nullable(dateTimeSchema),
} as const;
/** Asked of the provider at most once a minute; `askedAt` is null until it was asked, for those that show documents at all. */
const documents = record({ askedAt: nullable(dateTimeSchema), documents: { type: 'array', items: record(document) } });
const file = {
  documentId: uuidSchema,
  /** With the ending of its kind, and nothing of a path. */
  name: { type: 'string', minLength: 1, maxLength: 120, pattern: '^[^\\u0000-\\u001f\\u007f/\\\\]+$' },
  /** PDF, PNG or JPEG of at most 5 MiB, base64. */
  content: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 7_000_000 },
} as const;
const FILE_BODY_LIMIT = 7_340_032;
const DOCUMENT_ERRORS = [
  ...GUARDED,
  'RECEIVER_DOCUMENT_NOT_FOUND',
  'RECEIVER_DOCUMENT_CLOSED',
  'RECEIVER_UNAVAILABLE',
  'RECEIVER_UNKNOWN',
] as const;
const FILE_ERRORS = [...DOCUMENT_ERRORS, 'RECEIVER_DOCUMENT_LIMIT', 'FILE_KIND', 'FILE_TOO_LARGE'] as const;

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
    next,
    connections,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listOwnReceivers = {
  name: 'receivers.listOwnReceivers',
  kind: 'query',
  summary: 'Accounts of the signed-in person at providers, newest first.',
  access: EARNERS,
  input: nothingSchema,
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
  input: recordWith({ personId: uuidSchema, connectionId: uuidSchema }, application),
  output: record(receiver),
  errors: [...APPLICATION_ERRORS, 'PERSON_NOT_FOUND'],
} as const satisfies Procedure;

export const createOwnReceiver = {
  name: 'receivers.createOwnReceiver',
  kind: 'mutation',
  summary: 'Opens an account for the signed-in person at the provider of a connection.',
  access: EARNERS,
  protects: 'money',
  input: recordWith({ connectionId: uuidSchema }, application),
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
  input: recordWith({ connectionId: uuidSchema, receiverId: textSchema(256, 1) }, { personId: uuidSchema }),
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

export const listDocuments = {
  name: 'receivers.listDocuments',
  kind: 'query',
  summary: 'What the provider wants to see of a receiver, and what became of it.',
  access: STAFF,
  input: record({ id: uuidSchema }),
  output: documents,
  errors: [...REFUSALS, 'RECEIVER_NOT_FOUND'],
} as const satisfies Procedure;

export const listOwnDocuments = {
  name: 'receivers.listOwnDocuments',
  kind: 'query',
  summary: 'What the provider wants to see of a receiver of the signed-in person.',
  access: EARNERS,
  input: record({ id: uuidSchema }),
  output: documents,
  errors: [...REFUSALS, 'RECEIVER_NOT_FOUND'],
} as const satisfies Procedure;

export const sendDocument = {
  name: 'receivers.sendDocument',
  kind: 'mutation',
  summary: 'Hands a file to the provider in the name of somebody; it is passed on and kept nowhere.',
  access: STAFF,
  protects: 'money',
  bodyLimit: FILE_BODY_LIMIT,
  input: record(file),
  output: record(document),
  errors: FILE_ERRORS,
} as const satisfies Procedure;

export const sendOwnDocument = {
  name: 'receivers.sendOwnDocument',
  kind: 'mutation',
  summary: 'Hands a file of the signed-in person to the provider; it is passed on and kept nowhere.',
  access: EARNERS,
  protects: 'money',
  bodyLimit: FILE_BODY_LIMIT,
  input: record(file),
  output: record(document),
  errors: FILE_ERRORS,
} as const satisfies Procedure;

export const createOwnDocumentLink = {
  name: 'receivers.createOwnDocumentLink',
  kind: 'mutation',
  summary:
    "The address of the provider's page where the signed-in person shows who they are. Whoever has it may use it: open it at once.",
  access: EARNERS,
  protects: 'money',
  input: record({ documentId: uuidSchema }),
  output: record({ url: textSchema(2048), expiresAt: nullable(dateTimeSchema) }),
  errors: DOCUMENT_ERRORS,
} as const satisfies Procedure;
