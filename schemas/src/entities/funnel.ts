/** The fields of a funnel, which its seller edits: a tree of offers behind a purchase. */
import { pictureSchema } from '../catalogue.ts';
import { lineSchema, textSchema, uuidSchema } from '../common.ts';
import { nullable, record } from '../parts.ts';
import type { Entity, ValuesOf } from './entity.ts';

/** The most steps of one funnel. */
export const MOST_FUNNEL_STEPS = 20;

/** One offer of a funnel. Empty texts take those of the offer and of the page. */
export const funnelStepSchema = record({
  id: uuidSchema,
  /** An offer of the seller, paid once, in the currency of the entry offer. */
  offerId: uuidSchema,
  title: textSchema(120),
  text: textSchema(1_000),
  /** Null shows the picture of the product. */
  picture: nullable(pictureSchema),
  /** Cents. Null sells at the price of the offer. */
  price: nullable({ type: 'integer', minimum: 100, maximum: 100_000_000_000 }),
  acceptText: textSchema(60),
  declineText: textSchema(60),
  /** The step that follows; null ends the funnel. */
  onAccept: nullable(uuidSchema),
  onDecline: nullable(uuidSchema),
});

export const funnel = {
  name: { schema: lineSchema(80, 1) },
  /** The offer whose purchase opens the funnel. */
  offerId: { schema: uuidSchema },
  isEnabled: { schema: { type: 'boolean' } },
  /** The first step is the root of the tree. Every other one follows exactly one step. */
  steps: { schema: { type: 'array', minItems: 1, maxItems: MOST_FUNNEL_STEPS, items: funnelStepSchema } },
} as const satisfies Entity;
export interface FunnelFields extends ValuesOf<typeof funnel> {}
