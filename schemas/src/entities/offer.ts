/** The fields of an offer, which its seller edits. The product never changes. */
import type { FromSchema } from 'json-schema-to-ts';
import { field, hidden } from '../../rules/audit-field.ts';
import { httpsSchema, installmentTableSchema, priceSchema } from '../catalogue.ts';
import { amountSchema, currencySchema, dateTimeSchema, lineSchema, quantitySchema, uuidSchema } from '../common.ts';
import { OFFER_TYPES, RECURRENCE_DAYS, RECURRENCE_PERIODS } from '../options.ts';
import { nullable, record } from '../parts.ts';
import { dunningSchema } from '../subscription.ts';
import type { Entity, ValuesOf } from './entity.ts';

export const CUSTOM_FIELD_KINDS = ['TEXT', 'CHOICE', 'DATE'] as const;
export const MOST_CUSTOM_FIELDS = 10;
export const MOST_CUSTOM_OPTIONS = 20;

/** A field that the checkout asks for besides its own. */
export const customFieldSchema = record({
  /** Names the field in a purchase, and stays while its label changes. */
  key: { type: 'string', pattern: '^[a-z0-9]{6,12}$' },
  label: lineSchema(80, 1),
  kind: { type: 'string', enum: CUSTOM_FIELD_KINDS },
  isRequired: { type: 'boolean' },
  /** The answers of a CHOICE; empty for the other kinds. */
  options: { type: 'array', maxItems: MOST_CUSTOM_OPTIONS, uniqueItems: true, items: lineSchema(60, 1) },
});
export type CustomField = FromSchema<typeof customFieldSchema>;

/** Basis points of the price. */
const methodDiscountSchema = { type: 'integer', minimum: 0, maximum: 9_000 } as const;

