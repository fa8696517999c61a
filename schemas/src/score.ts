/** The part of the provider contract by which a package scores a purchase before it is charged, and is told what became of it. */
import type { Currency, FromSchema, paymentMethodSchema } from './common.ts';
import { record, recordWith } from './parts.ts';
import { type Address, type Customer, shortText, type TransactionItem, text } from './provider-fields.ts';

/** A purchase that nobody has charged yet. Of its card it tells the first six digits at most, and never a number, a token or a security code. */
export interface ScoreRequest {
  /** Ours, one for each order: the same order is scored once. */
  reference: string;
  /** Minor units of `currency`. */
  amount: number;
  currency: Currency;
  paymentMethod: FromSchema<typeof paymentMethodSchema>;
  installments: number;
  customer: Customer;
  items: TransactionItem[];
  address?: Address;
  customerIp?: string;
  /** The seller, by our id. */
  userId?: string;
  /** The first six digits of the card, where the platform saw them. */
  cardBin?: string;
  /** The seconds for which the buyer's page was open. */
  pageSeconds?: number;
}

export const scoreResultSchema = recordWith(
  {
    scoreId: shortText,
    /** 0 for the least risk that the provider knows, 100 for the most. */
    score: { type: 'integer', minimum: 0, maximum: 100 },
  },
  {
    /** The provider's own words, for the platform's administrators. */
    reason: text,
  },
);
export type ScoreResult = FromSchema<typeof scoreResultSchema>;

/** CHARGED_BACK: the buyer's bank took the money back. */
export const SCORED_OUTCOMES = ['PAID', 'REFUSED', 'CHARGED_BACK'] as const;

/** The outcome of a purchase that was scored. */
export interface OutcomeReport {
  scoreId: string;
  /** The one of the request for the score. */
  reference: string;
  outcome: (typeof SCORED_OUTCOMES)[number];
  /** Minor units of `currency`. */
  amount: number;
  currency: Currency;
  occurredAt: string;
}
/** Says nothing but that the provider knows. */
export const outcomeResultSchema = record({});
export type OutcomeResult = FromSchema<typeof outcomeResultSchema>;
