/** Sellers bring what they have at other platforms as a file: it is uploaded, its columns are mapped, every line is checked, and then it is written. */

import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  type FromSchema,
  fileNameSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import {
  IMPORT_FORMATS,
  IMPORT_KINDS,
  IMPORT_LIMITS,
  IMPORT_SOURCES,
  IMPORT_STATES,
  IMPORTED_SUBSCRIPTION_STATES,
  PREVIEW_ROWS,
  SALE_STATES,
} from '../imports.ts';
import { CHANGING, type Limit, READING } from '../limits.ts';
import {
  countSchema,
  listCount,
  next,
  nothingSchema,
  nullable,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

const byId = { importId: uuidSchema } as const;
const kind = { type: 'string', enum: IMPORT_KINDS } as const;
const source = { type: 'string', enum: IMPORT_SOURCES } as const;
const FOUND = [...REFUSALS, 'IMPORT_NOT_FOUND'] as const;
const STEPS = [...FOUND, 'IMPORT_STATE'] as const;

/** The parts of one file come one after the other. */
const SENDING_PARTS: Limit = {
  name: 'sending-parts',
  address: { most: 1_200, seconds: 60 },
  person: { most: 240, seconds: 60 },
  atOnce: 20,
};

const summary = {
  id: uuidSchema,
  fileName: textSchema(120),
  bytes: countSchema,
  state: { type: 'string', enum: IMPORT_STATES },
  /** Null until the file was read. */
  kind: nullable(kind),
  source: nullable(source),
  format: nullable({ type: 'string', enum: IMPORT_FORMATS }),
  rowCount: countSchema,
  /** The lines that the step under way has done. */
  doneRows: countSchema,
  /** The counts of the check. */
  newRows: countSchema,
  changedRows: countSchema,
  sameRows: countSchema,
  refusedRows: countSchema,
  /** The counts of the lines that were written. */
  madeRows: countSchema,
  writtenRows: countSchema,
  /** The counts of the rows that an undo removed, and that it kept. */
  removedRows: countSchema,
  keptRows: countSchema,
  createdAt: dateTimeSchema,
  finishedAt: nullable(dateTimeSchema),
} as const;

const mapping = {
  type: 'array',
  maxItems: IMPORT_LIMITS.columns,
  items: record({
    field: textSchema(60),
    /** The number of the column, from 0. */
    column: { type: 'integer', minimum: 0, maximum: IMPORT_LIMITS.columns - 1 },
  }),
} as const;

export const createImport = {
  name: 'imports.createImport',
  kind: 'mutation',
  api: { call: 'POST /imports', resource: 'imports' },
  summary:
    'Begins an import of the signed-in seller. The file follows in parts, each of the returned size but the last.',
  access: SELLER,
  limit: CHANGING,
  input: record({ fileName: fileNameSchema(120), bytes: { type: 'integer', minimum: 1, maximum: 10_000_000_000 } }),
  output: record({ ...byId, partBytes: countSchema }),
  errors: [...REFUSALS, 'IMPORT_TOO_LARGE', 'IMPORT_LIMIT'],
} as const satisfies Procedure;

const PART_LETTERS = Math.ceil(IMPORT_LIMITS.partBytes / 3) * 4;

export const addPart = {
  name: 'imports.addPart',
  kind: 'mutation',
  api: { call: 'PUT /imports/{importId}/parts/{number}', resource: 'imports' },
  summary: 'Stores a part of the file. The same part may be sent again.',
  access: SELLER,
  limit: SENDING_PARTS,
  bodyLimit: PART_LETTERS + 4_096,
  input: record({
    ...byId,
    number: { type: 'integer', minimum: 0, maximum: Math.ceil(IMPORT_LIMITS.fileBytes / IMPORT_LIMITS.partBytes) - 1 },
    content: { type: 'string', minLength: 4, maxLength: PART_LETTERS, pattern: '^[A-Za-z0-9+/]+={0,2}$' },
  }),
  output: nothingSchema,
  errors: STEPS,
} as const satisfies Procedure;

export const finishUpload = {
  name: 'imports.finishUpload',
  kind: 'mutation',
  api: { call: 'POST /imports/{importId}/finish-upload', resource: 'imports' },
  summary: 'Says that every part was sent. The file is read, and what it holds is guessed from its headers.',
  access: SELLER,
  limit: CHANGING,
  input: record(byId),
  output: nothingSchema,
  errors: [...STEPS, 'IMPORT_INCOMPLETE'],
} as const satisfies Procedure;

const CELL = { type: 'string', maxLength: IMPORT_LIMITS.cellLetters } as const;
/** Room for a call of rows with some hundred letters each. */
const ROWS_BODY = 4 * 1024 * 1024;

export const importRows = {
  name: 'imports.importRows',
  kind: 'mutation',
  api: { call: 'POST /imports/rows', resource: 'imports' },
  summary:
    'Begins an import of the signed-in seller from rows in the place of a file. The properties of a row are names of fields, and their values what the cell of a table would hold. Every row is checked, and nothing is written until the import is run.',
  access: SELLER,
  limit: CHANGING,
  bodyLimit: ROWS_BODY,
  input: recordWith(
    {
      kind,
      rows: {
        type: 'array',
        minItems: 1,
        maxItems: IMPORT_LIMITS.rowsOfCall,
        items: {
          type: 'object',
          maxProperties: IMPORT_LIMITS.columns,
          propertyNames: { pattern: '^[A-Za-z]{1,60}$' },
          additionalProperties: CELL,
        },
      },
    },
    {
      /** PLAIN unless told. Ids of one source are never taken for those of another. */
      source,
      /** The name under which it is listed. */
      fileName: fileNameSchema(120),
      /** Leaves out phones and documents that are none, in the place of refusing their rows. */
      isLenient: { type: 'boolean' },
    },
  ),
  output: record(byId),
  errors: [...REFUSALS, 'IMPORT_LIMIT', 'IMPORT_MAPPING'],
} as const satisfies Procedure;

export const listImports = {
  name: 'imports.listImports',
  kind: 'query',
  api: { call: 'GET /imports', resource: 'imports' },
  summary: "Lists the signed-in seller's imports of the last year, newest first.",
  access: SELLER,
  limit: READING,
  input: { type: 'object', additionalProperties: false, properties: page } as const,
  output: pageOf(record(summary)),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getImport = {
  name: 'imports.getImport',
  kind: 'query',
  api: { call: 'GET /imports/{importId}', resource: 'imports' },
  summary:
    'Retrieves an import with its columns, its first lines, and the fields that columns can fill. With another kind or source, the columns are guessed for those.',
  access: SELLER,
  limit: READING,
  input: recordWith(byId, { kind, source }),
  output: record({
    ...summary,
    /** Why the file was refused, and what to do; null where it was not. */
    problem: nullable(textSchema(500)),
    headers: { type: 'array', items: { type: 'string' } },
    mapping,
    isLenient: { type: 'boolean' },
    preview: { type: 'array', maxItems: PREVIEW_ROWS, items: { type: 'array', items: { type: 'string' } } },
    fields: {
      type: 'array',
      items: record({
        name: textSchema(60),
        label: textSchema(120),
        isRequired: { type: 'boolean' },
      }),
    },
    /** Until then it can be undone; null where it cannot. */
    undoUntil: nullable(dateTimeSchema),
    /** When its lines are deleted. */
    deletedAt: dateTimeSchema,
  }),
  errors: FOUND,
} as const satisfies Procedure;

export const checkImport = {
  name: 'imports.checkImport',
  kind: 'mutation',
  api: { call: 'POST /imports/{importId}/check', resource: 'imports' },
  summary: 'Checks every line by this mapping, and writes nothing. Another check may follow with another mapping.',
  access: SELLER,
  limit: CHANGING,
  input: record({ ...byId, kind, source, mapping, isLenient: { type: 'boolean' } }),
  output: nothingSchema,
  errors: [...STEPS, 'IMPORT_MAPPING'],
} as const satisfies Procedure;

export const runImport = {
  name: 'imports.runImport',
  kind: 'mutation',
  api: { call: 'POST /imports/{importId}/run', resource: 'imports' },
  summary: 'Writes the lines that the check has found to be new or changed. Nobody is mailed.',
  access: SELLER,
  limit: CHANGING,
  input: record(byId),
  output: nothingSchema,
  errors: STEPS,
} as const satisfies Procedure;

export const undoImport = {
  name: 'imports.undoImport',
  kind: 'mutation',
  api: { call: 'POST /imports/{importId}/undo', resource: 'imports' },
  summary:
    'Removes what an import has made and nobody has used since, within 24 hours after its end. The rest is kept, with the reason.',
  access: SELLER,
  limit: CHANGING,
  input: record(byId),
  output: nothingSchema,
  errors: [...STEPS, 'IMPORT_UNDO_OVER'],
} as const satisfies Procedure;

export const discardImport = {
  name: 'imports.discardImport',
  kind: 'mutation',
  api: { call: 'DELETE /imports/{importId}', resource: 'imports' },
  summary: 'Deletes a file with its lines before anything was written.',
  access: SELLER,
  limit: CHANGING,
  input: record(byId),
  output: nothingSchema,
  errors: STEPS,
} as const satisfies Procedure;

export const listProblems = {
  name: 'imports.listProblems',
  kind: 'query',
  api: { call: 'GET /imports/{importId}/problems', resource: 'imports' },
  summary: 'Lists the lines that were refused, or those that an undo has kept, each with the reason and what to do.',
  access: SELLER,
  limit: READING,
  input: recordWith(
    { ...byId, of: { type: 'string', enum: ['REFUSED', 'KEPT'] } },
    { after: { type: 'integer', minimum: 0, maximum: 10_000_000 } },
  ),
  output: record({
    items: {
      type: 'array',
      items: record({
        line: countSchema,
        /** The name of the field; null where it is about the whole line. */
        field: nullable(textSchema(120)),
        value: nullable(textSchema(200)),
        why: textSchema(300),
        fix: textSchema(300),
      }),
    },
    /** The line after which the next page begins; null on the last one. */
    next: nullable(countSchema),
  }),
  errors: FOUND,
} as const satisfies Procedure;

const search = { search: textSchema(120) } as const;
const contact = {
  name: nullable(textSchema(120)),
  email: textSchema(254),
  phone: nullable(textSchema(20)),
  document: nullable(textSchema(20)),
} as const;

export const listCustomers = {
  name: 'imports.listCustomers',
  kind: 'query',
  api: { call: 'GET /imported-customers', resource: 'imports' },
  summary: "Lists the signed-in seller's imported customers, newest first.",
  access: SELLER,
  limit: READING,
  input: { type: 'object', additionalProperties: false, properties: { ...search, ...page } } as const,
  output: pageOf(record({ id: uuidSchema, ...contact, source, createdAt: dateTimeSchema })),
  errors: REFUSALS,
} as const satisfies Procedure;

const importedSale = {
  id: uuidSchema,
  source,
  externalId: nullable(textSchema(200)),
  soldAt: dateTimeSchema,
  productName: textSchema(200),
  offerTitle: nullable(textSchema(200)),
  amount: amountSchema,
  netAmount: nullable(amountSchema),
  currency: currencySchema,
  status: { type: 'string', enum: SALE_STATES },
} as const;

export const listSales = {
  name: 'imports.listSales',
  kind: 'query',
  api: { call: 'GET /imported-sales', resource: 'imports' },
  summary:
    "Lists the signed-in seller's imported sales, newest first. They are history: no balance and no report counts them.",
  access: SELLER,
  limit: READING,
  input: { type: 'object', additionalProperties: false, properties: { ...search, ...page } } as const,
  output: pageOf(record({ ...importedSale, ...contact })),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getCustomer = {
  name: 'imports.getCustomer',
  kind: 'query',
  api: { call: 'GET /imported-customers/{customerId}', resource: 'imports' },
  summary:
    "Retrieves an imported customer with the imported sales and the seller's own sales under the same email, newest first.",
  access: SELLER,
  limit: READING,
  input: record({ customerId: uuidSchema }),
  output: record({
    id: uuidSchema,
    ...contact,
    source,
    createdAt: dateTimeSchema,
    importedSales: { type: 'array', items: record(importedSale) },
    sales: {
      type: 'array',
      items: record({
        id: uuidSchema,
        createdAt: dateTimeSchema,
        title: textSchema(200),
        amount: amountSchema,
        currency: currencySchema,
        status: textSchema(20),
      }),
    },
  }),
  errors: [...REFUSALS, 'IMPORTED_CUSTOMER_NOT_FOUND'],
} as const satisfies Procedure;

export const listSubscriptions = {
  name: 'imports.listSubscriptions',
  kind: 'query',
  api: { call: 'GET /imported-subscriptions', resource: 'imports' },
  summary:
    "Lists the signed-in seller's imported subscriptions, newest first. Each waits until its buyer agrees to go on here by the link of a mail that the seller sends.",
  access: SELLER,
  limit: READING,
  input: {
    type: 'object',
    additionalProperties: false,
    properties: { ...search, state: { type: 'string', enum: IMPORTED_SUBSCRIPTION_STATES }, ...page },
  } as const,
  output: recordWith(
    {
      items: {
        type: 'array',
        items: record({
          id: uuidSchema,
          ...contact,
          source,
          state: { type: 'string', enum: IMPORTED_SUBSCRIPTION_STATES },
          title: textSchema(200),
          amount: amountSchema,
          currency: currencySchema,
          nextDueAt: dateTimeSchema,
          invites: countSchema,
          invitedAt: nullable(dateTimeSchema),
          /** The subscription that goes on here; null until its buyer agreed. */
          subscriptionId: nullable(uuidSchema),
        }),
      },
      next,
      /** The buyers who can be written to now. */
      inviteable: countSchema,
    },
    { count: listCount },
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const inviteSubscribers = {
  name: 'imports.inviteSubscribers',
  kind: 'mutation',
  summary:
    'Mails the link to a hundred buyers of imported subscriptions at most, those who wait longest first. A buyer gets three mails at most, three days apart; a seller sends a thousand a day.',
  access: SELLER,
  limit: CHANGING,
  input: nothingSchema,
  output: record({ sent: countSchema }),
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN', 'IMPORT_INVITES_LIMIT'],
} as const satisfies Procedure;

/** The query of the file of lines that were refused or kept. */
export const exportProblemsInput = recordWith(
  { ...byId, of: { type: 'string', enum: ['REFUSED', 'KEPT'] }, format: { type: 'string', enum: ['csv', 'xlsx'] } },
  { lang: { type: 'string', maxLength: 20 } },
);
export type ExportProblemsInput = FromSchema<typeof exportProblemsInput>;

export const importsErrors = {
  IMPORT_NOT_FOUND: { status: 404, 'pt-BR': 'Esta importação não existe.', en: 'This import does not exist.' },
  IMPORT_STATE: {
    status: 409,
    'pt-BR': 'A importação já está em outro passo. Abra a página de novo.',
    en: 'The import is at another step by now. Open the page again.',
  },
  IMPORT_TOO_LARGE: {
    status: 413,
    'pt-BR': 'O arquivo passa de 30 MB. Divida em arquivos menores, de até 200.000 linhas cada.',
    en: 'The file is larger than 30 MB. Split it into smaller files of at most 200,000 rows each.',
  },
  IMPORT_LIMIT: {
    status: 409,
    'pt-BR': 'Há importações demais abertas ou feitas hoje. Termine ou apague uma, ou continue amanhã.',
    en: 'Too many imports are open or were begun today. Finish or delete one, or go on tomorrow.',
  },
  IMPORT_INCOMPLETE: {
    status: 409,
    'pt-BR': 'Faltam partes do arquivo. Envie o arquivo de novo.',
    en: 'Parts of the file are missing. Upload the file again.',
  },
  IMPORT_MAPPING: {
    status: 422,
    'pt-BR': 'Confira as colunas indicadas.',
    en: 'Check the columns named below.',
  },
  IMPORT_UNDO_OVER: {
    status: 409,
    'pt-BR': 'Uma importação só pode ser desfeita nas 24 horas depois do fim.',
    en: 'An import can only be undone within 24 hours after its end.',
  },
  IMPORT_INVITES_LIMIT: {
    status: 409,
    'pt-BR': 'Você já enviou 1.000 convites hoje. Continue amanhã.',
    en: 'You have sent 1,000 invitations today. Go on tomorrow.',
  },
  IMPORTED_CUSTOMER_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este cliente não existe.',
    en: 'This customer does not exist.',
  },
} as const satisfies ErrorTexts;
