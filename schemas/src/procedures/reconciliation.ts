/** What providers say when asked anew, beside what payments and the ledger say. */
import { currencySchema, dateTimeSchema, publicIdSchema, textSchema, uuidSchema } from '../common.ts';
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

const ACCOUNTING = adminWith('isSalesAvailable');
/** MISSING: the provider has it and the ledger has not. EXTRA: the ledger has it and the provider has not. */
export const CASE_KINDS = ['MISSING', 'EXTRA', 'AMOUNT'] as const;
export const CASE_SUBJECTS = ['PAYMENT', 'REFUND', 'WITHDRAWAL'] as const;
/** VANISHED: a later comparison does not find it any more. */
export const CASE_STATES = ['OPEN', 'RESOLVED', 'VANISHED'] as const;

export const listRuns = {
  name: 'reconciliation.listRuns',
  kind: 'query',
  summary: 'Comparisons of single days, the latest first.',
  access: ACCOUNTING,
  input: optional(page),
  output: pageOf(
    record({
      id: uuidSchema,
      /** In São Paulo. */
      day: daySchema,
      compared: countSchema,
      /** Differences that are open because of it. */
      found: countSchema,
      /** What no provider could be asked about. */
      unanswered: countSchema,
      startedAt: dateTimeSchema,
      /** Null while it runs. */
      finishedAt: nullable(dateTimeSchema),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const startRun = {
  name: 'reconciliation.startRun',
  kind: 'mutation',
  summary: 'Compares a day again, yesterday unless told; it is done each night by itself.',
  access: ACCOUNTING,
  input: optional({ day: daySchema }),
  output: record({ runId: uuidSchema }),
  errors: [...REFUSALS, 'PERIOD_INVALID', 'RECONCILIATION_RUNNING'],
} as const satisfies Procedure;

export const listCases = {
  name: 'reconciliation.listCases',
  kind: 'query',
  summary: 'Differences between providers and the ledger, newest first.',
  access: ACCOUNTING,
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
      withdrawalId: nullable(uuidSchema),
      /** What the provider calls it. */
      transactionId: nullable(textSchema(256)),
      currency: nullable(currencySchema),
      /** Cents. */
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
  summary: 'Closes a difference with an explanation. As long as it stays the same it is not reported again.',
  access: ACCOUNTING,
  protects: 'money',
  input: record({ caseId: uuidSchema, note: textSchema(1000, 4) }),
  output: nothingSchema,
  errors: [...GUARDED, 'RECONCILIATION_CASE_NOT_FOUND', 'RECONCILIATION_CASE_CLOSED'],
} as const satisfies Procedure;
