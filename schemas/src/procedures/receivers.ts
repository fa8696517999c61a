/** Receivers: people's accounts at providers. A sale is split among them, and a withdrawal to them stays within the provider. */

import { dateTimeSchema, fileNameSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  daySchema,
  GUARDED,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  personSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { type Access, adminWith, EARNERS, type Procedure } from '../procedure.ts';
import { RECEIVER_DOCUMENT_STATUSES, RECEIVER_STATUSES } from '../provider.ts';
import { VERIFICATION_DOCUMENTS } from '../verification.ts';

const STAFF = adminWith('isValidateBankAccountsAvailable');
/** The staff who look after receivers or check documents. */
const CHECKERS: Access = {
  kind: 'role',
  roles: ['admin'],
  permissions: ['isValidateBankAccountsAvailable', 'isValidateDocumentsAvailable'],
};

/** REQUESTED: the provider is being asked. UNKNOWN: the answer was lost, and the request is never repeated. REFUSED: no account exists. */
export const RECEIVER_STATES = ['REQUESTED', 'ANSWERED', 'REFUSED', 'UNKNOWN'] as const;

const receiver = {
  id: uuidSchema,
  connectionId: uuidSchema,
  /** The id of the provider's package. */
  receiverProvider: textSchema(60),
  /** Null until the provider has returned an id. */
  receiverId: nullable(textSchema(256)),
  status: { type: 'string', enum: RECEIVER_STATUSES },
  state: { type: 'string', enum: RECEIVER_STATES },
  /** The provider's own status. */
  providerStatus: nullable(textSchema(128)),
  reason: nullable(textSchema(300)),
  createdAt: dateTimeSchema,
} as const;

/** The connections that open accounts, each with the fields its provider needs besides the common ones, as restricted JSON Schema. */
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
  street: lineSchema(120, 1),
  number: lineSchema(20, 1),
  complement: lineSchema(60),
  district: lineSchema(60, 1),
  city: lineSchema(60, 1),
  state: { type: 'string', pattern: '^[A-Z]{2}$' },
});

const attachment = {
  /** A file name with the extension of its type, without a path. */
  name: fileNameSchema(120),
  /** PDF, PNG or JPEG of at most 5 MiB, in base64. */
  content: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 7_000_000 },
} as const;

/** The application, which is passed on and not stored. Name, document, e-mail and phone are those of the person. */
const application = {
  birthDate: daySchema,
  address,
  /** A confirmed bank account of the person. */
  destinationId: uuidSchema,
  /** The values for the connection's `form`. */
  data: {
    type: 'object',
    maxProperties: 50,
    additionalProperties: { type: ['string', 'integer', 'boolean'], maxLength: 4096 },
  },
  /** The files for the fields of `form` with format "file": at most 15 MiB together. */
  files: {
    type: 'object',
    maxProperties: 10,
    additionalProperties: record(attachment),
  },
} as const;
const APPLICATION_BODY_LIMIT = 22_020_096;

/** A document that the provider asks for: as a file, on a page of the provider, or neither, when nothing can be done from here. */
const document = {
  id: uuidSchema,
  /** The title that people read, as the provider wrote it. */
  title: textSchema(256),
  description: nullable(textSchema(4096)),
  status: { type: 'string', enum: RECEIVER_DOCUMENT_STATUSES },
  /** The provider's own status, and its reason for a refusal. */
  providerStatus: textSchema(128),
  reason: nullable(textSchema(300)),
  takesFile: { type: 'boolean' },
  hasLink: { type: 'boolean' },
  /** The number of files sent from here, and when the last one was accepted. */
  files: countSchema,
  sentAt: nullable(dateTimeSchema),
} as const;
/** The provider is asked at most once a minute. `askedAt` is null until then, for providers that list documents at all. */
const documents = record({ askedAt: nullable(dateTimeSchema), documents: { type: 'array', items: record(document) } });
const file = { documentId: uuidSchema, ...attachment } as const;
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
  'OUTGOING_HELD',
  'DOCUMENT_REQUIRED',
  'DESTINATION_NOT_FOUND',
  'CREDENTIALS_INVALID',
  'FILE_KIND',
  'FILE_TOO_LARGE',
] as const;

