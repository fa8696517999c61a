/** Disputes: card chargebacks and special returns of PIX (MED), as cases with a deadline. */

import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  fileNameSchema,
  lineSchema,
  paymentMethodSchema,
  publicIdSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  cycleSchema,
  GUARDED,
  listCount,
  next,
  nothingSchema,
  nullable,
  optional,
  page,
  period,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  sortedBy,
} from '../parts.ts';
import { type Access, adminWith, type Procedure, SELLER } from '../procedure.ts';

const STAFF = adminWith('isChargesAvailable');
/** Sellers see their own disputes; administrators of charges see all of them. */
const BOTH: Access = { kind: 'role', roles: ['seller', 'admin'], permission: 'isChargesAvailable' };

export const DISPUTE_KINDS = ['CHARGEBACK', 'MED'] as const;
export const DISPUTE_STATES = ['OPEN', 'ANSWERED', 'WON', 'LOST', 'ACCEPTED'] as const;
export const DISPUTE_FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;

const dispute = {
  id: uuidSchema,
  kind: { type: 'string', enum: DISPUTE_KINDS },
  state: { type: 'string', enum: DISPUTE_STATES },
  paymentId: publicIdSchema,
  saleId: uuidSchema,
  title: textSchema(120),
  cycle: cycleSchema,
  buyerName: textSchema(30),
  seller: personSchema,
  method: paymentMethodSchema,
  /** The disputed cents, and the cents reserved until the dispute ends. */
  amount: amountSchema,
  heldAmount: amountSchema,
  currency: currencySchema,
  reason: textSchema(300),
  /** The deadline for an answer. */
  dueAt: dateTimeSchema,
  openedAt: dateTimeSchema,
  answeredAt: nullable(dateTimeSchema),
  closedAt: nullable(dateTimeSchema),
} as const;
/** The buyer as a customer of the seller; null once the buyer's data is erased. */
const named = { customerId: nullable(uuidSchema) } as const;
const EXPANDED = { sale: 'saleId', customer: 'customerId' } as const;

const filter = {
  state: { type: 'string', enum: DISPUTE_STATES },
  kind: { type: 'string', enum: DISPUTE_KINDS },
  search: textSchema(100),
  ...period,
  ...page,
} as const;
const list = recordWith(
  {
    items: { type: 'array', items: recordWith(dispute, named) },
    next,
    /** The number of open disputes, regardless of the filter. */ open: countSchema,
  },
  { count: listCount },
);

