/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { Fields, fullYear, invalidRequest, isProviderError, ProviderError } from '@feira/plugin-kit';
import type {
  RefundRequest,
  RefundResult,
  ReportedRefund,
  TransactionRequest,
  TransactionResult,
} from '@feira/schemas/provider';

const LONGEST_HOLDER = 30;

export function toTransaction(request: TransactionRequest): object {
  const { card, reference, amount, installments } = request;
  if (!card) throw invalidRequest('Card data is required for credit card payments.');
  return {
    capture: true,
    reference,
    amount,
    // One is what a transaction has unless told: 2 is the least number that Rede takes.
    installments: installments && installments > 1 ? installments : undefined,
    cardHolderName: card.holderName.slice(0, LONGEST_HOLDER),
    cardNumber: card.cardNumber,
    expirationMonth: card.expMonth,
    expirationYear: fullYear(card.expYear),
    securityCode: card.cvv,
  };
}

const SUCCESS = '00';
/** The card's bank may have heard of these: a failure between Rede and it, and an answer that came too late. */
const OPEN_CODES = ['74', '150'];
/** The order number is there already: an earlier try, whose answer was lost, has made the charge. */
const REPEATED = '42';
const OPEN_CHARGE_CODES = [...OPEN_CODES, REPEATED];
const APPROVED = 'Approved';

const unanswered = (answer: Fields): ProviderError =>
  new ProviderError('UNAVAILABLE', 'UNKNOWN', answer.reason('returnMessage') ?? 'No answer of the bank.');

/** The answer has a code, and none of the words of the query: one that was charged at once is Approved there. */
export function fromCreated(answer: Fields): TransactionResult {
  const code = answer.requireText('returnCode');
  if (OPEN_CHARGE_CODES.includes(code)) throw unanswered(answer);
  const isCharged = code === SUCCESS;
  const transactionId = answer.label('tid');
  const reason = answer.reason('returnMessage');
  if (!isCharged && !transactionId)
    throw new ProviderError('INVALID_REQUEST', 'REJECTED', reason ?? 'Refused.', { reason });
  return {
    transactionId: transactionId ?? answer.requireText('tid'),
    reference: answer.label('reference'),
    paymentMethod: 'CREDIT_CARD',
    providerStatus: isCharged ? APPROVED : 'Denied',
    ...(isCharged && { amount: answer.number('amount'), paidAmount: answer.number('amount') }),
    ...(!isCharged && { reason }),
    cardLastDigits: answer.label('last4'),
  };
}

const MISSING = '78';
/** Whether the answer says that there is no such transaction. */
export const isMissing = (answer: Fields): boolean => answer.text('returnCode') === MISSING;

export function fromTransaction(answer: Fields): TransactionResult {
  const made = answer.fields('authorization');
  const word = made.requireText('status');
  const paidAmount = answer.number('capture.amount') ?? made.number('amount');
  const refunds = answer.list('refunds');
  const isPaid = word === APPROVED;
  return {
    transactionId: made.requireText('tid'),
    reference: made.requireText('reference'),
    paymentMethod: 'CREDIT_CARD',
    providerStatus: word,
    amount: made.number('amount'),
    ...(isPaid && { paidAmount, refundedAmount: sumDone(refunds) }),
    ...(word === 'Denied' && { reason: made.reason('returnMessage') }),
    refunds: refunds.map(fromRefund).filter((refund) => refund !== null),
    cardLastDigits: made.label('last4'),
  };
}

const REFUND_WORDS: Record<string, RefundResult['status']> = { Done: 'DONE', Denied: 'REFUSED', Processing: 'PENDING' };

const sumDone = (refunds: readonly Fields[]): number =>
  refunds
    .filter((refund) => refund.text('status') === 'Done')
    .reduce((sum, refund) => sum + (refund.number('amount') ?? 0), 0);

/** One that was made in Rede's portal has no id, and a word that nobody knows says nothing. */
function fromRefund(refund: Fields): ReportedRefund | null {
  const status = REFUND_WORDS[refund.text('status') ?? ''];
  const refundId = refund.label('refundId');
  return status && refundId ? { refundId, status } : null;
}

/** 359 was carried out, 360 will be on the next day, and 355 was cancelled before: the transaction tells how much went back. */
const REFUND_CODES: Record<string, RefundResult['status']> = { '355': 'PENDING', '359': 'DONE', '360': 'PENDING' };

export function fromRefundAnswer(answer: Fields, { reference }: RefundRequest): RefundResult {
  const code = answer.requireText('returnCode');
  if (OPEN_CODES.includes(code)) throw unanswered(answer);
  const status = REFUND_CODES[code] ?? 'REFUSED';
  const refundId = answer.label('refundId') ?? reference;
  return { refundId, status, ...(status === 'REFUSED' && { reason: answer.reason('returnMessage') }) };
}

/** A refusal stands, unless its code leaves open what became of the card. */
export function toOpen(error: unknown): unknown {
  if (!isProviderError(error) || error.outcome !== 'REJECTED' || !error.reason) return error;
  const isOpen = OPEN_CHARGE_CODES.includes(new Fields(error.body).text('returnCode') ?? '');
  return isOpen ? new ProviderError('UNAVAILABLE', 'UNKNOWN', error.reason, { cause: error }) : error;
}

/** A refusal has the fields of an answer, whatever its status of HTTP. */
export function fromRefusedRefund(error: unknown, request: RefundRequest): RefundResult {
  if (!isProviderError(error) || error.outcome !== 'REJECTED' || !error.reason) throw error;
  return fromRefundAnswer(new Fields(error.body), request);
}