export const listReceivers = {
  name: 'receivers.listReceivers',
  kind: 'query',
  summary: 'Lists the receivers of everybody on the platform and of the platform itself, newest first.',
  access: STAFF,
  limit: READING,
  input: optional({
    personId: uuidSchema,
    /** Only receivers of the platform, or only those of people. */
    owner: { type: 'string', enum: ['PLATFORM', 'PEOPLE'] },
    status: { type: 'string', enum: RECEIVER_STATUSES },
    state: { type: 'string', enum: RECEIVER_STATES },
    search: textSchema(100),
    ...page,
  }),
  output: record({
    /** Without a person, the receiver is the platform's own, which takes the rest of every split. */
    items: { type: 'array', items: record({ ...receiver, person: nullable(personSchema) }) },
    next,
    connections,
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listOwnReceivers = {
  name: 'receivers.listOwnReceivers',
  kind: 'query',
  summary: "Lists the signed-in person's receivers, newest first.",
  access: EARNERS,
  limit: READING,
  input: nothingSchema,
  output: record({
    receivers: { type: 'array', items: record(receiver) },
    connections,
    /** The person's verified documents, which go along with an application whose file is left empty. */
    verified: { type: 'array', items: { type: 'string', enum: VERIFICATION_DOCUMENTS } },
    /** Providers ask people and companies for different data; null while the person has no CPF or CNPJ on the platform. */
    documentType: nullable({ type: 'string', enum: ['CPF', 'CNPJ'] }),
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const createReceiver = {
  name: 'receivers.createReceiver',
  kind: 'mutation',
  summary:
    'Creates a receiver for a person at the provider of a connection. The request is sent only once, even if its answer is lost.',
  access: STAFF,
  protects: 'money',
  bodyLimit: APPLICATION_BODY_LIMIT,
  limit: CHANGING,
  input: recordWith({ personId: uuidSchema, connectionId: uuidSchema }, application),
  output: record(receiver),
  errors: [...APPLICATION_ERRORS, 'PERSON_NOT_FOUND'],
} as const satisfies Procedure;

export const createOwnReceiver = {
  name: 'receivers.createOwnReceiver',
  kind: 'mutation',
  summary: 'Creates a receiver for the signed-in person at the provider of a connection.',
  access: EARNERS,
  protects: 'money',
  bodyLimit: APPLICATION_BODY_LIMIT,
  limit: CHANGING,
  input: recordWith({ connectionId: uuidSchema }, application),
  output: record(receiver),
  errors: APPLICATION_ERRORS,
} as const satisfies Procedure;

export const adoptReceiver = {
  name: 'receivers.adoptReceiver',
  kind: 'mutation',
  summary:
    "Adopts an account that already exists at the provider: the platform's own, or one whose answer was lost. The provider has to confirm it first.",
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: recordWith({ connectionId: uuidSchema, receiverId: lineSchema(256, 1) }, { personId: uuidSchema }),
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
  summary: 'Discards a receiver whose answer was lost and that was never opened, so that it can be requested again.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: record({ id: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'RECEIVER_NOT_FOUND'],
} as const satisfies Procedure;

export const listDocuments = {
  name: 'receivers.listDocuments',
  kind: 'query',
  summary: 'Lists the documents that the provider asks of a receiver, with their states.',
  access: CHECKERS,
  limit: READING,
  input: record({ id: uuidSchema }),
  output: documents,
  errors: [...REFUSALS, 'RECEIVER_NOT_FOUND'],
} as const satisfies Procedure;

export const listPlatformDocuments = {
  name: 'receivers.listPlatformDocuments',
  kind: 'query',
  summary:
    'Lists the documents that providers ask of everybody on the platform, with their states. The files themselves are passed on and not stored.',
  access: adminWith('isValidateDocumentsAvailable'),
  limit: READING,
  input: optional({
    /** OPEN: whatever its provider has not accepted. */
    status: { type: 'string', enum: ['OPEN', ...RECEIVER_DOCUMENT_STATUSES] },
    /** Part of the person's name or e-mail. */
    search: textSchema(100),
    ...page,
  }),
  output: pageOf(
    record({
      ...document,
      /** The receiver that it is asked of. */
      receiverRowId: uuidSchema,
      receiverProvider: textSchema(60),
      /** Null for the platform's own receiver. */
      person: nullable(personSchema),
      /** When the account was applied for. */
      createdAt: dateTimeSchema,
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listOwnDocuments = {
  name: 'receivers.listOwnDocuments',
  kind: 'query',
  summary: 'Lists the documents that the provider asks of a receiver of the signed-in person.',
  access: EARNERS,
  limit: READING,
  input: record({ id: uuidSchema }),
  output: documents,
  errors: [...REFUSALS, 'RECEIVER_NOT_FOUND'],
} as const satisfies Procedure;

export const sendDocument = {
  name: 'receivers.sendDocument',
  kind: 'mutation',
  summary: "Sends a file to the provider on a person's behalf. The file is passed on and not stored.",
  access: CHECKERS,
  protects: 'money',
  bodyLimit: FILE_BODY_LIMIT,
  limit: CHANGING,
  input: record(file),
  output: record(document),
  errors: FILE_ERRORS,
} as const satisfies Procedure;

export const sendOwnDocument = {
  name: 'receivers.sendOwnDocument',
  kind: 'mutation',
  summary: 'Sends a file of the signed-in person to the provider. The file is passed on and not stored.',
  access: EARNERS,
  protects: 'money',
  bodyLimit: FILE_BODY_LIMIT,
  limit: CHANGING,
  input: record(file),
  output: record(document),
  errors: FILE_ERRORS,
} as const satisfies Procedure;

export const createOwnDocumentLink = {
  name: 'receivers.createOwnDocumentLink',
  kind: 'mutation',
  summary:
    "Creates a link to the provider's page where the signed-in person proves their identity. Anyone who has the link can use it: open it at once.",
  access: EARNERS,
  protects: 'money',
  limit: CHANGING,
  input: record({ documentId: uuidSchema }),
  output: record({ url: textSchema(2048), expiresAt: nullable(dateTimeSchema) }),
  errors: DOCUMENT_ERRORS,
} as const satisfies Procedure;

export const receiversErrors = {
  RECEIVER_NOT_FOUND: { status: 404, 'pt-BR': 'Recebedor não encontrado.', en: 'Receiver not found.' },
  RECEIVER_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'O provedor desta conexão não abre contas de recebedores.',
    en: 'The provider of this connection opens no accounts for receivers.',
  },
  RECEIVER_TAKEN: {
    status: 409,
    'pt-BR': 'Já existe um recebedor desta pessoa nesta conexão.',
    en: 'This person has a receiver at this connection already.',
  },
  RECEIVER_UNKNOWN: {
    status: 503,
    'pt-BR': 'O provedor não respondeu. Tente de novo em instantes.',
    en: 'The provider did not answer. Try again shortly.',
  },
  RECEIVER_DOCUMENT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'O provedor não pede este documento.',
    en: 'The provider does not ask for this document.',
  },
  RECEIVER_DOCUMENT_CLOSED: {
    status: 409,
    'pt-BR': 'O provedor não espera nada deste documento agora. Atualize a lista.',
    en: 'The provider expects nothing of this document now. Load the list again.',
  },
  RECEIVER_DOCUMENT_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo dez envios por documento. Fale com o provedor.',
    en: 'A document can be sent ten times at most. Talk to the provider.',
  },
} as const satisfies ErrorTexts;
