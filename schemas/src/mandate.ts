/**
 * Declares mandates in the provider contract: a buyer's agreement with their bank to pay charges that come at intervals, without acting for
 * each of them. The words are those of the Central Bank's PIX Automático: a mandate is its "recorrência", a mandate charge its "cobrança
 * recorrente", and a journey one of the four ways in which a buyer agrees.
 */
import { amountSchema, type FromSchema } from './common.ts';
import { daySchema, recordWith } from './parts.ts';
import {
  type Customer,
  type Memo,
  memoSchema,
  movementsSchema,
  refundsSchema,
  shortText,
  statusWord,
  text,
} from './provider-fields.ts';

/** The intervals of charges. A mandate has one charge in each of its periods. */
export const MANDATE_PERIODS = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUAL', 'YEARLY'] as const;
export type MandatePeriod = (typeof MANDATE_PERIODS)[number];

/**
 * 1: the buyer's bank asks them, in its own app. 2: a code that is only the agreement. 3: one code that pays a first charge and agrees.
 * 4: the code of a charge with a due date, by which the buyer may agree as well.
 */
export const MANDATE_JOURNEYS = [1, 2, 3, 4] as const;
export type MandateJourney = (typeof MANDATE_JOURNEYS)[number];

/** `3R_7D`: a charge that was not paid when due may be tried three times more, on other days, within seven days. */
export const MANDATE_RETRIES = ['NONE', '3R_7D'] as const;
export type MandateRetries = (typeof MANDATE_RETRIES)[number];

/** FIXED: every charge has the same amount. VARIABLE: each has its own, up to what the buyer sets. */
export const MANDATE_AMOUNTS = ['FIXED', 'VARIABLE'] as const;

/** Only an ACTIVE mandate is charged. EXPIRED: nobody agreed in time, or its last day is over. */
export const MANDATE_STATUSES = ['PENDING', 'ACTIVE', 'REJECTED', 'EXPIRED', 'CANCELED'] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** PENDING: the charge still may be paid, by an attempt under way or by one more. */
export const MANDATE_CHARGE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELED'] as const;
export type MandateChargeStatus = (typeof MANDATE_CHARGE_STATUSES)[number];

/** The buyer or the buyer's bank ended it, or the platform or its provider. */
export const MANDATE_ENDERS = ['BUYER', 'BUYER_BANK', 'PLATFORM', 'PROVIDER'] as const;
export type MandateEnder = (typeof MANDATE_ENDERS)[number];

/** Only PAID is money; what an adapter does not know is left out, never PAID. */
export const MANDATE_ATTEMPT_STATUSES = ['SCHEDULED', 'PAID', 'REJECTED', 'EXPIRED', 'CANCELED'] as const;

/** The attempts of the buyer's bank to pay one charge, oldest first. */
export const mandateAttemptsSchema = {
  type: 'array',
  items: recordWith(
    { date: daySchema, status: { type: 'string', enum: MANDATE_ATTEMPT_STATUSES } },
    { attemptId: shortText, reason: text },
  ),
  maxItems: 20,
} as const;

/** The account that the buyer pays from, which journey 1 has to name. */
export interface PayerAccount {
  /** Eight digits: the bank's ISPB. */
  ispb: string;
  branchNumber?: string;
  accountNumber: string;
}

export interface MandateRequest {
  /** Ours, unique per mandate: send it as the idempotency key and as the provider's reference. */
  reference: string;
  /** The days of one period on the platform. `periodOfRecurrence` of the rules names the period: only declared ones are asked for. */
  recurrenceDays: number;
  /** Only ever one that the manifest declares. */
  journey: MandateJourney;
  retries: MandateRetries;
  /** Cents of every charge, where they are all the same. */
  amount?: number;
  /** Cents of the largest charge that may come, where they are not: the buyer's own maximum is not below it. */
  maxAmount?: number;
  /** The days in São Paulo of the first charge under the mandate, and of its end where it has one. */
  firstChargeDate: string;
  endDate?: string;
  /** The buyer whose agreement it is; always with a document. */
  customer: Customer;
  description: string;
  /** Journeys 3 and 4: the PIX charge that was made before, whose code also asks for the agreement. It is paid, read and refunded as any other. */
  transactionId?: string;
  /** Journey 1. */
  payerAccount?: PayerAccount;
  /** The address that events about it go to, for providers that ask for it with each call. */
  webhookUrl: string;
}

