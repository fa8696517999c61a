/** Declares the reasons for which a card is refused. What each means for the buyer stands in rules/declines.ts. */

/** For the platform's staff. Buyers are shown the advice alone, because a thief must not learn that a card is known as stolen. */
export const DECLINE_REASONS = [
  'insufficient_funds',
  'limit_exceeded',
  'card_expired',
  'wrong_security_code',
  'wrong_number',
  'issuer_declined',
  'card_not_allowed',
  'lost_or_stolen',
  'suspected_fraud',
  'card_not_active',
  'authentication_required',
  'card_not_supported',
  'issuer_unavailable',
  'invalid_amount',
  'invalid_installments',
  'unknown',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** The advice that the buyer is given. Reasons that they must not tell apart share one. */
export const DECLINE_ADVICES = [
  'FUNDS',
  'LIMIT',
  'EXPIRED',
  'SECURITY_CODE',
  'CARD_DATA',
  'ASK_BANK',
  'OTHER_CARD',
  'ACTIVATE',
  'AUTHENTICATE',
  'NOT_SUPPORTED',
  'LATER',
  'AMOUNT',
  'INSTALLMENTS',
  'UNKNOWN',
] as const;
export type DeclineAdvice = (typeof DECLINE_ADVICES)[number];

/**
 * A provider's codes of refused cards. ABECS: the codes that Brazilian acquirers share, below those that are listed here. A code in
 * neither is `unknown`.
 */
export const declinesSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    standard: { type: 'string', enum: ['ABECS'] },
    /** Compared without regard to letter case. */
    codes: {
      type: 'object',
      maxProperties: 300,
      propertyNames: { minLength: 1, maxLength: 100 },
      additionalProperties: { type: 'string', enum: DECLINE_REASONS },
    },
  },
} as const;
export interface Declines {
  standard?: 'ABECS';
  codes?: Record<string, DeclineReason>;
}
