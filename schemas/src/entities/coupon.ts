/** The terms of a coupon, which its seller edits. The code and the seller never change. */
import { field } from '../../rules/audit-field.ts';
import { currencySchema, dateTimeSchema, uuidSchema } from '../common.ts';
import { nullable, record } from '../parts.ts';
import type { Entity } from './entity.ts';

/** A share of the price, or an amount in cents of one currency, which no offer in another currency takes. */
export const couponDiscountSchema = {
  anyOf: [
    record({ basisPoints: { type: 'integer', minimum: 1, maximum: 10_000 } }),
    record({ amount: { type: 'integer', minimum: 1, maximum: 100_000_000_000 }, coin: currencySchema }),
  ],
} as const;

/** The number of charges of a subscription, from the first on; null for all. */
export const couponCyclesSchema = nullable({ type: 'integer', minimum: 1, maximum: 1_000 });

const targets = { type: 'array', items: uuidSchema, maxItems: 100, uniqueItems: true } as const;

export const coupon = {
  discount: { schema: couponDiscountSchema },
  /** The most purchases; null sets no limit. A purchase that is refused or expires unpaid does not count. */
  maxUses: {
    schema: nullable({ type: 'integer', minimum: 1, maximum: 1_000_000 }),
    default: null,
    audit: field('count', 'Usos', 'Uses'),
  },
  /** The most purchases of one buyer, whom the e-mail or the document tells. */
  maxUsesPerBuyer: {
    schema: nullable({ type: 'integer', minimum: 1, maximum: 1_000 }),
    default: null,
    audit: field('count', 'Usos por comprador', 'Uses per buyer'),
  },
  /** The charges of a subscription that it takes its discount off, from the first on; null for all. Other sales have one charge. */
  cycles: {
    schema: couponCyclesSchema,
    default: 1,
    audit: field('count', 'Cobranças com desconto', 'Discounted charges'),
  },
  startsAt: { schema: nullable(dateTimeSchema), default: null },
  /** The first moment at which it is not valid any more. */
  endsAt: { schema: nullable(dateTimeSchema), default: null },
  /** The offers and products that it is for. It is for everything of the seller where both are empty. */
  offerIds: { schema: targets, default: [] },
  productIds: { schema: targets, default: [] },
  isActive: { schema: { type: 'boolean' }, default: true },
} as const satisfies Entity;
