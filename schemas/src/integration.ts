/** integration.json: what a platform tells another system about sales, as data. The host runs it; an integration has no code. */
import type { FromSchema } from './common.ts';
import type { Condition, Json } from './description.ts';
import type { EventType } from './event-types.ts';
import { FREIGHT_FIELDS, freightSchema, type IntegrationFreight } from './integration-freight.ts';
import {
  ADDRESS_FIELDS,
  INVOICE_FIELDS,
  INVOICE_MEANINGS,
  type IntegrationInvoice,
  type InvoiceFacts,
  type InvoiceMeaning,
  invoiceSchema,
} from './integration-invoice.ts';
import { type ProviderAuth, sharedSchemes } from './manifest/auth.ts';
import { type Evidence, evidenceSchema } from './manifest/evidence.ts';
import { formSchema, type ManifestForm } from './manifest/form.ts';
import { composedHeaders, credentialName, headerName, localized, type MoneyUnit, moneyUnit } from './manifest/names.ts';
import { record, recordWith } from './parts.ts';

/** The categories of the catalogue, in the order in which it shows them. */
export const INTEGRATION_CATEGORIES = [
  'WEBHOOK',
  'TRACKING',
  'EMAIL',
  'CRM',
  'MESSAGING',
  'INVOICING',
  'FREIGHT',
] as const;
export type IntegrationCategory = (typeof INTEGRATION_CATEGORIES)[number];

/** The events of which an integration can hear: those of sales and carts. */
export const INTEGRATION_EVENTS = [
  'pix.created',
  'boleto.created',
  'sale.approved',
  'sale.refused',
  'sale.canceled',
  'sale.refunded',
  'sale.charged_back',
  'cart.abandoned',
] as const satisfies readonly EventType[];
export type IntegrationEvent = (typeof INTEGRATION_EVENTS)[number];

/** The facts about a buyer that leave only where an integration declares that it needs them. */
export const BUYER_FIELDS = ['name', 'email', 'phone', 'document', 'address'] as const;
export type BuyerField = (typeof BUYER_FIELDS)[number];

/** DONE: the other side has it. RETRY: it is sent again later. REFUSED: sending it again would change nothing. GONE: nobody listens any more. */
export const ANSWER_MEANINGS = ['DONE', 'RETRY', 'REFUSED', 'GONE'] as const;
export type AnswerMeaning = (typeof ANSWER_MEANINGS)[number];

const integrationId = { type: 'string', pattern: '^[a-z][a-z0-9-]{1,40}$' } as const;
const eventName = { type: 'string', enum: INTEGRATION_EVENTS } as const;
const condition = { type: 'object', minProperties: 1, maxProperties: 10 } as const;
const parameterName = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,60}$' } as const;

/** The page that shows something, and the day on which it did. */
const sourceSchema = record({
  title: { type: 'string', minLength: 4, maxLength: 200 },
  url: { type: 'string', pattern: '^https?://[^\\s]+$', maxLength: 500 },
  seenOn: { type: 'string', format: 'date' },
});
export type EvidenceSource = FromSchema<typeof sourceSchema>;

/** A key in the address is for systems that document no other way: the host takes it out of everything that it writes down. */
const inQuery = record({ type: { const: 'query' }, parameter: parameterName, credential: credentialName });

/** The signature of the body, over exactly the bytes that are sent, in a header or a parameter of the address. */
const signature = recordWith(
  {
    credential: credentialName,
    algorithm: { type: 'string', enum: ['sha1', 'sha256', 'sha512'] },
    encoding: { type: 'string', enum: ['hex', 'base64'] },
  },
  { header: headerName, parameter: parameterName },
);

/** The first whose status and condition fit decides. A status is a number, or all of a hundred: "4xx". */
const answersSchema = {
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
      means: { type: 'string', enum: ANSWER_MEANINGS },
    },
    { when: condition },
  ),
} as const;

const callSchema = recordWith(
  /** "POST /orders". The path is added to the base address. */
  { request: { type: 'string', pattern: '^(GET|POST|PUT|PATCH|DELETE) /[^\\s]*$', maxLength: 300 } },
  {
    headers: { type: 'object', maxProperties: 20 },
    query: { type: 'object', maxProperties: 30 },
    json: { type: ['object', 'array'] },
    form: { type: 'object' },
    /** The call is left out unless this holds. */
    when: condition,
    /** The facts without which there is nothing to send, by the names of their placeholders. */
    needs: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 10, uniqueItems: true },
    /** The kept value that is sent as a bearer token, in the place of the declared key. */
    token: { type: 'string', maxLength: 40 },
    /** Fields of the answer that later calls of the event name as "{kept.name}". */
    keep: { type: 'object', maxProperties: 10, additionalProperties: { type: 'string', maxLength: 200 } },
    answers: answersSchema,
  },
);

