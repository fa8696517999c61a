/** A way to send an offer's product. */
import { field, hidden } from '../../rules/audit-field.ts';
import { amountSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import { nullable, record, recordWith } from '../parts.ts';
import { type Entity, schemasOf } from './entity.ts';

export const MOST_DELIVERY_OPTIONS = 20;

export const deliveryOption = {
  description: {
    schema: textSchema(120, 1),
    audit: field('text', 'Descrição', 'Description'),
    problem: 'problems.deliveryName',
  },
  deliveryTime: { schema: textSchema(120), audit: field('text', 'Prazo de entrega', 'Delivery time') },
  /** The fare in cents; 0 is shown as free. */
  fareAmount: { schema: amountSchema, audit: field('money', 'Frete', 'Shipping'), problem: 'problems.fare' },
  preSelected: { schema: { type: 'boolean' }, audit: field('word', 'Já escolhida', 'Preselected') },
} as const satisfies Entity;

/** The fares of a place, for orders whose freight the connection does not quote in time. */
const fallbackSchema = record({
  /** States such as "SP, RJ", or zip codes such as "01000-000 a 05999-999": see rules/zip-place.ts. */
  place: lineSchema(120, 1),
  fareAmount: amountSchema,
  deliveryTime: textSchema(120),
});

/** The fields of an option whose fare a connection quotes for each order. */
export const quotedFreight = {
  /** The connection; null for a fixed fare. */
  quotedBy: {
    schema: nullable(uuidSchema),
    default: null,
    audit: hidden,
  },
  /** Cents of the goods from which on the cheapest service is free. */
  freeFrom: {
    schema: nullable({ ...amountSchema, minimum: 1 }),
    default: null,
    audit: field('money', 'Frete grátis a partir de', 'Free shipping from'),
    problem: 'problems.fare',
  },
  /** The first that holds the buyer's zip code counts; for other places, the option's own fare and time. */
  fallback: {
    schema: { type: 'array', maxItems: 40, items: fallbackSchema },
    default: [],
    audit: field('text', 'Tabela de frete', 'Freight table'),
  },
} as const satisfies Entity;

/** Every field of a delivery option. */
export const deliveryFields = { ...deliveryOption, ...quotedFreight } as const satisfies Entity;

/** An option with the id of one that is there replaces it; one without is new; those that are not named are deleted. */
export const deliveryOptionsInput = {
  type: 'array',
  maxItems: MOST_DELIVERY_OPTIONS,
  items: recordWith(schemasOf(deliveryOption), { ...schemasOf(quotedFreight), id: uuidSchema }),
} as const;
