/** Contract ↔ wire of the accounts API that the brands of ONZ's platform have beside the Central Bank's, pure. */
import { Fields, invalidEvent } from '@feira/plugin-kit';
import type { DisputeWord, WebhookResult, WithdrawRequest, WithdrawResult } from '@feira/schemas/provider';
import { toReais } from '@feira/schemas/rules/money';
import { normalizePixKey } from '@feira/schemas/rules/pix-key';
import { LONGEST_TEXT } from './mapping.ts';

/** The seconds for which a payment may look for its way. */
const PAYMENT_SECONDS = 600;

/** Amounts of the accounts API are numbers in reais. */
export const toPayment = (request: WithdrawRequest): object => ({
  pixKey: normalizePixKey(request.pixType ?? 'RANDOM', request.pixKey ?? ''),
  priority: 'NORM',
  description: request.description?.slice(0, LONGEST_TEXT),
  paymentFlow: 'INSTANT',
  expiration: PAYMENT_SECONDS,
  payment: { currency: 'BRL', amount: toReais(request.amount) },
});

/** Some deployments wrap a payment in `data`. It has its endToEndId before it is settled: only the status says that it is paid. */
export function fromPayment(answer: Fields): WithdrawResult {
  const payment = answer.has('data') ? answer.fields('data') : answer;
  return {
    withdrawId: payment.requireText('endToEndId'),
    reference: payment.text('idempotencyKey'),
    providerStatus: payment.requireText('status'),
    amount: payment.reais('payment.amount'),
    reason: payment.reason('errorCode'),
  };
}

/** One object of the accounts API. */
export function fromAccountEvent(input: unknown): WebhookResult {
  const body = new Fields(input);
  const event = body.text('type');
  const data = body.fields('data');
  if (!event) throw invalidEvent('The event has neither pix nor type.');
  const status = data.text('status')?.toUpperCase();
  const endToEndId = data.text('endToEndId');
  switch (event.toUpperCase()) {
    case 'RECEIVE': {
      if (status === 'CANCELED') return { subject: 'ignored', event };
      const transactionId = data.text('txId') ?? endToEndId;
      if (!transactionId) throw invalidEvent('The event names no charge.');
      const amount = data.reais('payment.amount');
      if (!endToEndId || amount === undefined) throw invalidEvent('The event names no payment, or no amount of it.');
      const movements = [{ id: endToEndId, amount }];
      const providerStatus = receivedWord(data);
      return { subject: 'payment', event, transactionId, reference: transactionId, providerStatus, movements };
    }
    case 'REFUND': {
      if (status === 'CANCELED') return { subject: 'ignored', event };
      // The event is of a charge that was given back, or of a payment of ours that came back: the platform knows the id, which may be the id of the PIX alone.
      const transactionId = data.text('txId') ?? endToEndId;
      if (!transactionId) throw invalidEvent('The event names nothing that was given back.');
      const movementIds = data.text('txId') || !endToEndId ? undefined : [endToEndId];
      return { subject: 'either', event, transactionId, providerStatus: 'REFUND', movementIds };
    }
    case 'TRANSFER':
    case 'CASHOUT': {
      const reference = data.text('idempotencyKey');
      if (!endToEndId && !reference) throw invalidEvent('The event names no payment.');
      const reason = data.reason('rejectionReason') ?? data.reason('errorCode');
      const amount = data.reais('payment.amount');
      return { subject: 'withdraw', event, withdrawId: endToEndId, reference, providerStatus: status, amount, reason };
    }
    case 'INFRACTION':
      return fromInfraction(event, data);
    default:
      return { subject: 'ignored', event };
  }
}

const ARGUED = ['OPEN', 'ACKNOWLEDGED', 'WAITING_ADJUSTMENTS', 'WAITING_PSP', 'DEFENDED', 'ANSWERED'];

/** Another bank wants a PIX back as fraud. It ends when it is closed: agreed to, the payer gets the money. */
function fromInfraction(event: string, data: Fields): WebhookResult {
  const [status, analysis] = [data.text('status')?.toUpperCase(), data.text('analysisResult')?.toUpperCase()];
  const reason = [status, analysis].filter(Boolean).join(' ') || undefined;
  const [transactionId, endToEndId] = [data.text('txId'), data.text('endToEndId')];
  const dispute = infractionStage(status, analysis);
  if (!dispute || (!transactionId && !endToEndId)) return { subject: 'notice', event, reason };
  return {
    subject: 'payment',
    event,
    transactionId,
    movementIds: endToEndId ? [endToEndId] : undefined,
    dispute,
    reason,
  };
}

/** Undefined for a word that nobody has seen: people look at it. */
function infractionStage(status: string | undefined, analysis: string | undefined): DisputeWord | undefined {
  if (status && ARGUED.includes(status)) return 'OPENED';
  if (status === 'CANCELLED' || (status === 'CLOSED' && analysis === 'DISAGREED')) return 'WON';
  return status === 'CLOSED' && analysis === 'AGREED' ? 'LOST' : undefined;
}

/** LIQUIDATED is money, unless it tells of a return; every other state of a RECEIVE is still open. */
function receivedWord(data: Fields): string {
  const [returned] = data.list('refunds');
  const isBack = ['DEVOLVIDO', 'REFUNDED'].includes(returned?.text('status')?.toUpperCase() ?? '');
  if (isBack) return 'REFUND';
  return !returned && data.text('status')?.toUpperCase() === 'LIQUIDATED' ? 'LIQUIDATED' : 'RECEIVE';
}
