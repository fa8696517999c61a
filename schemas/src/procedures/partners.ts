/** Who earns with a seller: affiliates, who bring buyers, and co-producers, who have made the product too. */
import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import {
  countSchema,
  daySchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  period,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  signedAmountSchema,
} from '../parts.ts';
import { type Access, type Procedure, SELLER } from '../procedure.ts';

const AFFILIATE: Access = { kind: 'role', roles: ['seller', 'affiliate'] };
const CO_PRODUCER: Access = { kind: 'role', roles: ['seller', 'co-producer'] };

/** What affiliates and co-producers may have of a product together. */
export const MOST_SHARED_BASIS_POINTS = 9_000;
const shareSchema = { type: 'integer', minimum: 1, maximum: MOST_SHARED_BASIS_POINTS } as const;
const windowDaysSchema = { type: 'integer', minimum: 1, maximum: 365 } as const;
const decisionSchema = <const D extends readonly string[]>(decisions: D) =>
  ({ type: 'string', enum: decisions }) as const;

const productSchema = record({
  id: uuidSchema,
  name: textSchema(300),
  image: nullable({ type: 'string', maxLength: 2048 }),
});

/** What a product gives whoever brings a buyer. */
const productTerms = {
  /** Others find it and may ask to sell it. */
  isOpen: { type: 'boolean' },
  /** For who becomes an affiliate from now on. */
  basisPoints: shareSchema,
  /** Who asks is an affiliate at once. */
  isAutomatic: { type: 'boolean' },
  /** How long after a visit through an affiliate's link a sale still counts as theirs. */
  windowDays: windowDaysSchema,
} as const;

