/** Compares what providers report when asked again with the payments and the ledger. */

import { currencySchema, dateTimeSchema, publicIdSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  daySchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
} from '../parts.ts';
import { adminWith, type Procedure } from '../procedure.ts';

const ACCOUNTING = adminWith('isDashboardAvailable');
/**
 * MISSING: the provider has it, and the ledger does not. EXTRA: the ledger has it, and the provider does not. AMOUNT: both have
 * it, with different amounts. UNRETURNED: both have it, and more than is kept as the price or on its way back.
 */
export const CASE_KINDS = ['MISSING', 'EXTRA', 'AMOUNT', 'UNRETURNED'] as const;
export const CASE_SUBJECTS = ['PAYMENT', 'REFUND', 'WITHDRAWAL'] as const;
/** VANISHED: a later comparison no longer finds the difference. */
export const CASE_STATES = ['OPEN', 'RESOLVED', 'VANISHED'] as const;

export const listRuns = {
  name: 'reconciliation.listRuns',
  kind: 'query',
  summary: 'Lists reconciliation runs, newest first. Each run compares one day.',
  access: ACCOUNTING,
  limit: READING,
  input: optional(page),
  output: pageOf(
    record({
      id: uuidSchema,
      /** The day compared, in São Paulo time. */
      day: daySchema,
      compared: countSchema,
      /** The number of open differences that this run found. */
      found: countSchema,
      /** The number of transactions that no provider could be asked about. */
      unanswered: countSchema,
      startedAt: dateTimeSchema,
      /** Null while the comparison runs. */
      finishedAt: nullable(dateTimeSchema),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const startRun = {
  name: 'reconciliation.startRun',
  kind: 'mutation',
  summary:
    'Reconciles a day again, by default yesterday. The platform reconciles each day on its own during the following night.',
  access: ACCOUNTING,
  limit: CHANGING,
  input: optional({ day: daySchema }),
  output: record({ runId: uuidSchema }),
  errors: [...REFUSALS, 'PERIOD_INVALID', 'RECONCILIATION_RUNNING'],
} as const satisfies Procedure;

export const listCases = {
  name: 'reconciliation.listCases',
  kind: 'query',
  summary: 'Lists differences between providers and the ledger, newest first.',
  access: ACCOUNTING,
  limit: READING,
  input: recordWith(
    { state: { type: 'string', enum: CASE_STATES } },
    { subject: { type: 'string', enum: CASE_SUBJECTS }, connectionId: uuidSchema, ...page },
  ),
  output: pageOf(
    record({
      id: uuidSchema,
      kind: { type: 'string', enum: CASE_KINDS },
      subject: { type: 'string', enum: CASE_SUBJECTS },
      connection: nullable(record({ id: uuidSchema, name: textSchema(120) })),
      paymentId: nullable(publicIdSchema),
      /** The sale of the payment. */
      saleId: nullable(uuidSchema),
      withdrawalId: nullable(uuidSchema),
      /** The provider's id of the transaction. */
      transactionId: nullable(textSchema(256)),
      currency: nullable(currencySchema),
      /** The amount in cents. */
      providerAmount: signedAmountSchema,
      ledgerAmount: signedAmountSchema,
      state: { type: 'string', enum: CASE_STATES },
      note: textSchema(1000),
      createdAt: dateTimeSchema,
      closedAt: nullable(dateTimeSchema),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const resolveCase = {
  name: 'reconciliation.resolveCase',
  kind: 'mutation',
  summary: 'Closes a difference with an explanation. The same difference is not reported again.',
  access: ACCOUNTING,
  protects: 'money',
  limit: CHANGING,
  input: record({ caseId: uuidSchema, note: textSchema(1000, 4) }),
  output: nothingSchema,
  errors: [...GUARDED, 'RECONCILIATION_CASE_NOT_FOUND', 'RECONCILIATION_CASE_CLOSED'],
} as const satisfies Procedure;

export const reconciliationErrors = {
  RECONCILIATION_CASE_NOT_FOUND: { status: 404, 'pt-BR': 'Este caso não existe.', en: 'This case does not exist.' },
  RECONCILIATION_CASE_CLOSED: {
    status: 409,
    'pt-BR': 'Este caso já foi encerrado.',
    en: 'This case was already closed.',
  },
  RECONCILIATION_RUNNING: {
    status: 409,
    'pt-BR': 'Uma conciliação já está em andamento. Espere que ela termine.',
    en: 'A comparison is under way. Wait until it has ended.',
  },
} as const satisfies ErrorTexts;
