/** Payment links of a seller: addresses of checkouts that ask for a price of their own. */

import { priceSchema, versionSchema } from '../catalogue.ts';
import { currencySchema, dateTimeSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import { schemasOf } from '../entities/entity.ts';
import { paymentLink } from '../entities/payment-link.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { countSchema, nullable, optional, page, pageOf, REFUSALS, record, recordWith, sumSchema } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

/** OFFER: sells a product. AMOUNT: asks for a fixed amount. OPEN_AMOUNT: the buyer types the amount. */
export const PAYMENT_LINK_KINDS = ['OFFER', 'AMOUNT', 'OPEN_AMOUNT'] as const;
export type PaymentLinkKind = (typeof PAYMENT_LINK_KINDS)[number];

/**
 * PAYING: somebody is about to pay a link that is paid once. IN_REVIEW: the platform looks at it first. UNAVAILABLE: its product is not on sale.
 * CLOSED links never open again.
 */
export const PAYMENT_LINK_STATES = [
  'ON',
  'OFF',
  'PAYING',
  'PAID',
  'EXPIRED',
  'CLOSED',
  'IN_REVIEW',
  'UNAVAILABLE',
] as const;
export type PaymentLinkState = (typeof PAYMENT_LINK_STATES)[number];

const title = lineSchema(120, 1);
const description = textSchema(2000);
const expiresAt = nullable(dateTimeSchema);
const { isActive, ...fields } = schemasOf(paymentLink);

const linkSchema = record({
  id: uuidSchema,
  kind: { type: 'string', enum: PAYMENT_LINK_KINDS },
  state: { type: 'string', enum: PAYMENT_LINK_STATES },
  title,
  /** Shown at the checkout. That of the product where the link sells one. */
  description,
  /** Cents; null where the buyer types the amount. */
  amount: nullable(priceSchema),
  coin: currencySchema,
  ...fields,
  isActive,
  /** It is paid once, and closed then. */
  isSingleUse: { type: 'boolean' },
  expiresAt,
  /** The address of its checkout. */
  url: { type: 'string' },
  product: record({ id: uuidSchema, name: textSchema(120) }),
  /** The number of times that its page was opened. */
  openings: countSchema,
  /** The number of sales that were paid. */
  paid: countSchema,
  /** Cents that buyers paid by it and did not get back. */
  revenue: sumSchema,
  /** The version that an update names, so that two tabs never overwrite each other. */
  version: versionSchema,
  createdAt: dateTimeSchema,
});

const named = { linkId: uuidSchema } as const;
const edited = { ...named, version: versionSchema } as const;

export const listMyPaymentLinks = {
  name: 'paymentLinks.listMyPaymentLinks',
  kind: 'query',
  summary: "Lists the signed-in seller's payment links, newest first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /payment-links', resource: 'payment_links' },
  input: optional({
    /** Part of a title or of a note. */
    search: textSchema(100),
    state: { type: 'string', enum: PAYMENT_LINK_STATES },
    ...page,
  }),
  output: pageOf(linkSchema),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getMyPaymentLink = {
  name: 'paymentLinks.getMyPaymentLink',
  kind: 'query',
  summary: 'Returns a payment link of the signed-in seller, with the QR code of its address.',
  access: SELLER,
  limit: READING,
  api: { call: 'GET /payment-links/{linkId}', resource: 'payment_links' },
  input: record(named),
  output: record({
    ...linkSchema.properties,
    /** The QR code of the address as SVG path data, and the side of its square view box. */
    qrPath: { type: 'string' },
    qrSize: { type: 'integer' },
  }),
  errors: [...REFUSALS, 'PAYMENT_LINK_NOT_FOUND'],
} as const satisfies Procedure;

export const createPaymentLink = {
  name: 'paymentLinks.createPaymentLink',
  kind: 'mutation',
  summary:
    'Creates a payment link. With `offerId` it sells that offer as it is now, at `amount` where one is given. Without, it asks for `amount`, or for what the buyer types between `leastAmount` and `mostAmount`, under a title.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /payment-links', resource: 'payment_links' },
  input: optional({
    offerId: uuidSchema,
    /** Needed without an offer, whose title it is otherwise. */
    title,
    description,
    /** Cents. */
    amount: priceSchema,
    leastAmount: priceSchema,
    mostAmount: priceSchema,
    isSingleUse: { type: 'boolean' },
    expiresAt,
    note: fields.note,
  }),
  output: record({ linkId: uuidSchema, version: versionSchema, url: { type: 'string' } }),
  errors: [...REFUSALS, 'OFFER_NOT_FOUND', 'PAYMENT_LINK_INVALID', 'VERIFICATION_REQUIRED', 'VERIFICATION_IN_REVIEW'],
} as const satisfies Procedure;

export const updatePaymentLink = {
  name: 'paymentLinks.updatePaymentLink',
  kind: 'mutation',
  summary:
    'Changes fields of a payment link; what is left out stays. Sales keep what they were made at. A closed link is not changed.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'PATCH /payment-links/{linkId}', resource: 'payment_links' },
  input: recordWith(edited, {
    title,
    description,
    amount: priceSchema,
    leastAmount: priceSchema,
    mostAmount: priceSchema,
    expiresAt,
    note: fields.note,
    isActive,
  }),
  output: record({ version: versionSchema }),
  errors: [...REFUSALS, 'PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_CLOSED', 'PAYMENT_LINK_INVALID', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const closePaymentLink = {
  name: 'paymentLinks.closePaymentLink',
  kind: 'mutation',
  summary: 'Closes a payment link for ever. Codes that buyers were given before can still be paid.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /payment-links/{linkId}/close', resource: 'payment_links' },
  input: record(edited),
  output: record({ version: versionSchema }),
  errors: [...REFUSALS, 'PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_CLOSED', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const paymentLinksErrors = {
  PAYMENT_LINK_OFF: {
    status: 410,
    'pt-BR': 'Este link de pagamento não está ativo. Nada foi cobrado.',
    en: 'This payment link is not active. Nothing was charged.',
  },
  PAYMENT_LINK_EXPIRED: {
    status: 410,
    'pt-BR': 'O prazo deste link de pagamento terminou. Nada foi cobrado.',
    en: 'This payment link has expired. Nothing was charged.',
  },
  PAYMENT_LINK_USED: {
    status: 409,
    'pt-BR': 'Este link vale para um só pagamento, que já foi feito ou está em andamento. Nada mais foi cobrado.',
    en: 'This link is for a single payment, which has been made or is under way. Nothing more was charged.',
  },
  PAYMENT_LINK_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este link de pagamento não existe.',
    en: 'This payment link does not exist.',
  },
  PAYMENT_LINK_CLOSED: {
    status: 409,
    'pt-BR': 'Este link de pagamento foi encerrado e não muda mais. Crie outro.',
    en: 'This payment link is closed and cannot be changed. Create another one.',
  },
  PAYMENT_LINK_INVALID: {
    status: 422,
    'pt-BR': 'O link de pagamento não pode ser assim. Confira os campos indicados.',
    en: 'The payment link cannot be like this. Check the fields named below.',
  },
} as const satisfies ErrorTexts;
