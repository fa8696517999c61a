/** Mandates and their charges: wire types, and contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { invalidRequest } from '@feira/plugin-kit';
import type {
  MandateAttempt,
  MandateChargeRequest,
  MandateChargeResult,
  MandateEnder,
  MandatePeriod,
  MandateRequest,
  MandateResult,
} from '@feira/schemas/mandate';
import { periodOfRecurrence } from '@feira/schemas/rules/mandate';

export interface WireMandateRequest {
  reference: string;
  period: string;
  journey: number;
  retries: string;
  amount?: number;
  max_amount?: number;
  first_charge_date: string;
  end_date?: string;
  payer: { name: string; document?: string };
  payer_account?: { ispb: string; branch?: string; account: string };
  charge_id?: string;
  description: string;
  webhook_url: string;
}

export interface WireMandate {
  id: string;
  reference: string;
  status: string;
  code: string | null;
  amount: number | null;
  max_amount: number | null;
  first_charge_date: string;
  charge_id: string | null;
  ended_by: string | null;
}

export interface WireMandateChargeRequest {
  reference: string;
  amount: number;
  due_date: string;
  description: string;
  webhook_url: string;
}

export interface WireMandateRefund {
  id: string;
  reference: string;
  amount: number;
}

export interface WireMandateCharge {
  id: string;
  mandate_id: string;
  reference: string;
  status: string;
  amount: number;
  due_date: string;
  payments: { id: string; amount: number }[];
  refunds: WireMandateRefund[];
  attempts: { id: string; date: string; status: string; reason: string | null }[];
  reason: string | null;
  ended_by: string | null;
}

const PERIODS: Record<MandatePeriod, string> = {
  WEEKLY: 'week',
  MONTHLY: 'month',
  QUARTERLY: 'quarter',
  SEMIANNUAL: 'half_year',
  YEARLY: 'year',
};

export function toMandate(request: MandateRequest): WireMandateRequest {
  const { customer, payerAccount } = request;
  const period = periodOfRecurrence(request.recurrenceDays);
  if (!period) throw invalidRequest(`There is no period of ${request.recurrenceDays} days.`);
  return {
    reference: request.reference,
    period: PERIODS[period],
    journey: request.journey,
    retries: request.retries === '3R_7D' ? 'three_in_seven_days' : 'none',
    amount: request.amount,
    max_amount: request.maxAmount,
    first_charge_date: request.firstChargeDate,
    end_date: request.endDate,
    payer: { name: customer.name, document: customer.document },
    payer_account: payerAccount && {
      ispb: payerAccount.ispb,
      branch: payerAccount.branchNumber,
      account: payerAccount.accountNumber,
    },
    charge_id: request.transactionId,
    description: request.description,
    webhook_url: request.webhookUrl,
  };
}

const ENDERS: Record<string, MandateEnder> = {
  buyer: 'BUYER',
  buyer_bank: 'BUYER_BANK',
  platform: 'PLATFORM',
  provider: 'PROVIDER',
};
const fromEnder = (word: string | null | undefined): MandateEnder | undefined => ENDERS[word ?? ''];

export const fromMandate = (mandate: WireMandate): MandateResult => ({
  mandateId: mandate.id,
  reference: mandate.reference,
  providerStatus: mandate.status,
  pixCode: mandate.code ?? undefined,
  amount: mandate.amount ?? undefined,
  maxAmount: mandate.max_amount ?? undefined,
  firstChargeDate: mandate.first_charge_date,
  transactionId: mandate.charge_id ?? undefined,
  endedBy: fromEnder(mandate.ended_by),
});

export const toMandateCharge = (request: MandateChargeRequest): WireMandateChargeRequest => ({
  reference: request.reference,
  amount: request.amount,
  due_date: request.dueDate,
  description: request.description,
  webhook_url: request.webhookUrl,
});

const ATTEMPTS: Record<string, MandateAttempt['status']> = {
  scheduled: 'SCHEDULED',
  paid: 'PAID',
  refused: 'REJECTED',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
};

/** An attempt whose word is new is left out: the charge's own status decides. */
const fromAttempt = ({ id, date, status, reason }: WireMandateCharge['attempts'][number]): MandateAttempt[] => {
  const known = ATTEMPTS[status];
  return known ? [{ attemptId: id, date, status: known, reason: reason ?? undefined }] : [];
};

export const fromMandateCharge = (charge: WireMandateCharge): MandateChargeResult => ({
  mandateChargeId: charge.id,
  mandateId: charge.mandate_id,
  reference: charge.reference,
  providerStatus: charge.status,
  amount: charge.amount,
  dueDate: charge.due_date,
  movements: charge.payments.map(({ id, amount }) => ({ id, amount })),
  attempts: charge.attempts.flatMap(fromAttempt),
  refundedAmount: charge.refunds.reduce((sum, { amount }) => sum + amount, 0),
  refunds: charge.refunds.map(({ id, reference }) => ({ refundId: id, reference, status: 'DONE' })),
  reason: charge.reason ?? undefined,
  endedBy: fromEnder(charge.ended_by),
});
