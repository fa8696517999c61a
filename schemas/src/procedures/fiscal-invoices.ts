/** Fiscal invoices ("notas fiscais"): what became of the invoice of each sale, and the list for the seller's accountant. */
import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { FISCAL_INVOICE_STATES } from '../integration-invoice.ts';
import { CHANGING, READING } from '../limits.ts';
import { countSchema, nothingSchema, nullable, optional, page, pageOf, REFUSALS, record } from '../parts.ts';
import { type Access, type Procedure, SELLER } from '../procedure.ts';
import { CALL_PROBLEMS } from '../seller-webhook.ts';
import { FACT_PROBLEMS } from './integrations.ts';

/** Sellers see the invoices of their sales, and administrators those of sales that they may see. */
const VIEWER: Access = { kind: 'role', roles: ['seller', 'admin'], permission: 'isSalesAvailable' };

/**
 * Why an invoice is not issued or not canceled, besides what stops a delivery. SERVICES_DIFFER: what was sold has several services, and an invoice has
 * one. CURRENCY: it was not sold in reais. NOTHING_LEFT: what was paid went back. NO_ANSWER: the city has not answered for days. CANCEL_BY_HAND: the
 * system cancels none by its interface. KEPT: the city did not cancel it.
 */
export const FISCAL_INVOICE_PROBLEMS = [
  ...CALL_PROBLEMS,
  ...FACT_PROBLEMS,
  'SERVICES_DIFFER',
  'CURRENCY',
  'NOTHING_LEFT',
  'NO_ANSWER',
  'CANCEL_BY_HAND',
  'KEPT',
] as const;
export type FiscalInvoiceProblem = (typeof FISCAL_INVOICE_PROBLEMS)[number];

const state = { type: 'string', enum: FISCAL_INVOICE_STATES } as const;
const known = {
  id: uuidSchema,
  saleId: uuidSchema,
  state,
  /** Cents of the services; null until it is asked for. */
  amount: nullable(amountSchema),
  number: nullable(textSchema(100)),
  /** The code by which everybody can verify it at the city. */
  code: nullable(textSchema(100)),
  problem: nullable({ type: 'string', enum: FISCAL_INVOICE_PROBLEMS }),
  /** The reason that the other system gave, or the name of the fact that is missing. */
  reason: nullable(textSchema(300)),
  issuedAt: nullable(dateTimeSchema),
  canceledAt: nullable(dateTimeSchema),
  createdAt: dateTimeSchema,
} as const;

export const listInvoices = {
  name: 'fiscalInvoices.listInvoices',
  kind: 'query',
  summary: "Lists the fiscal invoices of the signed-in seller's sales, newest first.",
  access: SELLER,
  limit: READING,
  input: optional({
    state,
    /** Those issued in it, in São Paulo time; those that are not issued count in the month in which they were wanted. */
    month: { type: 'string', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' },
    ...page,
  }),
  output: pageOf(record({ ...known, buyerName: textSchema(120), currency: currencySchema })),
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

/** NO_CONNECTION: no invoicing system is connected, or none for these products. NO_SERVICE: nothing that was sold has a service code. */
export const INVOICE_OBSTACLES = ['NO_CONNECTION', 'NO_SERVICE', 'NOT_PAID'] as const;

const ofSale = { saleId: uuidSchema } as const;

export const getInvoice = {
  name: 'fiscalInvoices.getInvoice',
  kind: 'query',
  summary: 'Retrieves the fiscal invoice of a sale, and whether one can be issued.',
  access: VIEWER,
  limit: READING,
  input: record(ofSale),
  output: record({
    /** Null where none is wanted yet. */
    invoice: nullable(
      record({
        ...known,
        attempts: countSchema,
        /** When it is worked on next; null where nothing is to be done. */
        nextAttemptAt: nullable(dateTimeSchema),
        isCanceling: { type: 'boolean' },
        /** The addresses of its files, on this platform; null where there is none. */
        pdf: nullable(textSchema(300)),
        xml: nullable(textSchema(300)),
      }),
    ),
    /** True where the caller may have it issued now, or issued again. */
    canIssue: { type: 'boolean' },
    canCancel: { type: 'boolean' },
    /** The reason why none can be issued; null where one can be, or is. */
    obstacle: nullable({ type: 'string', enum: INVOICE_OBSTACLES }),
  }),
  errors: [...REFUSALS, 'SALE_NOT_FOUND'],
} as const satisfies Procedure;

export const issue = {
  name: 'fiscalInvoices.issue',
  kind: 'mutation',
  summary:
    "Has the fiscal invoice of one of the signed-in seller's sales issued, or issued again after a refusal. One that may have been issued is looked up first.",
  access: SELLER,
  limit: CHANGING,
  input: record(ofSale),
  output: nothingSchema,
  errors: [
    ...REFUSALS,
    'SALE_NOT_FOUND',
    'FISCAL_INVOICE_STATE_WRONG',
    'FISCAL_INVOICE_NOT_POSSIBLE',
    'FISCAL_INVOICE_ANSWER_UNKNOWN',
  ],
} as const satisfies Procedure;

export const cancel = {
  name: 'fiscalInvoices.cancel',
  kind: 'mutation',
  summary: "Cancels the fiscal invoice of one of the signed-in seller's sales, or stops one that is not issued yet.",
  access: SELLER,
  limit: CHANGING,
  input: record(ofSale),
  output: nothingSchema,
  errors: [...REFUSALS, 'SALE_NOT_FOUND', 'FISCAL_INVOICE_STATE_WRONG'],
} as const satisfies Procedure;

export const fiscalInvoicesErrors = {
  FISCAL_INVOICE_ANSWER_UNKNOWN: {
    status: 409,
    'pt-BR':
      'Esta nota já foi pedida a um emissor que não respondeu e agora está desligado ou foi removido, e pode ter sido emitida. Religue esse emissor em Integrações e tente de novo. Se ele foi removido, consulte a nota no próprio emissor ou na prefeitura.',
    en: 'This invoice was already requested from an invoicing system that did not answer and is now turned off or removed, so it may have been issued. Turn that system back on under Integrations and try again. If it was removed, look up the invoice in that system or with the city.',
  },
  FISCAL_INVOICE_NOT_POSSIBLE: {
    status: 409,
    'pt-BR':
      'Não dá para emitir a nota desta venda: confira se ela está paga, se os produtos têm código de serviço e se há um emissor conectado em Integrações.',
    en: 'The invoice of this sale cannot be issued: check that the sale is paid, that its products have a service code, and that an invoicing system is connected under Integrations.',
  },
  FISCAL_INVOICE_STATE_WRONG: {
    status: 409,
    'pt-BR': 'A nota desta venda não permite esta mudança agora. Atualize a página.',
    en: 'The invoice of this sale does not allow this change now. Reload the page.',
  },
} as const satisfies ErrorTexts;
