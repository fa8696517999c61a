import { offerStatusSchema, productStatusSchema, versionSchema } from '../catalogue.ts';
import { deliveryOptionSchema } from '../checkout.ts';
import {
  amountSchema,
  currencySchema,
  dateTimeSchema,
  paymentMethodSchema,
  textSchema,
  uuidSchema,
} from '../common.ts';
import { deliveryOptionsInput } from '../entities/delivery-option.ts';
import { schemasOf } from '../entities/entity.ts';
import { offer } from '../entities/offer.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  leastAmountsSchema,
  nullable,
  optional,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

export const listOffers = {
  name: 'offers.listOffers',
  kind: 'query',
  summary:
    "Lists the signed-in seller's published offers, newest first. The id of an offer is the address of its checkout.",
  access: SELLER,
  limit: READING,
  input: optional({ limit: { type: 'integer', minimum: 1, maximum: 100 } }),
  output: record({
    offers: {
      type: 'array',
      items: record({
        id: uuidSchema,
        title: textSchema(120),
        /** The price in cents. */
        price: amountSchema,
        coin: currencySchema,
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const edited = { offerId: uuidSchema, version: versionSchema } as const;
const EDITING = [...REFUSALS, 'OFFER_NOT_FOUND', 'EDIT_CONFLICT'] as const;
/** Fields that do not fit together, or that the platform does not allow. The details name them. */
const REFUSED = [
  'OFFER_INVALID',
  'CONNECTION_NOT_FOUND',
  'INTEGRATION_CONNECTION_NOT_FOUND',
  'VERIFICATION_REQUIRED',
  'VERIFICATION_IN_REVIEW',
] as const;

const fields = schemasOf(offer);

const listed = {
  id: uuidSchema,
  title: fields.title,
  price: fields.price,
  coin: fields.coin,
  type: fields.type,
  status: offerStatusSchema,
  createdAt: dateTimeSchema,
  product: record({
    id: uuidSchema,
    name: textSchema(120),
    image: nullable({ type: 'string' }),
    typeProduct: { type: 'string', enum: ['DIGITAL', 'FISICO'] },
    status: productStatusSchema,
  }),
  /** The address of the checkout. */
  url: { type: 'string' },
} as const;

export const listMyOffers = {
  name: 'offers.listMyOffers',
  kind: 'query',
  summary: "Lists the signed-in seller's offers of any status, newest first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /offers', resource: 'offers' },
  input: optional({
    productId: uuidSchema,
    status: offerStatusSchema,
    /** Part of an offer's title. */
    search: textSchema(100),
    ...page,
  }),
  output: pageOf(record(listed)),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getMyOffer = {
  name: 'offers.getMyOffer',
  kind: 'query',
  summary: 'Returns an offer of the signed-in seller with everything that its form edits.',
  access: SELLER,
  limit: READING,
  api: { call: 'GET /offers/{offerId}', resource: 'offers' },
  input: record({ offerId: uuidSchema }),
  output: record({
    ...listed,
    ...fields,
    version: versionSchema,
    deliveryOptions: { type: 'array', items: deliveryOptionSchema },
    /** The number of units that open and paid payments take from the stock; 0 without a stock limit. */
    taken: countSchema,
    /** The QR code of the checkout's address as SVG path data, and the side of its square view box. */
    qrPath: { type: 'string' },
    qrSize: { type: 'integer' },
  }),
  errors: [...REFUSALS, 'OFFER_NOT_FOUND'],
} as const satisfies Procedure;

export const listConnections = {
  name: 'offers.listConnections',
  kind: 'query',
  summary: "Lists the platform's connections that an offer may be bound to.",
  access: SELLER,
  limit: READING,
  input: optional({}),
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        provider: textSchema(64),
        name: textSchema(120),
        methods: { type: 'array', items: paymentMethodSchema },
        /** The currencies in which it charges cards. */
        currencies: { type: 'array', items: currencySchema },
        leastAmounts: leastAmountsSchema,
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

const { title, price, ...rest } = fields;
/** An archived offer comes back as a draft or published. */
const statusInput = { type: 'string', enum: ['DRAFT', 'PUBLISHED'] } as const;

export const createOffer = {
  name: 'offers.createOffer',
  kind: 'mutation',
  summary:
    'Creates an offer of a product of the signed-in seller. What is left out takes a default; without a status it is published, and on sale as soon as its product is.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /offers', resource: 'offers' },
  input: recordWith(
    { productId: uuidSchema, title, price },
    { ...rest, status: statusInput, deliveryOptions: deliveryOptionsInput },
  ),
  output: record(edited),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND', 'OFFER_LIMIT', ...REFUSED],
} as const satisfies Procedure;

export const updateOffer = {
  name: 'offers.updateOffer',
  kind: 'mutation',
  summary:
    'Changes fields of an offer; what is left out stays. Sales keep the price and the terms that they were made at.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'PATCH /offers/{offerId}', resource: 'offers' },
  input: recordWith(edited, { ...fields, status: statusInput, deliveryOptions: deliveryOptionsInput }),
  output: record({ version: versionSchema }),
  errors: [...EDITING, ...REFUSED],
} as const satisfies Procedure;

export const copyOffer = {
  name: 'offers.copyOffer',
  kind: 'mutation',
  summary: 'Copies an offer with its delivery options and the looks of its checkout, as a draft.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /offers/{offerId}/copy', resource: 'offers' },
  input: record({ offerId: uuidSchema }),
  output: record(edited),
  errors: [...REFUSALS, 'OFFER_NOT_FOUND', 'OFFER_LIMIT'],
} as const satisfies Procedure;

export const archiveOffer = {
  name: 'offers.archiveOffer',
  kind: 'mutation',
  summary: 'Takes an offer off sale, in its checkout and in the order bumps that add it.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /offers/{offerId}/archive', resource: 'offers' },
  input: record(edited),
  output: record({ version: versionSchema }),
  errors: EDITING,
} as const satisfies Procedure;

export const offersErrors = {
  OFFER_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta oferta não existe ou não está mais disponível.',
    en: 'This offer does not exist or is no longer available.',
  },
  OFFER_INVALID: {
    status: 422,
    'pt-BR': 'Os campos desta oferta não combinam. Confira os campos indicados.',
    en: 'The fields of this offer do not fit together. Check the fields named below.',
  },
  OFFER_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo cem ofertas por produto. Mude uma que existe.',
    en: 'A product has a hundred offers at most. Change one that is there.',
  },
} as const satisfies ErrorTexts;
