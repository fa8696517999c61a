/** Declares the procedures about fees: terms agreed with one person, and the costs of providers. */

import { amountSchema, currencySchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  amountsAbroadSchema,
  GUARDED,
  nullable,
  optional,
  personSchema,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { adminWith, MASTER, type Procedure } from '../procedure.ts';
import { comparedSchema, PROPOSING_ERRORS, previewing, proposedSchema, proposing } from './money-rules.ts';

const ADVANCED = adminWith('isUserAdvancedOptionsAvailable');
const basisPointsSchema = { type: 'integer', minimum: 0, maximum: 10_000 } as const;

/** A share in basis points plus an amount in cents. A card sale in n installments also pays the value at index n − 1. */
export const feeRuleSchema = recordWith(
  { basisPoints: basisPointsSchema, fixed: amountSchema },
  { fixedAbroad: amountsAbroadSchema },
);
export const cardFeeRuleSchema = recordWith(
  { basisPoints: basisPointsSchema, fixed: amountSchema },
  {
    fixedAbroad: amountsAbroadSchema,
    installmentBasisPoints: { type: 'array', minItems: 12, maxItems: 12, items: basisPointsSchema },
  },
);
/** In a person's terms, a missing method follows the platform's rule. In a connection's costs, a missing method costs nothing. */
export const feeRulesSchema = optional({ PIX: feeRuleSchema, CREDIT_CARD: cardFeeRuleSchema, BILLET: feeRuleSchema });
/** Without `reserveDays` or `awaitsGuarantee`, the platform's rule of that method applies. */
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

const given = {
  /** The platform's currency, in which fixed amounts are given. */
  currency: currencySchema,
  /** All currencies that the platform sells in. */
  currencies: { type: 'array', items: currencySchema },
  /** The version of the rules, for their change. */
  version: { type: 'integer' },
} as const;

const agreed = {
  fees: feeRulesSchema,
  release: releaseRulesSchema,
  /** A manager's share of each sale of the sellers in that manager's care; null for the platform's share. */
  managerBasisPoints: nullable(basisPointsSchema),
} as const;

export const getPersonTerms = {
  name: 'fees.getPersonTerms',
  kind: 'query',
  summary: "Retrieves the fees and release rules agreed with a person, which replace the platform's.",
  access: ADVANCED,
  limit: READING,
  input: record({ personId: uuidSchema }),
  output: record({
    person: personSchema,
    ...agreed,
    ...given,
  }),
  errors: [...REFUSALS, 'PERSON_NOT_FOUND'],
} as const satisfies Procedure;

export const setPersonTerms = {
  name: 'fees.setPersonTerms',
  kind: 'mutation',
  summary:
    'Proposes the fees and release rules of a person, for sales from then on. Nobody decides their own. A change that needs no second person and names no later day applies at once.',
  access: ADVANCED,
  protects: 'money',
  limit: CHANGING,
  input: recordWith({ personId: uuidSchema, ...agreed }, proposing),
  output: proposedSchema,
  errors: [...GUARDED, ...PROPOSING_ERRORS, 'PERSON_NOT_FOUND', 'OWN_TERMS_FIXED'],
} as const satisfies Procedure;

export const previewPersonTerms = {
  name: 'fees.previewPersonTerms',
  kind: 'mutation',
  summary: 'Shows what other terms of a person would do to an example sale. Changes nothing.',
  access: ADVANCED,
  limit: READING,
  input: recordWith({ personId: uuidSchema, ...agreed }, previewing),
  output: comparedSchema,
  errors: [...REFUSALS, ...PROPOSING_ERRORS, 'PERSON_NOT_FOUND', 'OWN_TERMS_FIXED'],
} as const satisfies Procedure;

export const getConnectionCosts = {
  name: 'fees.getConnectionCosts',
  kind: 'query',
  summary: 'Retrieves what the provider of a connection costs for each charge.',
  access: MASTER,
  limit: READING,
  input: recordWith({ connectionId: uuidSchema }, { platformId: uuidSchema }),
  output: record({
    costs: feeRulesSchema,
    ...given,
  }),
  errors: [...REFUSALS, 'PLATFORM_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

export const setConnectionCosts = {
  name: 'fees.setConnectionCosts',
  kind: 'mutation',
  summary:
    'Proposes what the provider of a connection costs for each charge, for sales from then on. A change that needs no second person and names no later day applies at once.',
  access: MASTER,
  protects: 'money',
  limit: CHANGING,
  input: recordWith({ connectionId: uuidSchema, costs: feeRulesSchema }, { platformId: uuidSchema, ...proposing }),
  output: proposedSchema,
  errors: [...GUARDED, ...PROPOSING_ERRORS, 'PLATFORM_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

export const previewConnectionCosts = {
  name: 'fees.previewConnectionCosts',
  kind: 'mutation',
  summary: 'Shows what other costs of a connection would do to an example sale. Changes nothing.',
  access: MASTER,
  limit: READING,
  input: recordWith({ connectionId: uuidSchema, costs: feeRulesSchema }, { platformId: uuidSchema, ...previewing }),
  output: comparedSchema,
  errors: [...REFUSALS, ...PROPOSING_ERRORS, 'PLATFORM_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
} as const satisfies Procedure;

export const feesErrors = {
  OWN_TERMS_FIXED: {
    status: 422,
    'pt-BR': 'Ninguém decide as próprias taxas. Peça a outra pessoa da equipe.',
    en: 'Nobody decides their own fees. Ask somebody else on the team.',
  },
} as const satisfies ErrorTexts;