export const integrationSchema = {
  $id: 'feira:integration.json',
  ...recordWith(
    {
      id: integrationId,
      version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
      name: { type: 'string', minLength: 1, maxLength: 60 },
      category: { type: 'string', enum: INTEGRATION_CATEGORIES },
      description: localized,
      /** The page for developers on which all of this stands. */
      docs: { type: 'string', pattern: '^https://[^\\s]+$' },
      evidence: record({
        level: evidenceSchema,
        sources: { type: 'array', minItems: 1, maxItems: 10, items: sourceSchema },
      }),
      /** The address below which all calls are; settings may stand in it. `{ "setting": "url" }` for one that the owner types as a whole. */
      base: {
        type: ['string', 'object'],
        additionalProperties: false,
        required: ['setting'],
        properties: { setting: credentialName },
      },
      /** The only hosts that are called; "*.example.com" where a setting chooses one. Empty for an address that the owner types. */
      hosts: { type: 'array', maxItems: 5, items: { type: 'string', pattern: '^(\\*\\.)?[a-z0-9.-]+$' } },
      auth: {
        oneOf: [...sharedSchemes, record({ type: { const: 'headers' }, headers: composedHeaders }), inQuery],
      },
      /** The form by which it is connected: credentials, which are marked as secrets, and settings. */
      form: formSchema,
      /** The facts about buyers that its requests hold. No others are there. */
      buyer: { type: 'array', items: { type: 'string', enum: BUYER_FIELDS }, uniqueItems: true },
      moneyUnit,
      calls: { type: 'object', minProperties: 1, maxProperties: 20, additionalProperties: callSchema },
      /** The calls that an event makes, in order. */
      events: {
        type: 'object',
        propertyNames: eventName,
        additionalProperties: { type: 'array', minItems: 1, maxItems: 5, items: { type: 'string' } },
      },
      answers: { ...answersSchema, minItems: 0 },
    },
    {
      $schema: { type: 'string' },
      /** The operations of a system that issues fiscal invoices. Such a system hears of no events. */
      invoice: invoiceSchema,
      /** The way in which freight is quoted. A system that quotes it hears of no events. */
      freight: freightSchema,
      signature,
      /** Fields of every JSON body that hold a key: for systems that document it there. */
      secretJson: {
        type: 'object',
        minProperties: 1,
        maxProperties: 3,
        propertyNames: { pattern: '^[A-Za-z_]{1,40}$' },
        additionalProperties: credentialName,
      },
      /** The days after a sale in which the other side takes its events, where it documents a limit. */
      maxAgeDays: {
        type: 'object',
        minProperties: 1,
        propertyNames: eventName,
        additionalProperties: { type: 'integer', minimum: 1, maximum: 400 },
      },
      /** Dictionaries from our words to theirs, used as filters by their names. */
      words: {
        type: 'object',
        maxProperties: 20,
        propertyNames: { pattern: '^[a-z][A-Za-z0-9]{1,40}$' },
        additionalProperties: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 100 },
      },
    },
  ),
} as const;

export interface IntegrationAnswer {
  status: (number | string)[];
  means: AnswerMeaning;
  when?: Condition;
}
export interface IntegrationCall {
  request: string;
  headers?: Record<string, Json>;
  query?: Record<string, Json>;
  json?: Json;
  form?: Record<string, Json>;
  when?: Condition;
  needs?: string[];
  token?: string;
  keep?: Record<string, string>;
  answers?: IntegrationAnswer[];
}
export type IntegrationAuth =
  | Exclude<ProviderAuth, { type: 'oauth2' }>
  | { type: 'query'; parameter: string; credential: string };
export interface IntegrationSignature {
  credential: string;
  algorithm: 'sha1' | 'sha256' | 'sha512';
  encoding: 'hex' | 'base64';
  header?: string;
  parameter?: string;
}
/** The parsed integration.json. */
export interface Integration {
  id: string;
  version: string;
  name: string;
  category: IntegrationCategory;
  description: FromSchema<typeof localized>;
  docs: string;
  evidence: { level: Evidence; sources: EvidenceSource[] };
  base: string | { setting: string };
  hosts: string[];
  auth: IntegrationAuth;
  form: ManifestForm;
  buyer: BuyerField[];
  moneyUnit: MoneyUnit;
  calls: Record<string, IntegrationCall>;
  events: Partial<Record<IntegrationEvent, string[]>>;
  answers: IntegrationAnswer[];
  invoice?: IntegrationInvoice;
  freight?: IntegrationFreight;
  signature?: IntegrationSignature;
  secretJson?: Record<string, string>;
  maxAgeDays?: Partial<Record<IntegrationEvent, number>>;
  words?: Record<string, Record<string, string>>;
}

const text = { type: 'string' } as const;
const texts = { type: 'object', additionalProperties: text } as const;
const body = { type: ['object', 'array', 'string', 'null'] } as const;
const reasons = { type: 'object', additionalProperties: { type: 'string', minLength: 15 } } as const;

