/** Shapes of what is kept of a sale: by the platform, agreed with single people, and by providers. */
import { amountSchema } from '../common.ts';
import { optional, record } from './parts.ts';

const basisPointsSchema = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/** A share in basis points plus cents; of a card sale in n installments also what stands at n − 1. */
export const feeRuleSchema = record({ basisPoints: basisPointsSchema, fixed: amountSchema });
export const cardFeeRuleSchema = {
  ...optional({
    basisPoints: basisPointsSchema,
    fixed: amountSchema,
    installmentBasisPoints: { type: 'array', minItems: 12, maxItems: 12, items: basisPointsSchema },
  }),
  required: ['basisPoints', 'fixed'],
} as const;
/** Methods left out follow the platform's rule; of a connection: cost nothing. */
export const feeRulesSchema = optional({ PIX: feeRuleSchema, CREDIT_CARD: cardFeeRuleSchema, BILLET: feeRuleSchema });
const releaseRuleSchema = record({
  days: { type: 'integer', minimum: 0, maximum: 365 },
  reserveBasisPoints: basisPointsSchema,
});
export const releaseRulesSchema = optional({
  PIX: releaseRuleSchema,
  CREDIT_CARD: releaseRuleSchema,
  BILLET: releaseRuleSchema,
});
