/** Declares what a subscription is: its states, its terms, the evidence about it, and the rules of dunning. */
import { type Currency, type FromSchema, type Locale, PAYMENT_METHODS } from './common.ts';
import type { RecurrencePeriod } from './options.ts';
import { nullable, record } from './parts.ts';

/** PIX_AUTOMATICO: the buyer's bank pays each cycle under a mandate. */
export const SUBSCRIPTION_METHODS = [...PAYMENT_METHODS, 'PIX_AUTOMATICO'] as const;
export type SubscriptionMethod = (typeof SUBSCRIPTION_METHODS)[number];

/**
 * TRIALING: the period of the trial runs. ACTIVE: the current period is paid, also where the subscription ends with it. PAST_DUE: a cycle is
 * due and unpaid. PAUSED: nothing is charged until it is resumed. CANCELED: somebody ended it, or nobody paid. ENDED: every cycle is done.
 */
export const SUBSCRIPTION_STATUSES = ['TRIALING', 'ACTIVE', 'PAST_DUE', 'PAUSED', 'CANCELED', 'ENDED'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
/** The states in which a subscription goes on. */
export const LIVE_SUBSCRIPTIONS = ['TRIALING', 'ACTIVE', 'PAST_DUE', 'PAUSED'] as const satisfies SubscriptionStatus[];

/** COMPLETED: all promised cycles were paid. UNPAID: dunning ended it. The others name who or what ended it. */
export const SUBSCRIPTION_END_REASONS = [
  'BUYER',
  'SELLER',
  'PLATFORM',
  'UNPAID',
  'COMPLETED',
  'REFUNDED',
  'CHARGEBACK',
  'MANDATE_ENDED',
] as const;
export type SubscriptionEndReason = (typeof SUBSCRIPTION_END_REASONS)[number];

/**
 * DUE: its charge is being made or waits for the next try. OPEN: the buyer has a code to pay. UNPAID: the subscription ended before it was
 * paid. FREE: the period of a free trial. REVERSED: its money went back to the buyer.
 */
export const CYCLE_STATES = ['DUE', 'OPEN', 'PAID', 'UNPAID', 'FREE', 'REVERSED'] as const;
export type CycleState = (typeof CYCLE_STATES)[number];

/** The author of something that was done to a subscription. ENGINE: the platform's software, by the rules. */
export const SUBSCRIPTION_ACTORS = ['BUYER', 'SELLER', 'PLATFORM', 'ENGINE', 'PROVIDER'] as const;
export type SubscriptionActor = (typeof SUBSCRIPTION_ACTORS)[number];

export const DUNNING_ACTIONS = ['RETRY_CARD', 'ASK_CARD', 'OFFER_PIX', 'REMIND'] as const;
export type DunningAction = (typeof DUNNING_ACTIONS)[number];

/** The end of a subscription that nobody has paid when its dunning is over. */
export const DUNNING_ENDS = ['CANCEL', 'KEEP_PAST_DUE'] as const;

const days = (maximum: number) => ({ type: 'integer', minimum: 0, maximum }) as const;

/** The rules for cycles that are due and unpaid. Days count from the due date. */
export const dunningSchema = record({
  steps: {
    type: 'array',
    maxItems: 20,
    items: record({ day: days(60), action: { type: 'string', enum: DUNNING_ACTIONS } }),
  },
  /** The days after the due date for which the buyer keeps access. */
  graceDays: days(60),
  /** The day on which dunning is over. */
  endDay: { type: 'integer', minimum: 1, maximum: 90 },
  end: { type: 'string', enum: DUNNING_ENDS },
  /** The days before the due date on which the code of a PIX or boleto is made and mailed. */
  codeDaysBefore: days(15),
  /** The most tries of one card within 30 days, which the card networks limit to 15. */
  mostRetries: { type: 'integer', minimum: 0, maximum: 15 },
});
export type DunningRules = FromSchema<typeof dunningSchema>;

export const DEFAULT_DUNNING: DunningRules = {
  steps: [
    { day: 0, action: 'ASK_CARD' },
    { day: 1, action: 'RETRY_CARD' },
    { day: 3, action: 'RETRY_CARD' },
    { day: 3, action: 'OFFER_PIX' },
    { day: 5, action: 'RETRY_CARD' },
    { day: 5, action: 'REMIND' },
    { day: 7, action: 'RETRY_CARD' },
  ],
  graceDays: 5,
  endDay: 10,
  end: 'CANCEL',
  codeDaysBefore: 5,
  mostRetries: 8,
};

/** The discount of the coupon that began a subscription, for a number of charges from the first on; for all where the number is null. */
export interface SubscriptionDiscount {
  code: string;
  cut: { basisPoints: number } | { amount: number };
  cycles: number | null;
}

/** The promise of the sign-up. Later changes of the offer change none of it. */
export interface SubscriptionTerms {
  /** Cents of the first charge, and of each later one without discount. The first is 0 where the trial is free. */
  firstAmount: number;
  recurringAmount: number;
  currency: Currency;
  frequencyInDays: number;
  /** The offer's. PIX Automático always charges by the calendar. */
  period: RecurrencePeriod;
  /** The number of charges; null for no end. The period of a free trial has none. */
  cycles: number | null;
  /** The length of the first period; null where it is as long as the others. */
  trialDays: number | null;
  discount: SubscriptionDiscount | null;
  /** The affiliation that shares in the first `cycles` charges; in all of them where it is null. */
  affiliate: { affiliationId: string; basisPoints: number; personId: string; cycles: number | null } | null;
  dunning: DunningRules;
  title: string;
  locale: Locale;
}

/**
 * The reasons why a plan cannot change now. MANDATE: the buyer's bank pays what was agreed to. FIXED_CYCLES: the number of charges was
 * promised. CHARGE_OPEN: a code of it can be paid, or nobody knows yet what became of a charge.
 */
export const PLAN_CHANGE_REFUSALS = [
  'ENDED',
  'PAST_DUE',
  'PAUSED',
  'CANCEL_ORDERED',
  'MANDATE',
  'FIXED_CYCLES',
  'CHARGE_OPEN',
] as const;
export type PlanChangeRefusal = (typeof PLAN_CHANGE_REFUSALS)[number];

/** The plan that a subscription is moved to. */
export interface PlanOrder {
  offerId: string;
  title: string;
  /** Cents of each charge, without a coupon's discount. */
  amount: number;
  frequencyInDays: number;
  /** Plans that were ordered before offers had a period lack it: they have the period of the terms. */
  period?: RecurrencePeriod;
  /** Cents of the period before that were not used up, which the first charge is less. */
  proration: number;
}

/** One piece of evidence. Two with the same key are one. */
interface Evidence<Kind extends string, Data = unknown> {
  key: string;
  kind: Kind;
  /** ISO 8601. */
  at: string;
  by: SubscriptionActor;
  /** The cycle that it is about, or from which on it holds; null where it is about none. */
  cycle: number | null;
  data: Data;
}
type None = Record<string, never>;

export type SubscriptionEvent =
  /** The charge of the cycle was paid. */
  | Evidence<'PAID', { saleId?: string; amount?: number }>
  /** A full refund or a chargeback took the money of the cycle back. */
  | Evidence<'REVERSED', { cause: 'REFUND' | 'CHARGEBACK'; saleId?: string }>
  /** The seller has won the dispute. */
  | Evidence<'RESTORED', { saleId?: string }>
  /** The due date of the cycle has passed, and it was not paid. */
  | Evidence<'OVERDUE', None>
  | Evidence<'CHARGE_REFUSED', { attempt: number; reason: string | null; saleId?: string }>
  /** A code was made and sent. */
  | Evidence<'CODE_SENT', { saleId?: string }>
  /** The buyer was told that the trial ends, and what the cycle after it costs. */
  | Evidence<'TRIAL_ENDING', None>
  | Evidence<'DUNNING_STEP', { action: DunningAction; day: number }>
  | Evidence<'DUNNING_ENDED', { end: (typeof DUNNING_ENDS)[number] }>
  | Evidence<'PAUSED', None>
  | Evidence<'RESUMED', None>
  | Evidence<'CANCEL_ORDERED', { reason?: string | null }>
  | Evidence<'CANCEL_WITHDRAWN', None>
  | Evidence<'CANCELED', { reason?: string | null; cause?: SubscriptionEndReason }>
  /** The period of the cycle is over, and no other is to follow. */
  | Evidence<'PERIOD_ENDED', None>
  /** From the cycle on each charge costs so much. */
  | Evidence<'PRICE_CHANGED', { amount: number }>
  /** From the cycle on the subscription is to another offer. `startsAt`: the cycle begins then, with the payment of an upgrade. */
  | Evidence<'PLAN_CHANGED', Omit<PlanOrder, 'title'> & { title?: string; startsAt?: string; saleId?: string }>
  /** A change of the plan from the cycle on, which does not hold yet, was taken back. */
  | Evidence<'PLAN_KEPT', None>
  | Evidence<'METHOD_CHANGED', { method: SubscriptionMethod }>
  | Evidence<'CARD_CHANGED', { brand?: string | null; lastDigits?: string | null }>;
export type SubscriptionEventKind = SubscriptionEvent['kind'];

export const SUBSCRIPTION_EVENT_KINDS = [
  'PAID',
  'REVERSED',
  'RESTORED',
  'OVERDUE',
  'CHARGE_REFUSED',
  'CODE_SENT',
  'TRIAL_ENDING',
  'DUNNING_STEP',
  'DUNNING_ENDED',
  'PAUSED',
  'RESUMED',
  'CANCEL_ORDERED',
  'CANCEL_WITHDRAWN',
  'CANCELED',
  'PERIOD_ENDED',
  'PRICE_CHANGED',
  'PLAN_CHANGED',
  'PLAN_KEPT',
  'METHOD_CHANGED',
  'CARD_CHANGED',
] as const satisfies SubscriptionEventKind[];

/** The evidence as the log of a platform is filtered by it. */
export const SUBSCRIPTION_LOG_GROUPS = {
  CHARGED: ['PAID', 'RESTORED'],
  FAILED: ['CHARGE_REFUSED', 'OVERDUE', 'DUNNING_ENDED'],
  RETRIED: ['DUNNING_STEP'],
  CODES: ['CODE_SENT'],
  RETURNED: ['REVERSED'],
  CHANGED: ['PRICE_CHANGED', 'PLAN_CHANGED', 'PLAN_KEPT', 'METHOD_CHANGED', 'CARD_CHANGED'],
  LIFE: ['TRIAL_ENDING', 'PAUSED', 'RESUMED', 'CANCEL_ORDERED', 'CANCEL_WITHDRAWN', 'CANCELED', 'PERIOD_ENDED'],
} as const satisfies Record<string, SubscriptionEventKind[]>;
export type SubscriptionLogGroup = keyof typeof SUBSCRIPTION_LOG_GROUPS;

export const subscriptionMethodSchema = { type: 'string', enum: SUBSCRIPTION_METHODS } as const;
export const subscriptionStatusSchema = { type: 'string', enum: SUBSCRIPTION_STATUSES } as const;
export const subscriptionEndReasonSchema = { type: 'string', enum: SUBSCRIPTION_END_REASONS } as const;
export const cycleStateSchema = { type: 'string', enum: CYCLE_STATES } as const;
export const dunningOfOfferSchema = nullable(dunningSchema);
