/** description.json: the calls and events of a provider as data. The host runs it; the package needs no code for what it describes. */
import { type FromSchema, PAYMENT_METHODS } from './common.ts';
import { credentialName, headerName, type MoneyUnit, moneyUnit } from './manifest/names.ts';
import { optional, recordWith } from './parts.ts';
import type { Operation } from './provider.ts';

/** A path in an answer or event: "status", "pix.code", "refunds.-1.id" (-1 is the last of a list); "" is the whole. Filters follow after "|". */
const path = { type: 'string', maxLength: 200 } as const;
const scalar = { type: ['string', 'number', 'boolean', 'null'] } as const;

/** Path to what has to stand there: one of several values, true for any value, null for none. All have to hold. */
const condition = {
  type: 'object',
  minProperties: 1,
  maxProperties: 10,
  additionalProperties: { anyOf: [scalar, { type: 'array', items: scalar, minItems: 1, maxItems: 50 }] },
} as const;

/** The place of a field of the contract: a path, the first of several, a word where a condition holds, or the members of a list. */
const sources = {
  type: 'object',
  additionalProperties: { $ref: '#/definitions/source' },
  maxProperties: 40,
} as const;
const source = {
  anyOf: [
    path,
    { type: 'array', minItems: 1, maxItems: 10, items: { $ref: '#/definitions/source' } },
    recordWith({ word: { type: 'string', minLength: 1, maxLength: 128 } }, { if: condition }),
    recordWith({ each: path, fields: sources }, {}),
  ],
} as const;

const callFields = {
  /** "POST /payments/{transactionId}/refund". */
  request: { type: 'string', pattern: '^(GET|POST|PUT|PATCH|DELETE) /[^\\s]*$', maxLength: 300 },
  base: { type: 'string' },
  headers: { type: 'object', maxProperties: 20 },
  query: { type: 'object', maxProperties: 30 },
  json: { type: 'object' },
  form: { type: 'object' },
  /** The call that makes a token of the card first, where only tokens are charged: it fills {cardToken}. */
  first: { type: 'string', enum: ['createCardToken'] },
  /** The units of this call where they differ from the manifest's: of the request, and of the answer unless `answerUnit` says other. */
  unit: moneyUnit,
  answerUnit: moneyUnit,
  /** Statuses besides 2xx that are answers to read. */
  accept: { type: 'array', items: { type: 'integer', minimum: 400, maximum: 499 }, maxItems: 10 },
  /** Statuses of an answer that says: there is no such thing. */
  missing: { type: 'array', items: { type: 'integer', minimum: 400, maximum: 499 }, maxItems: 5 },
  /** The path of a list of which the wanted member is read; an empty list says that there is none. */
  list: path,
  /** An answer with status 2xx that is a refusal. */
  refusedWhen: condition,
  /** A refusal that leaves open what became of the order: the reference was used before, perhaps by this very order. */
  openWhen: condition,
  answer: sources,
} as const;
const call = optional(callFields);
/** Parts that stand in many places are compiled once: repeated in each place, they cost a second of every start. */
const aCall = { $ref: '#/definitions/call' } as const;

const METHODS = [...PAYMENT_METHODS, 'BANK_ACCOUNT', 'RECEIVER'] as const;
const operation = optional({
  ...callFields,
  /** Laid over the call for one payment method or kind of withdrawal; null takes a key away. */
  methods: optional(Object.fromEntries(METHODS.map((method) => [method, aCall]))),
  /** Laid over the call where only our reference is known. */
  byReference: aCall,
});

/** The operations that a table can have, in the order of the contract. */
export const DESCRIBED_OPERATIONS = [
  'createCardToken',
  'createCardId',
  'createTransaction',
  'getTransaction',
  'refund',
  'withdraw',
  'getWithdraw',
  'createReceiver',
  'getReceiver',
  'getReceiverDocuments',
  'getReceiverLink',
] as const satisfies Operation[];
export type DescribedOperation = (typeof DESCRIBED_OPERATIONS)[number];