export const listDisputes = {
  name: 'disputes.listDisputes',
  kind: 'query',
  summary: "Lists the disputes of the signed-in seller's sales: open ones by deadline first, then the newest.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /disputes', resource: 'disputes', expand: EXPANDED },
  input: optional({ ...filter, ...sortedBy('amount', 'openedAt', 'dueAt') }),
  output: list,
  errors: [...REFUSALS, 'PERIOD_INVALID', 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const listCases = {
  name: 'disputes.listCases',
  kind: 'query',
  summary: 'Lists the disputes of the whole platform.',
  access: STAFF,
  limit: READING,
  api: { call: 'GET /platform/disputes', resource: 'disputes' },
  input: optional({ ...filter, ...sortedBy('amount', 'openedAt', 'dueAt') }),
  output: list,
  errors: [...REFUSALS, 'PERIOD_INVALID', 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const getDispute = {
  name: 'disputes.getDispute',
  kind: 'query',
  summary: 'Retrieves a dispute with its defence. Sellers can retrieve only their own disputes.',
  access: BOTH,
  limit: READING,
  api: { call: 'GET /disputes/{disputeId}', resource: 'disputes', expand: EXPANDED },
  input: record({ disputeId: uuidSchema }),
  output: recordWith(
    {
      ...dispute,
      defence: textSchema(5000),
      /** The note of the person who closed the dispute, and the bank's number of the case. */
      note: textSchema(300),
      providerReference: nullable(textSchema(120)),
      files: {
        type: 'array',
        items: record({
          id: uuidSchema,
          name: textSchema(120),
          mediaType: { type: 'string', enum: DISPUTE_FILE_TYPES },
          bytes: countSchema,
          createdAt: dateTimeSchema,
        }),
      },
    },
    {
      ...named,
      /** The card's owner has confirmed the charge at the bank, which bears a chargeback because of fraud, as the provider says. */
      isLiabilityShifted: { type: 'boolean' },
    },
  ),
  errors: [...REFUSALS, 'DISPUTE_NOT_FOUND'],
} as const satisfies Procedure;

export const getDisputeFile = {
  name: 'disputes.getDisputeFile',
  kind: 'query',
  summary: 'Retrieves a file of a dispute, in base64.',
  access: BOTH,
  limit: READING,
  input: record({ disputeId: uuidSchema, fileId: uuidSchema }),
  output: record({
    name: textSchema(120),
    mediaType: { type: 'string', enum: DISPUTE_FILE_TYPES },
    content: { type: 'string' },
  }),
  errors: [...REFUSALS, 'DISPUTE_NOT_FOUND'],
} as const satisfies Procedure;

export const addDisputeFile = {
  name: 'disputes.addDisputeFile',
  kind: 'mutation',
  summary:
    "Adds a file to a defence: PDF, PNG or JPEG, at most 5 MiB and ten files per dispute. The content has to match the file's extension.",
  access: BOTH,
  bodyLimit: 7_340_032,
  limit: CHANGING,
  input: record({
    disputeId: uuidSchema,
    /** A file name with the extension of its type, without a path. */
    name: fileNameSchema(120),
    content: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$', maxLength: 7_000_000 },
  }),
  output: record({ fileId: uuidSchema }),
  errors: [
    ...REFUSALS,
    'IMPERSONATION_FORBIDDEN',
    'DISPUTE_NOT_FOUND',
    'DISPUTE_CLOSED',
    'FILE_KIND',
    'FILE_TOO_LARGE',
    'FILE_LIMIT',
  ],
} as const satisfies Procedure;

export const removeDisputeFile = {
  name: 'disputes.removeDisputeFile',
  kind: 'mutation',
  summary: 'Removes a file from a defence that has not been submitted yet.',
  access: BOTH,
  limit: CHANGING,
  input: record({ disputeId: uuidSchema, fileId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'IMPERSONATION_FORBIDDEN', 'DISPUTE_NOT_FOUND', 'DISPUTE_CLOSED'],
} as const satisfies Procedure;

export const answerDispute = {
  name: 'disputes.answerDispute',
  kind: 'mutation',
  summary: "Submits the defence. Providers take no defence through their API, so the platform's staff passes it on.",
  access: BOTH,
  protects: 'money',
  limit: CHANGING,
  api: { call: 'POST /disputes/{disputeId}/answer', resource: 'disputes' },
  input: record({ disputeId: uuidSchema, defence: textSchema(5000, 20) }),
  output: nothingSchema,
  errors: [...GUARDED, 'DISPUTE_NOT_FOUND', 'DISPUTE_CLOSED', 'DISPUTE_EXPIRED'],
} as const satisfies Procedure;

export const acceptDispute = {
  name: 'disputes.acceptDispute',
  kind: 'mutation',
  summary: 'Accepts a dispute: the money goes back to the buyer.',
  access: BOTH,
  protects: 'money',
  limit: CHANGING,
  api: { call: 'POST /disputes/{disputeId}/accept', resource: 'disputes' },
  input: record({ disputeId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'DISPUTE_NOT_FOUND', 'DISPUTE_CLOSED'],
} as const satisfies Procedure;

export const openDispute = {
  name: 'disputes.openDispute',
  kind: 'mutation',
  summary:
    'Opens a dispute that the bank reported outside its webhooks, and reserves as much of the money as is available.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    {
      paymentId: publicIdSchema,
      kind: { type: 'string', enum: DISPUTE_KINDS },
      reason: textSchema(300, 1),
    },
    {
      amount: { ...amountSchema, minimum: 1 },
      dueAt: dateTimeSchema,
      providerReference: lineSchema(120, 1),
    },
  ),
  output: record({ disputeId: uuidSchema }),
  errors: [...GUARDED, 'PAYMENT_NOT_FOUND', 'PAYMENT_DISPUTED', 'DISPUTE_UNAVAILABLE', 'REFUND_TOO_LARGE'],
} as const satisfies Procedure;

export const closeDispute = {
  name: 'disputes.closeDispute',
  kind: 'mutation',
  summary: "Records the bank's decision. Won money is released to the seller; lost money is gone.",
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: recordWith(
    { disputeId: uuidSchema, outcome: { type: 'string', enum: ['WON', 'LOST'] } },
    { note: textSchema(300) },
  ),
  output: nothingSchema,
  errors: [...GUARDED, 'DISPUTE_NOT_FOUND', 'DISPUTE_CLOSED'],
} as const satisfies Procedure;

export const correctDispute = {
  name: 'disputes.correctDispute',
  kind: 'mutation',
  summary:
    'Corrects the outcome of a closed dispute that was entered by mistake or that the bank decided again. The money is moved accordingly.',
  access: STAFF,
  protects: 'money',
  limit: CHANGING,
  input: record({
    disputeId: uuidSchema,
    outcome: { type: 'string', enum: ['WON', 'LOST'] },
    /** The source of this information. */
    note: textSchema(300, 1),
  }),
  output: nothingSchema,
  errors: [...GUARDED, 'DISPUTE_NOT_FOUND', 'DISPUTE_OPEN', 'PAYMENT_DISPUTED'],
} as const satisfies Procedure;

export const disputesErrors = {
  PAYMENT_DISPUTED: { status: 409, 'pt-BR': 'Este pagamento está em contestação.', en: 'This payment is in dispute.' },
  DISPUTE_NOT_FOUND: { status: 404, 'pt-BR': 'Esta contestação não existe.', en: 'This dispute does not exist.' },
  DISPUTE_CLOSED: {
    status: 409,
    'pt-BR': 'Esta contestação já terminou ou já foi respondida.',
    en: 'This dispute has ended or was answered already.',
  },
  DISPUTE_OPEN: {
    status: 409,
    'pt-BR': 'Esta contestação ainda não terminou: registre o resultado dela.',
    en: 'This dispute has not ended yet: record its outcome.',
  },
  DISPUTE_EXPIRED: { status: 422, 'pt-BR': 'O prazo para responder terminou.', en: 'The time to answer is over.' },
  DISPUTE_UNAVAILABLE: {
    status: 422,
    'pt-BR': 'Só pagamentos aprovados podem ser contestados; MED existe só para Pix.',
    en: 'Only approved payments can be disputed; a MED exists only for Pix.',
  },
  FILE_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo dez arquivos. Remova um antes de enviar outro.',
    en: 'Ten files at most. Remove one before adding another.',
  },
} as const satisfies ErrorTexts;
