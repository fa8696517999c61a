/** Shows a charge of the book as Asaas does: a single payment, or the installments of one plan. */
import { addDays, type BookedCharge, type BookedRefund, type ChargeState, toSaoPauloDate } from '@feira/plugin-kit';
import { barcodeToLine, buildBarcode } from '@feira/schemas/rules/boleto';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { allocate, fromReais, toReais } from '@feira/schemas/rules/money';
import { toWallClock } from './wire.ts';

/** The bank code of Asaas. */
const BANK_CODE = '461';

/** The fields of a charge that Asaas keeps beyond the kit's book. */
export interface ChargeData {
  customer: string;
  /** One, or the installments of a plan. */
  paymentIds: string[];
  dueDate: string;
  description: string | null;
  creditCard: { creditCardNumber: string | null; creditCardBrand: string | null } | null;
  bankSlipUrl: string | null;
  /** The day on which the money of a card arrived. */
  receivedOn: string | null;
  /** True once the seller has won a chargeback whose money is not back yet. */
  isReversing: boolean;
}
export type Charge = BookedCharge<ChargeData>;

export const METHODS = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BOLETO: 'BILLET' } as const;
const BILLING_TYPES = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BILLET: 'BOLETO' } as const;
const WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'PENDING',
  EXPIRED: 'OVERDUE',
  CHARGED_BACK: 'CHARGEBACK_REQUESTED',
  UNKNOWN: 'SOMETHING_NEW',
};
const REFUND_WORDS = { PENDING: 'PENDING', DONE: 'DONE', FAILED: 'CANCELLED', RETURNED: 'CANCELLED', UNKNOWN: '' };

/** Returns whether a person has to allow the refund in the panel, as an account can demand of every one; here its description says so. */
export const isHeld = (description: string | null | undefined) => /autoriza/i.test(description ?? '');

/** Cents of each refund that each payment gives: of the last payment first, unless the refund names one. */
function spreadRefunds({ data, refunds }: Charge, values: number[]): { refund: BookedRefund; amount: number }[][] {
  const left = [...values];
  const parts: { refund: BookedRefund; amount: number }[][] = values.map(() => []);
  for (const refund of refunds) {
    let wanted = refund.amount;
    for (const [index, id] of [...data.paymentIds.entries()].reverse()) {
      const amount = refund.of && refund.of !== id ? 0 : Math.min(wanted, left[index]!);
      if (amount === 0) continue;
      wanted -= amount;
      if (refund.status === 'DONE' || refund.status === 'PENDING') left[index]! -= amount;
      parts[index]!.push({ refund, amount });
    }
  }
  return parts;
}

export const toSplitId = (chargeId: string, index: number): string => `split-${index}-${chargeId}`;

function readPayments(charge: Charge) {
  const { data, amount, paidAmount, method, transactionId } = charge;
  const isPlan = data.paymentIds.length > 1;
  const [paid] = charge.payments;
  const paidOn = paid ? toSaoPauloDate(new Date(paid.paidAt)) : null;
  const isCard = method === 'CREDIT_CARD';
  // A payment that was paid with another amount is worth what was paid.
  const isOther = paid !== undefined && !isPlan && paidAmount !== amount;
  const values = allocate(isOther ? paidAmount : amount, Array(data.paymentIds.length).fill(1));
  const refunds = spreadRefunds(charge, values);
  return data.paymentIds.map((id, index) => {
    const parts = refunds[index]!;
    const done = parts.reduce((sum, part) => (part.refund.status === 'DONE' ? sum + part.amount : sum), 0);
    const open = parts.find(({ refund }) => refund.status === 'PENDING');
    const refunding = isHeld(open?.refund.description) ? 'REFUND_REQUESTED' : 'REFUND_IN_PROGRESS';
    const held = open ? refunding : isCard && !data.receivedOn ? 'CONFIRMED' : 'RECEIVED';
    const payment = {
      object: 'payment',
      id,
      dateCreated: toSaoPauloDate(new Date(charge.createdAt)),
      customer: data.customer,
      installment: isPlan ? transactionId : null,
      installmentNumber: isPlan ? index + 1 : null,
      value: toReais(values[index]!),
      originalValue: isOther ? toReais(amount) : null,
      billingType: BILLING_TYPES[method],
      status: data.isReversing
        ? 'AWAITING_CHARGEBACK_REVERSAL'
        : (WORDS[charge.status] ?? (done > 0 && done === values[index] ? 'REFUNDED' : held)),
      dueDate: addDays(data.dueDate, index * 30),
      description: data.description,
      externalReference: charge.reference || null,
      deleted: false,
      bankSlipUrl: data.bankSlipUrl,
      confirmedDate: paidOn,
      paymentDate: isCard ? data.receivedOn : paidOn,
      clientPaymentDate: paidOn,
      pixTransaction: method === 'PIX' && paid ? paid.id : null,
      creditCard: data.creditCard,
      split: charge.shares.map((share, at) => ({
        id: toSplitId(transactionId, at),
        walletId: share.account,
        fixedValue: toReais(share.amount),
      })),
      refunds: parts.length === 0 ? null : parts.map(toRefund),
    };
    return { payment, refundIds: parts.map(({ refund }) => refund.id) };
  });
}
export const toPayments = (charge: Charge) => readPayments(charge).map(({ payment }) => payment);
export type WirePayment = ReturnType<typeof toPayments>[number];

/** The payments that one refund gives back. */
export const toRefundedPayments = (charge: Charge, refundId: string) =>
  readPayments(charge).flatMap(({ payment, refundIds }) => (refundIds.includes(refundId) ? [payment] : []));

const toRefund = ({ refund, amount }: { refund: BookedRefund; amount: number }) => ({
  dateCreated: toWallClock(new Date(refund.createdAt)),
  status:
    refund.status === 'PENDING' && isHeld(refund.description)
      ? 'AWAITING_CRITICAL_ACTION_AUTHORIZATION'
      : REFUND_WORDS[refund.status],
  value: toReais(amount),
  description: refund.description,
});

export const sumOf = (payments: WirePayment[]) => payments.reduce((total, { value }) => total + fromReais(value), 0);

/** Cents of one payment that did not go back. */
export const leftOf = ({ value, refunds }: WirePayment) =>
  (refunds ?? []).reduce(
    (left, refund) => (refund.status === 'CANCELLED' ? left : left - fromReais(refund.value)),
    fromReais(value),
  );

export function toBoleto(payment: WirePayment) {
  const nossoNumero = payment.id.replace(/\D/g, '').padStart(8, '0').slice(0, 8);
  const barCode = buildBarcode({
    bankCode: BANK_CODE,
    dueDate: payment.dueDate,
    amount: fromReais(payment.value),
    freeField: nossoNumero.padStart(25, '0'),
  });
  return { identificationField: barcodeToLine(barCode), nossoNumero, barCode };
}

export function toPixQrCode(payment: WirePayment) {
  // Without the image: it would only repeat the text, and a reader draws it better.
  return {
    payload: buildBrCode({
      url: `pix.example/qr/${payment.id}`,
      amount: fromReais(payment.value),
      merchantName: 'Asaas simulado',
      merchantCity: 'Joinville',
    }),
    expirationDate: `${addDays(payment.dueDate, 365)} 23:59:59`,
  };
}
