/** What is kept of a sale, by whom: agreements with single people, and what providers cost. */
import { amountSchema, currencySchema, uuidSchema } from '../common.ts';
import { GUARDED, nothingSchema, nullable, optional, personSchema, REFUSALS, record, recordWith } from '../parts.ts';
import { adminWith, MASTER, type Procedure } from '../procedure.ts';

const ADVANCED = adminWith('isUserAdvancedOptionsAvailable');
const basisPointsSchema = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/** A share in basis points plus cents; of a card sale in n installments also what stands at n − 1. */
export const feeRuleSchema = record({ basisPoints: basisPointsSchema, fixed: amountSchema });
export const cardFeeRuleSchema = recordWith(
  { basisPoints: basisPointsSchema, fixed: amountSchema },
  {
    installmentBasisPoints: { type: 'array', minItems: 12, maxItems: 12, items: basisPointsSchema },
  },
);
/** Methods left out follow the platform's rule; of a connection: cost nothing. */
export const feeRulesSchema = optional({ PIX: feeRuleSchema, CREDIT_CARD: cardFeeRuleSchema, BILLET: feeRuleSchema });
/** `reserveDays` and `awaitsGuarantee` left out follow the platform's rule of that method. */
const releaseRuleSchema = recordWith(
  { days: { type: 'integer', minimum: 0, maximum: 365 }, reserveBasisPoints: basisPointsSchema },
  {
    reserveDays: { type: 'integer', minimum: 1, maximum: 365 },
    awaitsGuarantee: { type: 'boolean' },
  },
);
export const releaseRulesSchema = optional({
  PIX: releaseRuleSchema,
  CREDIT_CARD: releaseRuleSchema,
  BILLET: releaseRuleSchema,
});

const agreed = {
  fees: feeRulesSchema,
  release: releaseRulesSchema,
  /** Of a manager: the share of each sale of the people they look after. Null: as the platform says. */
  managerBasisPoints: nullable(basisPointsSchema),
} as const;

export const getPersonTerms = {
  name: 'fees.getPersonTerms',
  kind: 'query',
  summary: 'What was agreed with one person instead of the rules of the platform.',
  access: ADVANCED,
  input: record({ personId: uuidSchema }),
  output: record({
    person: personSchema,
    ...agreed,
    /** The platform's, which fixed amounts are read in. */
    currency: currencySchema,
  }),
  errors: [...REFUSALS, 'PERSON_NOT_FOUND'],
} as const satisfies Procedure;

export const setPersonTerms = {
  name: 'fees.setPersonTerms',
  kind: 'mutation',
  summary: 'Agrees on fees and release with one person, for sales from now on. Nobody agrees with themselves.',
  access: ADVANCED,
  protects: 'money',
  input: record({ personId: uuidSchema, ...agreed }),
  output: nothingSchema,
  errors: [...GUARDED, 'PERSON_NOT_FOUND', 'OWN_TERMS_FIXED', 'FEE_TOO_LARGE'],
} as const satisfies Procedure;

export const getConnectionCosts = {
  name: 'fees.getConnectionCosts',
  kind: 'query',
  summary: "What a connection's provider keeps of each charge.",
  access: MASTER,
  input: recordWith({ connectionId: uuidSchema }, { platformId: uuidSchema }),
  output: record({
    costs: feeRulesSchema,
    /** The platform's, which fixed amounts are read in. */
    currency: currencySchema,
  }),
  errors: [...REFUSALS, 'PLATFORM_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

export const setConnectionCosts = {
  name: 'fees.setConnectionCosts',
  kind: 'mutation',
  summary: "Says what a connection's provider keeps of each charge, for sales from now on.",
  access: MASTER,
  protects: 'money',
  input: recordWith({ connectionId: uuidSchema, costs: feeRulesSchema }, { platformId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'PLATFORM_NOT_FOUND', 'CONNECTION_NOT_FOUND', 'FEE_TOO_LARGE'],
} as const satisfies Procedure;
