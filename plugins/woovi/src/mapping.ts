/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { Fields, invalidEvent, ProviderError } from '@feira/plugin-kit';
import type {
  RefundRequest,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';

const LONGEST_COMMENT = 140;

/** The buyer is left out where nothing but a name is known: Woovi wants a document, an e-mail or a phone beside it. */
function toCustomer({ name, document, email, phone }: TransactionRequest['customer']): object | undefined {
  if (!document && !email && !phone) return undefined;
  return { name, taxID: document, email, phone: phone?.replace(/\D/g, '') };
}

export const toCharge = (request: TransactionRequest): object => ({
  correlationID: request.reference,
  value: request.amount,
  comment: request.description.slice(0, LONGEST_COMMENT),
  expiresDate: request.expiresAt,
  customer: toCustomer(request.customer),
});

const REFUND_WORDS: Record<string, RefundResult['status']> = { CONFIRMED: 'DONE', REJECTED: 'REFUSED' };

/** A refund is known by the correlationID that it was asked for with, which is our reference. */
export const fromRefund = (refund: Fields): RefundResult => ({
  refundId: refund.requireText('correlationID'),
  status: REFUND_WORDS[refund.requireText('status')] ?? 'PENDING',
});

function toRefundedAmount(refunds: readonly Fields[]): number {
  const done = refunds.filter((refund) => fromRefund(refund).status === 'DONE');
  return done.reduce((total, refund) => total + valueIn(refund), 0);
}

/** Without its amount a refund says nothing. */
function valueIn(one: Fields): number {
  const value = one.number('value');
  if (value !== undefined) return value;
  throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', 'The field value is missing.');
}

export const isPaid = (charge: Fields): boolean => charge.text('status') === 'COMPLETED';

/** A charge is COMPLETED by one payment of its whole value, and stays so whatever goes back of it: its refunds tell the rest. */
export function fromCharge(charge: Fields, refunds: readonly Fields[] = []): TransactionResult {
  const correlationID = charge.requireText('correlationID');
  const [status, amount] = [charge.requireText('status'), charge.number('value')];
  const refundedAmount = toRefundedAmount(refunds);
  const isBack = isPaid(charge) && amount !== undefined && refundedAmount > 0 && refundedAmount >= amount;
  return {
    transactionId: correlationID,
    reference: correlationID,
    paymentMethod: 'PIX',
    providerStatus: isBack ? 'COMPLETED_REFUNDED' : status,
    amount,
    pixCode: charge.label('brCode'),
    expiresAt: charge.date('expiresDate'),
    ...(isPaid(charge) && { paidAmount: amount, refundedAmount, refunds: refunds.map(fromRefund) }),
  };
}

/** The PIX that paid this charge; one that paid another is none of it. */
export function fromPayer(transaction: Fields, correlationID: string): Partial<TransactionResult> {
  const [id, amount] = [transaction.text('endToEndId'), transaction.number('value')];
  if (!id || amount === undefined || transaction.text('charge.correlationID') !== correlationID) return {};
  return { movements: [{ id, amount }], memo: { endToEndId: id } };
}

export const toRefund = ({ reference, amount, description }: RefundRequest): object => ({
  correlationID: reference,
  value: amount,
  comment: description?.slice(0, LONGEST_COMMENT),
});

export const toPayment = ({ withdrawReference, amount, pixKey, pixType, description }: WithdrawRequest): object => ({
  type: 'PIX_KEY',
  value: amount,
  destinationAlias: pixKey,
  destinationAliasType: pixType,
  correlationID: withdrawReference,
  comment: description?.slice(0, LONGEST_COMMENT),
  autoApprove: true,
});

export function fromPayment(answer: Fields): WithdrawResult {
  const payment = answer.fields('payment');
  const correlationID = payment.requireText('correlationID');
  const status = payment.requireText('status');
  return {
    withdrawId: correlationID,
    reference: correlationID,
    providerStatus: status,
    amount: payment.number('value'),
    approvedAt: status === 'CONFIRMED' ? answer.date('transaction.time') : undefined,
    reason: answer.reason('error.description') ?? answer.reason('transaction.providerRejectedReason'),
  };
}

const DISPUTES: Record<string, WebhookResult['dispute']> = {
  DISPUTE_CREATED: 'OPENED',
  DISPUTE_ACCEPTED: 'LOST',
  DISPUTE_REJECTED: 'WON',
  DISPUTE_CANCELED: 'WON',
};

/** Names of events begin with OPENPIX: or woovi:, after the brand of the account. */
export function fromEvent(input: unknown): WebhookResult {
  const body = new Fields(input);
  const event = body.text('event');
  if (!event) throw invalidEvent('The event lacks its name.');
  const name = event.split(':').at(-1)!;
  if (name.startsWith('DISPUTE_')) return fromDispute(body.fields('dispute'), event, DISPUTES[name]);
  if (name.startsWith('MOVEMENT_')) return fromMovement(body, event);
  if (name.startsWith('PIX_TRANSACTION_REFUND_SENT_'))
    return aboutPix(event, body.text('originalTransaction.endToEndId'));
  return fromChargeEvent(body, event);
}

const ignored = (event: string): WebhookResult => ({ subject: 'ignored', event });

const aboutPix = (event: string, endToEndId: string | undefined): WebhookResult =>
  endToEndId ? { subject: 'payment', event, movementIds: [endToEndId] } : ignored(event);

const fromDispute = (dispute: Fields, event: string, word: WebhookResult['dispute']): WebhookResult => ({
  ...aboutPix(event, dispute.requireText('endToEndId')),
  dispute: word,
  reason: dispute.reason('disputeReason'),
});

function fromMovement(body: Fields, event: string): WebhookResult {
  const reference = body.requireText('payment.correlationID');
  const { providerStatus, amount, reason } = body.has('payment.status') ? fromPayment(body) : {};
  return { subject: 'withdraw', event, withdrawId: reference, reference, providerStatus, amount, reason };
}

/** A test of the panel and a PIX without a charge name none. What is told of a refund is asked for. */
function fromChargeEvent(body: Fields, event: string): WebhookResult {
  const charge = body.fields('charge');
  const correlationID = charge.text('correlationID');
  if (!correlationID) return ignored(event);
  const about = { subject: 'payment' as const, event, transactionId: correlationID, reference: correlationID };
  if (/REFUND/.test(event)) return about;
  const endToEndId = body.text('pix.endToEndId');
  return {
    ...about,
    providerStatus: charge.text('status'),
    amount: charge.number('value'),
    ...(endToEndId && { movementIds: [endToEndId], memo: { endToEndId } }),
  };
}