/** Every JSON body is signed, over exactly the bytes that are sent; `sorted` puts its keys in alphabetical order before. */
const signature = recordWith(
  {
    header: headerName,
    credential: credentialName,
    algorithm: { type: 'string', enum: ['sha256', 'sha512'] },
    encoding: { type: 'string', enum: ['hex', 'base64', 'base64url'] },
  },
  { keys: { type: 'string', enum: ['sorted'] } },
);
export type Signature = FromSchema<typeof signature>;

export const descriptionSchema = {
  $id: 'feira:description.json',
  definitions: { source, call, operation },
  ...optional({
    $schema: { type: 'string' },
    /** The family whose description this one is laid over: plugins/family-<name>, which travels in vendor/<name>@<version>. */
    family: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,40}$' },
    /** The paths, first to last, where a refusal says why. */
    reason: { type: 'array', items: path, maxItems: 10 },
    signature,
    /** Stands before every reason: "Acme API Error: ". */
    reasonPrefix: { type: 'string', maxLength: 60 },
    /** Dictionaries between our words and the provider's, used as filters by their names. */
    words: {
      type: 'object',
      maxProperties: 20,
      propertyNames: { pattern: '^[a-z][A-Za-z0-9]{1,40}$' },
      additionalProperties: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 100 },
    },
    operations: optional(
      Object.fromEntries(DESCRIBED_OPERATIONS.map((name) => [name, { $ref: '#/definitions/operation' }])),
    ),
    /** The first whose condition holds is read; an event that fits none is ignored. */
    events: {
      type: 'array',
      maxItems: 20,
      items: recordWith(
        { subject: { type: 'string', enum: ['payment', 'withdraw', 'either', 'receiver', 'notice', 'ignored'] } },
        {
          when: condition,
          /** The path of a list whose members are the events; `fields` are those of one member. */
          each: path,
          fields: sources,
          unit: callFields.unit,
        },
      ),
    },
    /** For the simulator: the provider's word for a state, where it is not the first of the manifest's table. */
    simulator: optional({
      payment: { type: 'object', additionalProperties: { type: 'string' } },
      withdraw: { type: 'object', additionalProperties: { type: 'string' } },
    }),
  }),
} as const;

export type Condition = Record<string, Scalar | Scalar[]>;
export type Scalar = string | number | boolean | null;
export type Source = string | Source[] | { word: string; if?: Condition } | { each: string; fields: Sources };
export type Sources = Record<string, Source>;
export type Json = Scalar | Json[] | { [name: string]: Json };
export interface CallDescription {
  request?: string;
  base?: string;
  headers?: Record<string, string>;
  query?: Record<string, Json>;
  json?: Record<string, Json>;
  form?: Record<string, Json>;
  first?: 'createCardToken';
  unit?: MoneyUnit;
  answerUnit?: MoneyUnit;
  accept?: number[];
  missing?: number[];
  list?: string;
  refusedWhen?: Condition;
  openWhen?: Condition;
  answer?: Sources;
}
export interface OperationDescription extends CallDescription {
  methods?: Partial<Record<(typeof METHODS)[number], CallDescription>>;
  byReference?: CallDescription;
}
export interface EventDescription {
  subject: 'payment' | 'withdraw' | 'either' | 'receiver' | 'notice' | 'ignored';
  when?: Condition;
  each?: string;
  fields?: Sources;
  unit?: MoneyUnit;
}
/** The parsed description.json. */
export interface Description {
  family?: string;
  reason?: string[];
  signature?: Signature;
  reasonPrefix?: string;
  words?: Record<string, Record<string, string>>;
  operations?: Partial<Record<DescribedOperation, OperationDescription>>;
  events?: EventDescription[];
  simulator?: { payment?: Record<string, string>; withdraw?: Record<string, string> };
}