/** examples/*.json: what the documentation of an integration shows of one call; the witness beside its manifest. */
export const integrationExampleSchema = {
  $id: 'feira:integration-example.json',
  ...recordWith(
    {
      source: sourceSchema,
      /** The call of the manifest, and the events of ours for which the request looks like this; none for the operations of an invoice. */
      call: text,
      events: { type: 'array', items: eventName },
      request: recordWith(
        { method: text, path: text },
        { query: texts, headers: texts, json: { type: ['object', 'array'] }, form: texts },
      ),
      answers: {
        type: 'array',
        minItems: 1,
        items: recordWith(
          { status: { type: 'integer' }, means: { type: 'string', enum: [...ANSWER_MEANINGS, ...INVOICE_MEANINGS] } },
          { body, note: text, reads: texts },
        ),
      },
    },
    {
      $schema: text,
      /** Keys of the shown request that are not sent, each with the reason: `{ "json.customer.ip": "…" }`. Members of lists have no number. */
      notSent: reasons,
      /** Keys that are documented as allowed to be null, or to be left out for these events. */
      nullable: { type: 'array', items: text },
      /** The settings with which the request is made. */
      settings: { type: 'object' },
    },
  ),
} as const;

export interface IntegrationExample {
  source: EvidenceSource;
  call: string;
  events: IntegrationEvent[];
  request: {
    method: string;
    path: string;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    json?: Json;
    form?: Record<string, string>;
  };
  /** `reads`: what is read of an answer about an invoice. */
  answers: {
    status: number;
    means: AnswerMeaning | InvoiceMeaning;
    body?: Json;
    note?: string;
    reads?: Record<string, string>;
  }[];
  notSent?: Record<string, string>;
  nullable?: string[];
  settings?: Record<string, string>;
}

/** The address of a buyer, of which only parts may be known. */
export interface BuyerAddress {
  street: string | null;
  number: string | null;
  complement: string | null;
  district: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
}

/** The facts of an event. Money is in cents, times are in ISO 8601. Missing facts are null. */
export interface IntegrationFacts {
  event: IntegrationEvent;
  /** The id of the delivery, the same in every attempt. */
  eventId: string;
  happenedAt: string;
  isTest: boolean;
  sale: {
    id: string;
    /** Cents that the buyer is charged, interest of installments included. */
    amount: number;
    /** Cents of the price with freight, before interest. */
    total: number;
    freight: number;
    discount: number;
    /** Cents of the amount that are not the owner's. */
    fee: number;
    /** Cents that are the owner's. */
    share: number;
    coupon: string | null;
    currency: string;
    method: string;
    installments: number;
    createdAt: string;
    approvedAt: string | null;
    refundedAt: string | null;
    pixCode: string | null;
    expiresAt: string | null;
    pageUrl: string | null;
  } | null;
  customer: {
    name?: string | null;
    email?: string | null;
    phone?: string | null;
    document?: string | null;
    address?: BuyerAddress | null;
  };
  /** Only while an invoice is worked on. */
  invoice?: InvoiceFacts;
  utm: Record<string, string>;
  subscription: { id: string; cycle: number } | null;
  cart: { id: string; amount: number | null; resumeUrl: string | null; currency: string } | null;
  /** The first of the items. */
  product: { id: string; offerId: string; name: string; title: string };
  items: {
    productId: string;
    offerId: string;
    name: string;
    title: string;
    unitPrice: number;
    quantity: number;
    isPhysical: boolean;
  }[];
  seller: { name: string };
  platform: { name: string };
}

/** The placeholders of templates besides "utm.…", "settings.…" and "kept.…". */
export const INTEGRATION_FIELDS = [
  ...['event', 'eventId', 'happenedAt', 'isTest', 'now'],
  ...['id', 'amount', 'total', 'freight', 'discount', 'fee', 'share', 'coupon', 'currency', 'method'].map(
    (name) => `sale.${name}`,
  ),
  ...['installments', 'createdAt', 'approvedAt', 'refundedAt', 'pixCode', 'expiresAt', 'pageUrl'].map(
    (name) => `sale.${name}`,
  ),
  ...['name', 'email', 'phone', 'document'].map((name) => `customer.${name}`),
  ...['subscription.id', 'subscription.cycle'],
  ...['cart.id', 'cart.amount', 'cart.resumeUrl', 'cart.currency'],
  ...['product.id', 'product.offerId', 'product.name', 'product.title', 'seller.name', 'platform.name'],
  ...ADDRESS_FIELDS,
  ...INVOICE_FIELDS,
  ...FREIGHT_FIELDS,
] as const;
export const INTEGRATION_ITEM_FIELDS = [
  ...['item.productId', 'item.offerId', 'item.name', 'item.title', 'item.unitPrice', 'item.quantity'],
  'item.isPhysical',
] as const;
/** The placeholders whose values are cents, which templates get in the unit of the integration. */
export const INTEGRATION_MONEY: readonly string[] = [
  ...['amount', 'total', 'freight', 'discount', 'fee', 'share'].map((name) => `sale.${name}`),
  'cart.amount',
  'item.unitPrice',
  'invoice.amount',
  'freight.value',
];
