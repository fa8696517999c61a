/** The part of an integration.json that issues fiscal invoices: its operations, what each answer means, and where an answer names the invoice. */
import type { Condition } from './description.ts';
import { optional, record, recordWith } from './parts.ts';

/** The states of the fiscal invoice of a sale, in the order in which people read them. */
export const FISCAL_INVOICE_STATES = ['WAITING', 'ISSUED', 'REFUSED', 'CANCELED'] as const;
export type FiscalInvoiceState = (typeof FISCAL_INVOICE_STATES)[number];

/** issue asks for the invoice, look asks what became of it, cancel takes it back. */
export const INVOICE_OPERATIONS = ['issue', 'look', 'cancel'] as const;
export type InvoiceOperation = (typeof INVOICE_OPERATIONS)[number];

/**
 * An answer means a state, or ABSENT: the system knows no such invoice, so that it may be issued. RETRY: it is asked again later. KEPT: the invoice was
 * not canceled and stays issued.
 */
export const INVOICE_MEANINGS = [...FISCAL_INVOICE_STATES, 'ABSENT', 'RETRY', 'KEPT'] as const;
export type InvoiceMeaning = (typeof INVOICE_MEANINGS)[number];

/** APPROVAL: as soon as the payment is approved. GUARANTEE: once the product's guarantee is over. */
export const ISSUE_TIMES = ['APPROVAL', 'GUARANTEE'] as const;
export type IssueTime = (typeof ISSUE_TIMES)[number];
/** The field of the form that every invoicing integration has. */
export const ISSUE_TIME_FIELD = 'issueWhen';

/** The files of an invoice. */
export const INVOICE_FILES = ['pdf', 'xml'] as const;
export type InvoiceFile = (typeof INVOICE_FILES)[number];

const callName = { type: 'string', maxLength: 60 } as const;
const path = { type: 'string', minLength: 1, maxLength: 200 } as const;
/** The first place that has a value is read. */
const paths = { type: 'array', minItems: 1, maxItems: 5, items: path } as const;

const operation = record({
  call: callName,
  /** The first whose status and condition fit decides; an answer that none fits is asked for again. */
  answers: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    items: recordWith(
      {
        status: {
          type: 'array',
          minItems: 1,
          items: { type: ['integer', 'string'], pattern: '^[1-5]xx$', minimum: 100, maximum: 599 },
        },
        means: { type: 'string', enum: INVOICE_MEANINGS },
      },
      { when: { type: 'object', minProperties: 1, maxProperties: 10 } },
    ),
  },
});

export const invoiceSchema = recordWith(
  {
    issue: operation,
    look: operation,
    /** The place at which an answer names the invoice. */
    read: optional({ number: paths, code: paths, externalId: paths, reason: paths, pdf: paths, xml: paths }),
  },
  {
    /** Without it, sellers cancel in the system itself. */
    cancel: operation,
    /** The calls that fetch a file that only the key opens. Other files are public addresses of an answer. */
    files: optional({ pdf: callName, xml: callName }),
  },
);

export interface InvoiceRule {
  status: (number | string)[];
  means: InvoiceMeaning;
  when?: Condition;
}
export interface InvoiceCall {
  call: string;
  answers: InvoiceRule[];
}
export interface IntegrationInvoice {
  issue: InvoiceCall;
  look: InvoiceCall;
  cancel?: InvoiceCall;
  read: Partial<Record<'number' | 'code' | 'externalId' | 'reason' | InvoiceFile, string[]>>;
  files?: Partial<Record<InvoiceFile, string>>;
}

/** The facts of the invoice of a sale. */
export interface InvoiceFacts {
  /** Names the invoice at the system, the same in every attempt: the id of the payment. */
  reference: string;
  /** The same, with a number behind it after a refusal: for systems that keep a refused invoice under its reference. */
  roundReference: string;
  /** The system's own id, once it has answered with one. */
  externalId: string | null;
  buyerType: 'CPF' | 'CNPJ' | null;
  /** Cents of the services. */
  amount: number;
  description: string;
  /** The item of the list of Complementary Law 116/2003. */
  serviceCode: string;
  /** The code of the city's own table. */
  cityServiceCode: string | null;
  /** The ISS in percent. */
  issRate: number | null;
  /** Says why it is canceled. */
  cancelReason: string;
}

export const INVOICE_FIELDS = [
  ...[
    'reference',
    'roundReference',
    'externalId',
    'buyerType',
    'amount',
    'description',
    'serviceCode',
    'cityServiceCode',
    'issRate',
  ],
  'cancelReason',
].map((name) => `invoice.${name}`);

/** The parts of a buyer's address, which leave where a manifest names `address` in `buyer`. */
export const ADDRESS_FIELDS = ['street', 'number', 'complement', 'district', 'city', 'state', 'zipCode'].map(
  (name) => `customer.address.${name}`,
);
