/** The fields of a payment link that its own row holds. The title, the price and the end of sales are those of its offer. */
import { field } from '../../rules/audit-field.ts';
import { priceSchema } from '../catalogue.ts';
import { textSchema } from '../common.ts';
import { nullable } from '../parts.ts';
import type { Entity, ValuesOf } from './entity.ts';

export const paymentLink = {
  /** The cents between which the buyer chooses; null where the amount is fixed. */
  leastAmount: {
    schema: nullable(priceSchema),
    default: null,
    audit: field('money', 'Valor mínimo', 'Minimum amount'),
  },
  mostAmount: {
    schema: nullable(priceSchema),
    default: null,
    audit: field('money', 'Valor máximo', 'Maximum amount'),
  },
  /** False while the seller has turned it off. */
  isActive: { schema: { type: 'boolean' }, default: true },
  /** The seller's own words, which no buyer sees. */
  note: { schema: textSchema(500), default: '', audit: field('text', 'Nota interna', 'Internal note') },
} as const satisfies Entity;

export interface PaymentLinkFields extends ValuesOf<typeof paymentLink> {}