export const mandateResultSchema = recordWith(
  { mandateId: shortText, providerStatus: statusWord },
  {
    reference: shortText,
    /** The code by which the buyer agrees; in journeys 3 and 4 it pays the charge as well. */
    pixCode: text,
    /** Cents, as the request had them. */
    amount: amountSchema,
    maxAmount: amountSchema,
    firstChargeDate: daySchema,
    /** The charge that was paid with the agreement (journeys 3 and 4). */
    transactionId: shortText,
    endedBy: { type: 'string', enum: MANDATE_ENDERS },
    reason: text,
    memo: memoSchema,
  },
);
export type MandateResult = FromSchema<typeof mandateResultSchema>;

/** Without mandateId after a lost answer: then `requestedAt` and `document` narrow the search for our reference. */
export interface MandateLookup {
  mandateId?: string;
  reference: string;
  /** When we first asked for it. */
  requestedAt: string;
  /** The buyer's CPF or CNPJ. */
  document: string;
  memo?: Memo;
}

export interface MandateCancellation {
  mandateId: string;
  reference: string;
  memo?: Memo;
}

export interface MandateChargeRequest {
  /** Ours, unique per charge: send it as the idempotency key and as the provider's reference. */
  reference: string;
  mandateId: string;
  /** Cents. */
  amount: number;
  /** The day in São Paulo on which the buyer's bank pays. */
  dueDate: string;
  customer: Customer;
  description: string;
  /** The address that events about it go to, for providers that ask for it with each call. */
  webhookUrl: string;
  /** The memo of the mandate. */
  memo?: Memo;
}

export const mandateChargeResultSchema = recordWith(
  { mandateChargeId: shortText, providerStatus: statusWord },
  {
    mandateId: shortText,
    reference: shortText,
    /** Cents the provider says the charge is for. */
    amount: amountSchema,
    dueDate: daySchema,
    /** Movements of money into this charge (PIX endToEndId): one id is one payment, however often it is told. */
    movements: movementsSchema,
    attempts: mandateAttemptsSchema,
    /** Cents that went back so far, cumulative, and the single refunds. A charge that was paid and given back stays APPROVED. */
    refundedAmount: amountSchema,
    refunds: refundsSchema,
    endedBy: { type: 'string', enum: MANDATE_ENDERS },
    reason: text,
    memo: memoSchema,
  },
);
export type MandateChargeResult = FromSchema<typeof mandateChargeResultSchema>;
export type MandateAttempt = NonNullable<MandateChargeResult['attempts']>[number];

/** Without mandateChargeId after a lost answer. */
export interface MandateChargeLookup {
  mandateChargeId?: string;
  reference: string;
  mandateId: string;
  memo?: Memo;
}

export interface MandateRetryRequest {
  mandateChargeId: string;
  /** The reference of the charge. */
  reference: string;
  mandateId: string;
  dueDate: string;
  /** The day of the new attempt. */
  date: string;
  memo?: Memo;
}

export interface MandateChargeCancellation {
  mandateChargeId: string;
  reference: string;
  mandateId: string;
  memo?: Memo;
}

export interface MandateRefundRequest {
  /** Ours, unique per refund: send it as the idempotency key and as the provider's reference. */
  reference: string;
  mandateChargeId: string;
  mandateId: string;
  /** Cents; all that came in for a full refund. */
  amount: number;
  isFull: boolean;
  description?: string;
  /** The address that events about it go to, for providers that ask for it with each call. */
  webhookUrl: string;
  /** The memo of the charge. */
  memo?: Memo;
}
