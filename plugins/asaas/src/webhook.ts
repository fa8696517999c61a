import { Fields, invalidEvent } from '@feira/plugin-kit';
import type { WebhookRequest, WebhookResult, WithdrawQuestion } from '@feira/schemas/provider';
import { fromCharge, fromTransfer, isRefunding } from './mapping.ts';

/** The events for which a webhook is registered. */
export const EVENTS = [
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_OVERDUE',
  'PAYMENT_DELETED',
  'PAYMENT_RESTORED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_REFUND_DENIED',
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
  'BALANCE_VALUE_BLOCKED',
  'PAYMENT_SPLIT_DIVERGENCE_BLOCK',
  'PAYMENT_SPLIT_CANCELLED',
];

/** Those of a sub-account, which reach an address of its own: they name the account by another id than the wallet's. */
export const ACCOUNT_EVENTS = [
  ...['APPROVED', 'AWAITING_APPROVAL', 'PENDING', 'REJECTED'].flatMap((word) => [
    `ACCOUNT_STATUS_GENERAL_APPROVAL_${word}`,
    `ACCOUNT_STATUS_DOCUMENT_${word}`,
  ]),
  ...EVENTS.filter((event) => event.startsWith('TRANSFER_')),
];
export const toAccountAddress = (webhookUrl: string, walletId: string) =>
  `${webhookUrl}/receivers/${encodeURIComponent(walletId)}`;
const ACCOUNT_PATH = /^\/receivers\/([^/]+)$/;
const STANDING = /^ACCOUNT_STATUS_GENERAL_APPROVAL_(\w+)$/;

/** Asaas holds money back, or did not hand a share over, without a change of any charge. */
const HELD = /^(BALANCE_VALUE_BLOCKED|PAYMENT_SPLIT_(DIVERGENCE_BLOCK|CANCELLED))$/;
/** Notices about a charge whose money did not move. */
const NOTICE = /^PAYMENT_(CREATED|UPDATED|ANTICIPATED|BANK_SLIP_VIEWED|CHECKOUT_VIEWED|DUNNING_REQUESTED|SPLIT_\w+)$/;
/** The payment inside these still carries its old status: the event is the news. */
const LAST_WORDS = /^PAYMENT_(DELETED|REPROVED_BY_RISK_ANALYSIS|CREDIT_CARD_CAPTURE_REFUSED)$/;

function fromPaymentEvent(event: string, payment: Fields): Omit<WebhookResult, 'subject'> {
  const reference = payment.text('externalReference');
  // One installment says nothing about the amounts and status of its plan.
  const planId = payment.text('installment');
  if (planId) return { transactionId: planId, reference };
  if (isRefunding(payment)) return { transactionId: payment.requireText('id'), reference };
  const { transactionId, amount, paidAmount, refundedAmount, providerStatus, movementIds } = fromCharge([{ payment }]);
  const word = LAST_WORDS.exec(event)?.[1] ?? providerStatus;
  return { transactionId, reference, providerStatus: word, amount, paidAmount, refundedAmount, movementIds };
}

/** An event about a payment or transfer has to say which, how it stands and what it is worth. */
function checkSubject(subject: Fields): Fields {
  if (subject.text('id') && subject.text('status') && subject.number('value') !== undefined) return subject;
  throw invalidEvent('The event lacks the id, status or value of what it is about.');
}

/** Unknown events about a charge count as news of it: the re-read that follows decides. */
export function fromWebhook({ body: input, path = '' }: Pick<WebhookRequest, 'body' | 'path'>): WebhookResult {
  const body = new Fields(input);
  const event = body.text('event') ?? '';
  const about = { eventId: body.text('id'), event: event || undefined };
  if (HELD.test(event)) {
    // PIX_INFRACTION tells of a PIX that another bank wants back. A change note names the object balanceData.
    const held = ['balance', 'balanceData'];
    const reason = held.map((name) => body.label(`${name}.type`)).find(Boolean);
    const paymentId = body.label('paymentId') ?? held.map((name) => body.label(`${name}.paymentId`)).find(Boolean);
    // It names the charge since 23 September 2026. Where it does not, a person finds out which it is.
    if (reason === 'PIX_INFRACTION' && paymentId)
      return { subject: 'payment', ...about, transactionId: paymentId, dispute: 'OPENED', reason };
    return { subject: 'notice', ...about, reason };
  }
  if (body.has('payment') && !NOTICE.test(event)) {
    return { subject: 'payment', ...about, ...fromPaymentEvent(event, checkSubject(body.fields('payment'))) };
  }
  if (body.has('transfer') && event.startsWith('TRANSFER_')) {
    const { approvedAt, ...transfer } = fromTransfer(checkSubject(body.fields('transfer')));
    return { subject: 'withdraw', ...about, ...transfer };
  }
  const [, walletId] = ACCOUNT_PATH.exec(path) ?? [];
  if (walletId && event.startsWith('ACCOUNT_STATUS_')) {
    const receiverId = decodeURIComponent(walletId);
    return { subject: 'receiver', ...about, receiverId, providerStatus: STANDING.exec(event)?.[1] };
  }
  return { subject: 'ignored', ...about };
}

/** Reads what Asaas asks before it pays out. Only a transfer can be ours: refunds and splits are asked about in the same way. */
export function fromQuestion(input: unknown): WithdrawQuestion {
  const body = new Fields(input);
  const refuse = { status: 'REFUSED', refuseReason: 'Este saque não é da plataforma.' };
  const answers = { approve: { status: 'APPROVED' }, refuse };
  if (body.label('type') !== 'TRANSFER') return answers;
  const transfer = body.fields('transfer');
  const pixKey = transfer.label('bankAccount.pixAddressKey') ?? transfer.label('pixAddressKey');
  return {
    ...answers,
    reference: transfer.label('externalReference'),
    withdrawId: transfer.label('id'),
    amount: transfer.reais('value'),
    receiverId: transfer.label('walletId'),
    // A telephone goes out with its country code.
    pixKey: pixKey?.replace(/^\+55(?=\d{10,11}$)/, ''),
    bankCode: transfer.label('bankAccount.bank.code'),
    branchNumber: transfer.label('bankAccount.agency'),
    accountNumber: transfer.label('bankAccount.account'),
    accountDigit: transfer.label('bankAccount.accountDigit'),
  };
}
