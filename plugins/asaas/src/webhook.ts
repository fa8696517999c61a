import type { WebhookResult } from '@feira/schemas/provider';
import type { Payment, Transfer } from './client.ts';
import { fromCharge, fromTransfer, toTransactionId } from './mapping.ts';

interface Event {
  id?: string;
  event?: string;
  payment?: Payment;
  transfer?: Transfer;
  accountStatus?: { id?: string; general?: string };
}

/** What a webhook is registered for. */
export const EVENTS = [
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_OVERDUE',
  'PAYMENT_DELETED',
  'PAYMENT_RESTORED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_RECEIVED_IN_CASH_UNDONE',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
  'PAYMENT_DUNNING_RECEIVED',
  'PAYMENT_REPROVED_BY_RISK_ANALYSIS',
  'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED',
  'TRANSFER_DONE',
  'TRANSFER_FAILED',
  'TRANSFER_CANCELLED',
  'TRANSFER_BLOCKED',
  'ACCOUNT_STATUS_GENERAL_APPROVAL_APPROVED',
  'ACCOUNT_STATUS_GENERAL_APPROVAL_AWAITING_APPROVAL',
  'ACCOUNT_STATUS_GENERAL_APPROVAL_PENDING',
  'ACCOUNT_STATUS_GENERAL_APPROVAL_REJECTED',
];

/** Notices about a charge whose money did not move. */
const NOTICE = /^PAYMENT_(CREATED|UPDATED|ANTICIPATED|BANK_SLIP_VIEWED|CHECKOUT_VIEWED|DUNNING_REQUESTED|SPLIT_\w+)$/;
/** The payment inside these still carries its old status: the event is the news. */
const REFUSALS = /^PAYMENT_(REPROVED_BY_RISK_ANALYSIS|CREDIT_CARD_CAPTURE_REFUSED)$/;

function fromPaymentEvent(event: string, payment: Payment): Omit<WebhookResult, 'subject'> {
  const refusal = REFUSALS.exec(event)?.[1];
  // One installment says nothing about the amounts and status of its plan.
  if (payment.installment) {
    return { transactionId: toTransactionId(payment), reference: payment.externalReference || undefined };
  }
  const charge = fromCharge([payment]);
  const { transactionId, reference, amount, paidAmount, refundedAmount, movementIds } = charge;
  const providerStatus = refusal ?? charge.providerStatus;
  return { transactionId, reference, providerStatus, amount, paidAmount, refundedAmount, movementIds };
}

/** Unknown events about a charge count as news of it: the re-read that follows decides. */
export function fromWebhook(body: unknown): WebhookResult {
  const { id: eventId, event = '', payment, transfer, accountStatus } = (body ?? {}) as Event;
  const source = { eventId, event: event || undefined };
  if (payment && !NOTICE.test(event)) return { subject: 'payment', ...source, ...fromPaymentEvent(event, payment) };
  if (transfer && event.startsWith('TRANSFER_')) {
    const { withdrawId, reference, providerStatus, amount, reason } = fromTransfer(transfer);
    return { subject: 'withdraw', ...source, withdrawId, reference, providerStatus, amount, reason };
  }
  if (accountStatus?.id && event.startsWith('ACCOUNT_STATUS_GENERAL_APPROVAL_')) {
    return { subject: 'receiver', ...source, receiverId: accountStatus.id, providerStatus: accountStatus.general };
  }
  return { subject: 'ignored', ...source };
}
