import { isProviderError, ProviderError } from '@feira/plugin-kit';
import type { WebhookResult } from '@feira/schemas/provider';
import type { Payment, Transfer } from './client.ts';
import { fromCharge, fromTransfer, isRefunding } from './mapping.ts';

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
];

/** Notices about a charge whose money did not move. */
const NOTICE = /^PAYMENT_(CREATED|UPDATED|ANTICIPATED|BANK_SLIP_VIEWED|CHECKOUT_VIEWED|DUNNING_REQUESTED|SPLIT_\w+)$/;
/** The payment inside these still carries its old status: the event is the news. */
const LAST_WORDS = /^PAYMENT_(DELETED|REPROVED_BY_RISK_ANALYSIS|CREDIT_CARD_CAPTURE_REFUSED)$/;

type Fields = Record<string, unknown>;
const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
const asText = (value: unknown, longest = 128): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
const asAmount = (cents: number | undefined): number | undefined =>
  cents !== undefined && cents >= 0 ? cents : undefined;

/** Anybody may have written the body: what has no id and status of the right kind is no event. */
function asSubject<T extends { id: string; status: string; value: number }>(value: unknown): T | undefined {
  const fields = asFields(value);
  if (!fields) return undefined;
  if (asText(fields.id) && asText(fields.status) && typeof fields.value === 'number') return fields as unknown as T;
  throw new ProviderError('INVALID_ANSWER', 'REJECTED', 'The event lacks the id, status or value of what it is about.');
}

function fromPaymentEvent(event: string, payment: Payment): Omit<WebhookResult, 'subject'> {
  const reference = asText(payment.externalReference);
  // One installment says nothing about the amounts and status of its plan.
  if (payment.installment) return { transactionId: asText(payment.installment), reference };
  if (isRefunding(payment)) return { transactionId: payment.id, reference };
  const { amount, paidAmount, refundedAmount, providerStatus, movementIds } = fromCharge([payment]);
  return {
    transactionId: payment.id,
    reference,
    providerStatus: LAST_WORDS.exec(event)?.[1] ?? providerStatus,
    amount: asAmount(amount),
    paidAmount: asAmount(paidAmount),
    refundedAmount: asAmount(refundedAmount),
    movementIds: movementIds?.filter((id) => asText(id)),
  };
}

function readEvent(fields: Fields, event: string): WebhookResult {
  const payment = NOTICE.test(event) ? undefined : asSubject<Payment>(fields.payment);
  if (payment) return { subject: 'payment', ...fromPaymentEvent(event, payment) };
  const transfer = event.startsWith('TRANSFER_') ? asSubject<Transfer>(fields.transfer) : undefined;
  if (transfer) {
    const { withdrawId, providerStatus, amount, reason } = fromTransfer({
      ...transfer,
      failReason: asText(transfer.failReason, 4096),
    });
    const reference = asText(transfer.externalReference);
    return { subject: 'withdraw', withdrawId, reference, providerStatus, amount: asAmount(amount), reason };
  }
  return { subject: 'ignored' };
}

/** Unknown events about a charge count as news of it: the re-read that follows decides. */
export function fromWebhook(body: unknown): WebhookResult {
  const fields = asFields(body) ?? {};
  const event = asText(fields.event);
  try {
    return { ...readEvent(fields, event ?? ''), eventId: asText(fields.id), event };
  } catch (cause) {
    if (isProviderError(cause)) throw cause;
    throw new ProviderError('INVALID_ANSWER', 'REJECTED', 'The event holds values of the wrong kind.', { cause });
  }
}
