/** Asaas' wire shapes as the simulator keeps and sends them, and the small rules it checks requests by. */
import type { SimulatorResponse } from '@feira/plugin-kit';
import { fromReais } from '@feira/schemas/rules/money';

/** An answer in Asaas' error shape. */
export class WireError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }

  toResponse(): SimulatorResponse {
    return { status: this.status, body: { errors: [{ code: this.code, description: this.message }] } };
  }
}

export const invalid = (field: string, description = `O campo ${field} é inválido ou não foi informado.`) =>
  new WireError(400, `invalid_${field}`, description);
export const missing = () => new WireError(404, 'not_found', 'Registro não encontrado.');

export type Fields = Record<string, unknown>;

export const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export function requireText(fields: Fields, name: string, pattern = /./): string {
  const value = fields[name];
  if (typeof value !== 'string' || !pattern.test(value)) throw invalid(name);
  return value;
}

/** Reais of the request as cents. */
export function requireCents(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !(value > 0)) throw invalid(name);
  return fromReais(value);
}

export interface WireRefund {
  dateCreated: string;
  status: 'DONE';
  value: number;
  description: string | null;
}

export interface WirePayment {
  object: 'payment';
  id: string;
  dateCreated: string;
  customer: string;
  installment: string | null;
  installmentNumber: number | null;
  value: number;
  originalValue: number | null;
  billingType: string;
  status: string;
  dueDate: string;
  description: string | null;
  externalReference: string | null;
  deleted: boolean;
  bankSlipUrl: string | null;
  confirmedDate: string | null;
  paymentDate: string | null;
  clientPaymentDate: string | null;
  pixTransaction: string | null;
  creditCard: { creditCardNumber: string; creditCardBrand: string } | null;
  refunds: WireRefund[] | null;
}

/** One sale: a single payment, or the installments of one plan. */
export interface Charge {
  transactionId: string;
  customer: string;
  payments: WirePayment[];
  splits: Fields[];
  /** Cents of it that stand in the balances. */
  settled: number;
  createdAt: string;
  fault?: 'wrong-amount' | 'unknown-status';
}

export interface WireTransfer {
  object: 'transfer';
  id: string;
  /** The account it leaves: a wallet id, or "main". Not sent. */
  account: string;
  createdAt: string;
  value: number;
  status: string;
  effectiveDate: string | null;
  endToEndIdentifier: string | null;
  failReason: string | null;
  operationType: string;
  walletId: string | null;
  description: string | null;
  externalReference: string | null;
}
