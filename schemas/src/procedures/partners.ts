/** Partners of a seller: affiliates, who bring buyers, and co-producers, who helped to make the product. */

import { categorySchema, versionSchema } from '../catalogue.ts';
import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { affiliateTerms } from '../entities/affiliate-terms.ts';
import { schemasOf } from '../entities/entity.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, OFFERING_CONTRACTS, READING } from '../limits.ts';
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
/** Every person who sells on the platform in some role may become a co-producer. */
const CO_PRODUCER: Access = { kind: 'role', roles: ['seller', 'affiliate', 'co-producer'] };

const productTerms = schemasOf(affiliateTerms);
const decisionSchema = <const D extends readonly string[]>(decisions: D) =>
  ({ type: 'string', enum: decisions }) as const;

const productSchema = record({
  id: uuidSchema,
  name: textSchema(300),
  image: nullable({ type: 'string', maxLength: 2048 }),
});

export const listProducts = {
  name: 'partners.listProducts',
  kind: 'query',
  summary: "Lists the signed-in seller's products and what they offer to affiliates, newest first.",
  access: SELLER,
  limit: READING,
  input: optional({ productId: uuidSchema, ...page }),
  output: pageOf(
    record({
      product: productSchema,
      ...productTerms,
      /** The version of the product, which `partners.setProductTerms` names. */
      version: versionSchema,
      /** The largest share of an affiliate plus all shares of co-producers, including those only offered. */
      sharedBasisPoints: { type: 'integer' },
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const setProductTerms = {
  name: 'partners.setProductTerms',
  kind: 'mutation',
  summary: 'Opens a product to affiliates or closes it. Existing affiliates keep their terms.',
  access: SELLER,
  protects: 'money',
  limit: CHANGING,
  input: record({ productId: uuidSchema, version: versionSchema, ...productTerms }),
  output: record({ version: versionSchema }),
  errors: [...GUARDED, 'PRODUCT_NOT_FOUND', 'EDIT_CONFLICT', 'SHARES_TOO_LARGE'],
} as const satisfies Procedure;

export const AFFILIATION_STATUSES = ['REQUESTED', 'ACTIVE', 'REFUSED', 'ENDED'] as const;
const affiliation = {
  /** The value of `affiliateId` in a checkout's address. */
  id: uuidSchema,
  status: { type: 'string', enum: AFFILIATION_STATUSES },
  /** The share agreed on at the time of the request. */
  basisPoints: { type: 'integer' },
  createdAt: dateTimeSchema,
  decidedAt: nullable(dateTimeSchema),
  product: productSchema,
} as const;

/** The earnings in the requested period, by default the last thirty days, of this product through this person. */
const earned = {
  sales: countSchema,
  /** Cents, after refunds. */
  commission: signedAmountSchema,
  currency: currencySchema,
} as const;

export const listAffiliations = {
  name: 'partners.listAffiliations',
  kind: 'query',
  summary: "Lists affiliates of the signed-in seller's products, newest first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /affiliates', resource: 'affiliates' },
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
  summary: 'Approves or refuses an affiliation request. A refused one may still be approved later.',
  access: SELLER,
  protects: 'money',
  limit: CHANGING,
  api: { call: 'POST /affiliates/{affiliationId}/decide', resource: 'affiliates' },
  input: record({ affiliationId: uuidSchema, decision: decisionSchema(['APPROVE', 'REFUSE']) }),
  output: nothingSchema,
  errors: [...GUARDED, 'AFFILIATION_NOT_FOUND', 'AFFILIATION_DECIDED', 'SHARES_TOO_LARGE'],
} as const satisfies Procedure;

export const endAffiliation = {
  name: 'partners.endAffiliation',
  kind: 'mutation',
  summary:
    'Ends an affiliation or withdraws its request; the seller and the affiliate may both do so. Existing sales keep their commissions.',
  access: AFFILIATE,
  protects: 'money',
  limit: CHANGING,
  api: { call: 'POST /affiliates/{affiliationId}/end', resource: 'affiliates' },
  input: record({ affiliationId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'AFFILIATION_NOT_FOUND', 'AFFILIATION_DECIDED'],
} as const satisfies Procedure;

const offerSchema = { title: textSchema(120), price: amountSchema, coin: currencySchema } as const;

export const listMarketplace = {
  name: 'partners.listMarketplace',
  kind: 'query',
  summary: 'Lists products of other sellers that accept affiliates, newest first.',
  access: AFFILIATE,
  limit: READING,
  input: optional({ /** Part of a product's name. */ search: textSchema(100), category: categorySchema, ...page }),
  output: pageOf(
    record({
      product: productSchema,
      description: { type: 'string' },
      typeProduct: { type: 'string', enum: ['DIGITAL', 'FISICO'] },
      category: categorySchema,
      sellerName: textSchema(120),
      basisPoints: { type: 'integer' },
      isAutomatic: { type: 'boolean' },
      windowDays: productTerms.windowDays,
      /** The offers that sell the product, at most twenty. */
      offers: { type: 'array', items: record(offerSchema) },
      /** The signed-in person's own affiliation; null where none was requested. */
      affiliation: nullable(record({ id: uuidSchema, status: affiliation.status })),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const requestAffiliation = {
  name: 'partners.requestAffiliation',
  kind: 'mutation',
  summary: "Requests to sell another seller's product at the share it currently offers.",
  access: AFFILIATE,
  protects: 'money',
  limit: CHANGING,
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
  summary: "Lists the signed-in person's affiliations, newest first, with the links that count as theirs.",
  access: AFFILIATE,
  limit: READING,
  input: optional({ status: { type: 'string', enum: AFFILIATION_STATUSES }, ...period, ...page }),
  output: pageOf(
    record({
      ...affiliation,
      earned: record(earned),
      sellerName: textSchema(120),
      windowDays: productTerms.windowDays,
      /** The links of an active affiliation, at most twenty. */
      links: { type: 'array', items: record({ ...offerSchema, url: { type: 'string' } }) },
    }),
  ),
  errors: [...REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

export const CONTRACT_STATUSES = ['OFFERED', 'ACTIVE', 'REFUSED', 'ENDED'] as const;
const contract = {
  id: uuidSchema,
  product: productSchema,
  /** The share of what remains after the platform's fee and the affiliate's commission. */
  basisPoints: productTerms.basisPoints,
  status: { type: 'string', enum: CONTRACT_STATUSES },
  /** The earlier version, which stays in force until this one is accepted. */
  replaces: nullable(uuidSchema),
  createdAt: dateTimeSchema,
  startsAt: nullable(dateTimeSchema),
  /** Null until one side ends the contract. */
  endsAt: nullable(dateTimeSchema),
} as const;
const contractTerms = {
  basisPoints: productTerms.basisPoints,
  /** The last day, in São Paulo time, whose sales count; null until one side ends the contract. */
  endsOn: nullable(daySchema),
} as const;

export const listContracts = {
  name: 'partners.listContracts',
  kind: 'query',
  summary: "Lists the co-production contracts of the signed-in seller's products, every version, newest first.",
  access: SELLER,
  limit: READING,
  input: optional({ status: { type: 'string', enum: CONTRACT_STATUSES }, productId: uuidSchema, ...page }),
  output: pageOf(
    record({
      ...contract,
      /** The id and name are null until the person with this e-mail accepts. */
      partner: record({ id: nullable(uuidSchema), name: nullable(textSchema(120)), email: textSchema(254) }),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listMyContracts = {
  name: 'partners.listMyContracts',
  kind: 'query',
  summary: 'Lists the co-production contracts offered to the signed-in person, every version, newest first.',
  access: CO_PRODUCER,
  limit: READING,
  input: optional({ status: { type: 'string', enum: CONTRACT_STATUSES }, ...page }),
  output: pageOf(record({ ...contract, seller: personSchema })),
  errors: REFUSALS,
} as const satisfies Procedure;

export const offerContract = {
  name: 'partners.offerContract',
  kind: 'mutation',
  summary:
    'Invites an e-mail to a share of a product and mails it, whether or not somebody here has it. Whoever proves it may accept for 30 days.',
  access: SELLER,
  protects: 'money',
  limit: OFFERING_CONTRACTS,
  input: record({
    productId: uuidSchema,
    email: { type: 'string', format: 'email', maxLength: 254 },
    ...contractTerms,
  }),
  output: record({ contractId: uuidSchema }),
  errors: [
    ...GUARDED,
    'PRODUCT_NOT_FOUND',
    'PARTNER_IS_SELLER',
    'CONTRACT_EXISTS',
    'CONTRACT_LIMIT',
    'CONTRACT_END_INVALID',
    'SHARES_TOO_LARGE',
  ],
} as const satisfies Procedure;

export const changeContract = {
  name: 'partners.changeContract',
  kind: 'mutation',
  summary: 'Offers a new version of a contract. The current version stays in force until the co-producer accepts.',
  access: SELLER,
  protects: 'money',
  limit: CHANGING,
  input: record({ contractId: uuidSchema, ...contractTerms }),
  output: record({ contractId: uuidSchema }),
  errors: [...GUARDED, 'CONTRACT_NOT_FOUND', 'CONTRACT_DECIDED', 'CONTRACT_END_INVALID', 'SHARES_TOO_LARGE'],
} as const satisfies Procedure;

export const decideContract = {
  name: 'partners.decideContract',
  kind: 'mutation',
  summary: 'Accepts or refuses a contract offered to the signed-in person.',
  access: CO_PRODUCER,
  protects: 'money',
  limit: CHANGING,
  input: record({ contractId: uuidSchema, decision: decisionSchema(['ACCEPT', 'REFUSE']) }),
  output: nothingSchema,
  errors: [...GUARDED, 'CONTRACT_NOT_FOUND', 'CONTRACT_DECIDED'],
} as const satisfies Procedure;

export const endContract = {
  name: 'partners.endContract',
  kind: 'mutation',
  summary:
    'Withdraws an offer or ends a contract. A co-producer may end it at any time, a seller only where no last day was agreed on.',
  access: CO_PRODUCER,
  protects: 'money',
  limit: CHANGING,
  input: record({ contractId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'CONTRACT_NOT_FOUND', 'CONTRACT_DECIDED', 'CONTRACT_FIXED'],
} as const satisfies Procedure;

export const partnersErrors = {
  CONTRACT_NOT_FOUND: { status: 404, 'pt-BR': 'Este contrato não existe.', en: 'This contract does not exist.' },
  CONTRACT_DECIDED: {
    status: 409,
    'pt-BR': 'Este contrato já foi decidido.',
    en: 'This contract was already decided.',
  },
  CONTRACT_EXISTS: {
    status: 409,
    'pt-BR': 'Esta pessoa já tem um contrato ou um convite deste produto. Mude o que existe.',
    en: 'This person already has a contract or an offer of this product. Change that one.',
  },
  CONTRACT_FIXED: {
    status: 422,
    'pt-BR': 'Este contrato vale até a data combinada. Proponha outra data ao coprodutor.',
    en: 'This contract holds until the day that was agreed on. Offer the co-producer another day.',
  },
  CONTRACT_LIMIT: {
    status: 422,
    'pt-BR': 'Um produto tem no máximo dez coprodutores. Encerre um contrato antes de oferecer outro.',
    en: 'A product has ten co-producers at most. End a contract before offering another.',
  },
  CONTRACT_END_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um último dia entre hoje e daqui a dez anos, ou nenhum.',
    en: 'Choose a last day between today and ten years from now, or none.',
  },
  PARTNER_IS_SELLER: {
    status: 422,
    'pt-BR': 'Este é o seu e-mail. Informe o e-mail da pessoa com quem quer dividir as vendas.',
    en: 'This is your own email. Enter the email of the person you want to share sales with.',
  },
  SHARES_TOO_LARGE: {
    status: 422,
    'pt-BR': 'A maior comissão de afiliado e as partes dos coprodutores somam mais de 90 %. Diminua uma delas.',
    en: 'The largest share of an affiliate and those of co-producers come to more than 90 %. Lower one of them.',
  },
  OWN_PRODUCT: {
    status: 422,
    'pt-BR': 'Ninguém é afiliado do próprio produto.',
    en: 'Nobody is an affiliate of their own product.',
  },
  AFFILIATION_CLOSED: {
    status: 422,
    'pt-BR': 'Este produto não aceita afiliados agora.',
    en: 'This product takes no affiliates now.',
  },
  AFFILIATION_EXISTS: {
    status: 409,
    'pt-BR': 'Você já é afiliado deste produto ou já pediu para ser.',
    en: 'You are an affiliate of this product already, or have asked to be.',
  },
  AFFILIATION_REFUSED: {
    status: 422,
    'pt-BR': 'O produtor recusou seu pedido. Só ele pode aprová-lo agora.',
    en: 'The seller refused your request. Only they can approve it now.',
  },
  AFFILIATION_NOT_FOUND: { status: 404, 'pt-BR': 'Esta afiliação não existe.', en: 'This affiliation does not exist.' },
  AFFILIATION_DECIDED: {
    status: 409,
    'pt-BR': 'Esta afiliação já foi decidida ou encerrada. Atualize a página.',
    en: 'This affiliation was already decided or has ended. Reload the page.',
  },
} as const satisfies ErrorTexts;