export const listProducts = {
  name: 'partners.listProducts',
  kind: 'query',
  summary: "The signed-in seller's products and what they offer to affiliates, newest first.",
  access: SELLER,
  input: optional(page),
  output: pageOf(
    record({
      product: productSchema,
      ...productTerms,
      /** The largest share of an affiliate and all those of co-producers, what is only offered included. */
      sharedBasisPoints: { type: 'integer' },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const setProductTerms = {
  name: 'partners.setProductTerms',
  kind: 'mutation',
  summary: 'Opens a product to affiliates or closes it. Those it has keep what they agreed to.',
  access: SELLER,
  protects: 'money',
  input: record({ productId: uuidSchema, ...productTerms }),
  output: nothingSchema,
  errors: [...GUARDED, 'PRODUCT_NOT_FOUND', 'SHARES_TOO_LARGE'],
} as const satisfies Procedure;

export const AFFILIATION_STATUSES = ['REQUESTED', 'ACTIVE', 'REFUSED', 'ENDED'] as const;
const affiliation = {
  /** What `affiliateId` of a checkout's address names. */
  id: uuidSchema,
  status: { type: 'string', enum: AFFILIATION_STATUSES },
  /** As agreed when it was asked for. */
  basisPoints: { type: 'integer' },
  createdAt: dateTimeSchema,
  decidedAt: nullable(dateTimeSchema),
  product: productSchema,
} as const;

/** What came of it in the period that is asked for, the last thirty days unless told: of this product by this person. */
const earned = {
  sales: countSchema,
  /** Cents, less what went back with refunds. */
  commission: signedAmountSchema,
  currency: currencySchema,
} as const;

export const listAffiliations = {
  name: 'partners.listAffiliations',
  kind: 'query',
  summary: "Affiliates of the signed-in seller's products, newest first.",
  access: SELLER,
  input: recordWith(
    { status: { type: 'string', enum: AFFILIATION_STATUSES } },
    {
      productId: uuidSchema,
      /** Part of a name or e-mail. */
      search: textSchema(100),
      ...period,
      ...page,
    },
  ),
  output: pageOf(record({ ...affiliation, person: personSchema, earned: record(earned) })),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const decideAffiliation = {
  name: 'partners.decideAffiliation',
  kind: 'mutation',
  summary: 'Approves or refuses who asked to sell a product; who was refused may be approved after all.',
  access: SELLER,
  protects: 'money',
  input: record({ affiliationId: uuidSchema, decision: decisionSchema(['APPROVE', 'REFUSE']) }),
  output: nothingSchema,
  errors: [...GUARDED, 'AFFILIATION_NOT_FOUND', 'AFFILIATION_DECIDED', 'SHARES_TOO_LARGE'],
} as const satisfies Procedure;

export const endAffiliation = {
  name: 'partners.endAffiliation',
  kind: 'mutation',
  summary: 'Ends an affiliation or takes back the request, by either side. Sales that were made stay as they are.',
  access: AFFILIATE,
  protects: 'money',
  input: record({ affiliationId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'AFFILIATION_NOT_FOUND', 'AFFILIATION_DECIDED'],
} as const satisfies Procedure;

const offerSchema = { title: textSchema(120), price: amountSchema, coin: currencySchema } as const;

export const listMarketplace = {
  name: 'partners.listMarketplace',
  kind: 'query',
  summary: 'Products of others that look for affiliates, newest first.',
  access: AFFILIATE,
  input: optional({ /** Part of a product's name. */ search: textSchema(100), ...page }),
  output: pageOf(
    record({
      product: productSchema,
      description: { type: 'string' },
      typeProduct: { type: 'string', enum: ['DIGITAL', 'FISICO'] },
      sellerName: textSchema(120),
      basisPoints: { type: 'integer' },
      isAutomatic: { type: 'boolean' },
      windowDays: windowDaysSchema,
      /** What it is sold at, at most twenty. */
      offers: { type: 'array', items: record(offerSchema) },
      /** Of the signed-in person; null where it was never asked for. */
      affiliation: nullable(record({ id: uuidSchema, status: affiliation.status })),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const requestAffiliation = {
  name: 'partners.requestAffiliation',
  kind: 'mutation',
  summary: 'Asks to sell the product of somebody else at the share it offers now.',
  access: AFFILIATE,
  protects: 'money',
  input: record({ productId: uuidSchema }),
  output: record({ affiliationId: uuidSchema, status: affiliation.status }),
  errors: [
    ...GUARDED,
    'PRODUCT_NOT_FOUND',
    'OWN_PRODUCT',
    'AFFILIATION_CLOSED',
    'AFFILIATION_EXISTS',
    'AFFILIATION_REFUSED',
    'SHARES_TOO_LARGE',
  ],
} as const satisfies Procedure;

export const listMyAffiliations = {
  name: 'partners.listMyAffiliations',
  kind: 'query',
  summary: 'What the signed-in person sells for others, newest first, with the links that count as theirs.',
  access: AFFILIATE,
  input: optional({ status: { type: 'string', enum: AFFILIATION_STATUSES }, ...period, ...page }),
  output: pageOf(
    record({
      ...affiliation,
      earned: record(earned),
      sellerName: textSchema(120),
      windowDays: windowDaysSchema,
      /** Of an active one; at most twenty. */
      links: { type: 'array', items: record({ ...offerSchema, url: { type: 'string' } }) },
    }),
  ),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const CONTRACT_STATUSES = ['OFFERED', 'ACTIVE', 'REFUSED', 'ENDED'] as const;
const contract = {
  id: uuidSchema,
  product: productSchema,
  /** Of what the platform's fee and the affiliate leave. */
  basisPoints: shareSchema,
  status: { type: 'string', enum: CONTRACT_STATUSES },
  /** The version before, which counts until this one is accepted. */
  replaces: nullable(uuidSchema),
  createdAt: dateTimeSchema,
  startsAt: nullable(dateTimeSchema),
  /** Null: until one side ends it. */
  endsAt: nullable(dateTimeSchema),
} as const;
const contractTerms = {
  basisPoints: shareSchema,
  /** The last day in São Paulo on which sales count; null: until one side ends it. */
  endsOn: nullable(daySchema),
} as const;

export const listContracts = {
  name: 'partners.listContracts',
  kind: 'query',
  summary: "Co-production contracts of the signed-in seller's products, every version, newest first.",
  access: SELLER,
  input: optional({ status: { type: 'string', enum: CONTRACT_STATUSES }, productId: uuidSchema, ...page }),
  output: pageOf(record({ ...contract, person: personSchema })),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listMyContracts = {
  name: 'partners.listMyContracts',
  kind: 'query',
  summary: 'Co-production contracts that others offered to the signed-in person, every version, newest first.',
  access: CO_PRODUCER,
  input: optional({ status: { type: 'string', enum: CONTRACT_STATUSES }, ...page }),
  output: pageOf(record({ ...contract, seller: personSchema })),
  errors: REFUSALS,
} as const satisfies Procedure;

export const offerContract = {
  name: 'partners.offerContract',
  kind: 'mutation',
  summary: 'Offers somebody a share of a product; it counts once they accept.',
  access: SELLER,
  protects: 'money',
  input: record({
    productId: uuidSchema,
    email: { type: 'string', format: 'email', maxLength: 254 },
    ...contractTerms,
  }),
  output: record({ contractId: uuidSchema }),
  errors: [
    ...GUARDED,
    'PRODUCT_NOT_FOUND',
    'PARTNER_NOT_FOUND',
    'CONTRACT_EXISTS',
    'CONTRACT_LIMIT',
    'CONTRACT_END_INVALID',
    'SHARES_TOO_LARGE',
  ],
} as const satisfies Procedure;

export const changeContract = {
  name: 'partners.changeContract',
  kind: 'mutation',
  summary: 'Offers another version of a contract. The one that counts goes on until the co-producer accepts.',
  access: SELLER,
  protects: 'money',
  input: record({ contractId: uuidSchema, ...contractTerms }),
  output: record({ contractId: uuidSchema }),
  errors: [...GUARDED, 'CONTRACT_NOT_FOUND', 'CONTRACT_DECIDED', 'CONTRACT_END_INVALID', 'SHARES_TOO_LARGE'],
} as const satisfies Procedure;

export const decideContract = {
  name: 'partners.decideContract',
  kind: 'mutation',
  summary: 'Accepts or refuses a contract that was offered to the signed-in person.',
  access: CO_PRODUCER,
  protects: 'money',
  input: record({ contractId: uuidSchema, decision: decisionSchema(['ACCEPT', 'REFUSE']) }),
  output: nothingSchema,
  errors: [...GUARDED, 'CONTRACT_NOT_FOUND', 'CONTRACT_DECIDED'],
} as const satisfies Procedure;

export const endContract = {
  name: 'partners.endContract',
  kind: 'mutation',
  summary:
    'Takes an offer back, or ends a contract: a co-producer whenever they want, a seller where no last day was agreed on.',
  access: CO_PRODUCER,
  protects: 'money',
  input: record({ contractId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'CONTRACT_NOT_FOUND', 'CONTRACT_DECIDED', 'CONTRACT_FIXED'],
} as const satisfies Procedure;