export const offer = {
  title: {
    schema: lineSchema(120, 1),
    audit: field('text', 'Título', 'Title'),
    label: 'offerTitle',
    problem: 'problems.title',
  },
  /** Cents. */
  price: {
    schema: priceSchema,
    audit: field('money', 'Preço', 'Price'),
    label: 'price',
    problem: 'problems.price',
  },
  /** A former price in cents, which the page strikes through. */
  fakePrice: {
    schema: nullable(priceSchema),
    default: null,
    audit: field('money', 'Preço riscado', 'Compare-at price'),
    label: 'fakePrice',
    problem: 'problems.price',
  },
  /** The platform's currency by default. */
  coin: { schema: currencySchema, audit: field('text', 'Moeda', 'Currency'), label: 'coin' },
  type: {
    schema: { type: 'string', enum: OFFER_TYPES },
    default: 'ONE_TIME',
    audit: field('word', 'Cobrança', 'Billing'),
    label: 'offerType',
  },
  /** The price in cents of each charge of a subscription; null for a single sale. */
  recurrencePrice: {
    schema: nullable(priceSchema),
    default: null,
    audit: field('money', 'Preço da renovação', 'Recurring price'),
    label: 'recurrencePrice',
    problem: 'problems.price',
  },
  frequencyInDays: {
    schema: nullable({ type: 'integer', enum: RECURRENCE_DAYS }),
    default: null,
    audit: field('days', 'A cada', 'Every'),
    label: 'frequency',
  },
  /** CALENDAR: 30, 90, 180 and 365 days stand for 1, 3, 6 and 12 months, and each charge comes on the same day of the month. */
  period: {
    schema: { type: 'string', enum: RECURRENCE_PERIODS },
    default: 'DAYS',
    audit: field('word', 'Contagem do período', 'Period counted in'),
    label: 'frequency',
  },
  /** The days of a subscription's first period, whose price is the offer's; null where it is as long as the others. */
  trialDays: {
    schema: nullable({ type: 'integer', minimum: 1, maximum: 365 }),
    default: null,
    audit: field('days', 'Período de teste', 'Trial'),
    label: 'subscription.trial',
    problem: 'problems.trialDays',
  },
  /** The trial costs nothing, and the first charge comes when it ends. */
  isTrialFree: {
    schema: { type: 'boolean' },
    default: false,
    audit: field('word', 'Teste grátis', 'Free trial'),
    label: 'subscription.trialFree',
  },
  /** The number of charges after which a subscription ends; null for no end. A free trial is no charge. */
  recurrenceCycles: {
    schema: nullable({ type: 'integer', minimum: 1, maximum: 1_000 }),
    default: null,
    audit: field('count', 'Número de cobranças', 'Number of charges'),
    label: 'subscription.cycles',
    problem: 'problems.cycles',
  },
  /** The number of charges in which an affiliate shares; null for all of them. */
  affiliateCycles: {
    schema: nullable({ type: 'integer', minimum: 1, maximum: 1_000 }),
    default: null,
    audit: field('count', 'Cobranças com comissão de afiliado', 'Charges with affiliate commission'),
    label: 'subscription.affiliateCycles',
    problem: 'problems.cycles',
  },
  /** The rules by which unpaid cycles are dunned; null for the platform's rules. */
  dunning: { schema: nullable(dunningSchema), default: null, label: 'subscription.dunning' },
  /** The fixed freight in cents; null where delivery options decide or nothing is sent. */
  fretePrice: {
    schema: nullable(amountSchema),
    default: null,
    audit: field('money', 'Frete', 'Shipping'),
    label: 'delivery.fixed',
    problem: 'problems.fare',
  },
  requiredDocumentAndPhone: {
    schema: { type: 'boolean' },
    default: false,
    audit: field('word', 'Exigir CPF e telefone', 'Require CPF and phone'),
    label: 'documentAndPhone',
  },
  pixEnabled: {
    schema: { type: 'boolean' },
    default: true,
    audit: field('word', 'Pix', 'Pix'),
    label: 'methods.PIX',
  },
  creditCardEnabled: {
    schema: { type: 'boolean' },
    default: true,
    audit: field('word', 'Cartão de crédito', 'Credit card'),
    label: 'methods.CREDIT_CARD',
  },
  billetEnabled: {
    schema: { type: 'boolean' },
    default: true,
    audit: field('word', 'Boleto', 'Boleto'),
    label: 'methods.BILLET',
  },
  /** The discount for buyers who pay by PIX, in basis points of the price; 0 for none. A subscription has none. */
  pixDiscountBasisPoints: {
    schema: methodDiscountSchema,
    default: 0,
    audit: field('basisPoints', 'Desconto no Pix', 'Pix discount'),
    label: 'methodDiscounts.PIX',
    problem: 'problems.methodDiscount',
  },
  billetDiscountBasisPoints: {
    schema: methodDiscountSchema,
    default: 0,
    audit: field('basisPoints', 'Desconto no boleto', 'Boleto discount'),
    label: 'methodDiscounts.BILLET',
    problem: 'problems.methodDiscount',
  },
  abandonedCartEnabled: {
    schema: { type: 'boolean' },
    default: false,
    audit: field('word', 'Carrinho abandonado', 'Abandoned cart'),
    label: 'abandonedCart',
  },
  /** The fields that the checkout asks for besides its own. Later charges of a subscription and steps of a funnel ask for nothing. */
  customFields: {
    schema: { type: 'array', maxItems: MOST_CUSTOM_FIELDS, items: customFieldSchema },
    default: [] as CustomField[],
    audit: hidden,
    label: 'customFields.title',
  },
  /** The connection that charges this offer; null leaves it to the platform's routes. */
  connectionId: { schema: nullable(uuidSchema), default: null, audit: hidden, label: 'connection' },
  /** The number of units that may be sold; null for any number. */
  stockLimit: {
    schema: nullable({ type: 'integer', minimum: 0, maximum: 1_000_000 }),
    default: null,
    audit: field('count', 'Estoque', 'Stock'),
    label: 'stock',
    problem: 'problems.stock',
  },
  /** The most pieces that an order may have; 1 for everything but single sales of physical goods. */
  maxQuantity: {
    schema: quantitySchema,
    default: 1,
    audit: field('count', 'Máximo por pedido', 'Maximum per order'),
    label: 'maxQuantity',
    problem: 'problems.maxQuantity',
  },
  saleStartsAt: {
    schema: nullable(dateTimeSchema),
    default: null,
    audit: field('moment', 'Início das vendas', 'Sales start'),
    label: 'startsAt',
  },
  saleEndsAt: {
    schema: nullable(dateTimeSchema),
    default: null,
    audit: field('moment', 'Fim das vendas', 'Sales end'),
    label: 'endsAt',
  },
  /** The address to which the payment page leads the buyer after approval. */
  thankYouUrl: {
    schema: nullable(httpsSchema),
    default: null,
    audit: field('text', 'Página de obrigado', 'Thank-you page'),
    label: 'thankYou',
  },
  /** The days after a PIX or boleto has expired in which its buyer gets a new code for the same order at the same price; 0 for none. */
  priceKeptDays: {
    schema: { type: 'integer', minimum: 0, maximum: 90 },
    default: 7,
    audit: field('days', 'Preço mantido por', 'Price kept for'),
    label: 'priceKept',
    problem: 'problems.priceKept',
  },
  installments: { schema: nullable(installmentTableSchema), default: null, label: 'installments.title' },
} as const satisfies Entity;

export type OfferFields = ValuesOf<typeof offer>;
