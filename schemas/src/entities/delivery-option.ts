/** A way to send an offer's product. */
import { field } from '../../rules/audit-field.ts';
import { amountSchema, textSchema, uuidSchema } from '../common.ts';
import { recordWith } from '../parts.ts';
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

/** An option with the id of one that is there replaces it; one without is new; those that are not named are deleted. */
export const deliveryOptionsInput = {
  type: 'array',
  maxItems: MOST_DELIVERY_OPTIONS,
  items: recordWith(schemasOf(deliveryOption), { id: uuidSchema }),
} as const;
