/** Lists every operation as one call that can be spoilt on its way, with the functions that judge its result. */
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  CardTokenRequest,
  CardTokenResult,
  ReceiverResult,
  RefundResult,
  TransactionResult,
  WithdrawLookup,
  WithdrawResult,
} from '@feira/schemas/provider';
import { mapStatus } from '../../define.ts';
import { sampleRefund, sampleTransaction } from '../samples.ts';
import type { Attempt, Prepared } from './attempt.ts';
import { isChargeable } from './card-proofs.ts';
import { listMandateAttempts } from './mandates.ts';
import {
  buy,
  buyPaid,
  listMethods,
  type Market,
  newReference,
  type Subject,
  sampleCard,
  statusOf,
  toCardFields,
  toPurchase,
} from './market.ts';
import { openReceiver, toWithdraw } from './payouts.ts';
import { listPersonCheckAttempts } from './person-check-proofs.ts';
import { listScoreAttempts } from './score-proofs.ts';

const never = () => false;

export function listAttempts(subject: Subject): Attempt[] {
  const { manifest } = subject;
  const { operations, capabilities, lookup } = manifest;
  const methods = listMethods(subject);
  const attempts: Attempt[] = methods.map(toCharge);
  const [first] = methods;
  if (first && operations.includes('getTransaction')) {
    attempts.push(toRead(first, 'APPROVED', false));
    // The suite reads an unpaid charge, too: an answer that the adapter invents is right about one of the two at most.
    const open = methods.find((method) => method !== 'CREDIT_CARD');
    if (open) attempts.push(toRead(open, 'PENDING', false));
    if (lookup.byReference) attempts.push(toRead(first, 'APPROVED', true));
  }
  const refundable = methods.filter((method) => capabilities.methods?.[method]?.refund !== 'none');
  attempts.push(...refundable.map(toRefund), ...(capabilities.withdraw ?? []).map(toPayout));
  const [kind] = operations.includes('getWithdraw') ? (capabilities.withdraw ?? []) : [];
  if (kind) attempts.push(toPayoutRead(kind, false));
  if (kind && lookup.withdrawByReference) attempts.push(toPayoutRead(kind, true));
  if (operations.includes('createReceiver')) attempts.push(toReceiver());
  if (operations.includes('createReceiver') && operations.includes('getReceiver')) attempts.push(toReceiverRead());
  // A card that is encrypted asks the provider nothing, so that no answer can be lost.
  if (operations.includes('createCardToken') && !capabilities.methods?.CREDIT_CARD?.encryptsCards)
    attempts.push(toToken());
  if (capabilities.methods?.CREDIT_CARD?.storedCards) attempts.push(toStoredCard());
  if (operations.includes('deleteCard')) attempts.push(toCardDeletion());
  attempts.push(...listMandateAttempts(subject), ...listScoreAttempts(subject), ...listPersonCheckAttempts(subject));
  return attempts;
}

const toCharge = (method: PaymentMethod): Attempt => ({
  capability: method,
  name: 'createTransaction',
  isRead: false,
  async prepare(market) {
    const request = await toPurchase(market, method);
    const before = (await market.simulator.listCharges(10_000)).length;
    return {
      names: [request.reference],
      run: () => market.provider.createTransaction(request),
      async isTrue(result) {
        const reported = result as TransactionResult;
        const made = await market.simulator.getCharge(reported.transactionId);
        const expected = (made?.paidAmount ?? 0) > 0 ? 'APPROVED' : 'PENDING';
        return (
          made?.amount === (reported.amount ?? made?.amount) &&
          made !== undefined &&
          statusOf(market, reported) === expected
        );
      },
      isRefusal: (result) => statusOf(market, result as TransactionResult) === 'REJECTED',
      isMoney: (result) => isChargeMoney(market, result),
      countMade: async () => (await market.simulator.listCharges(10_000)).length - before,
    };
  },
});

const toRead = (method: PaymentMethod, expected: 'APPROVED' | 'PENDING', isByReference: boolean): Attempt => ({
  capability: method,
  name: `getTransaction${isByReference ? ' by reference' : ''}`,
  isRead: true,
  async prepare(market) {
    const { request, result } = await (expected === 'APPROVED' ? buyPaid : buy)(market, method);
    const transactionId = isByReference ? undefined : result.transactionId;
    return {
      names: [result.transactionId, request.reference],
      run: () => market.provider.getTransaction({ transactionId, reference: request.reference, paymentMethod: method }),
      async isTrue(read) {
        const reported = read as TransactionResult | null;
        const isSame =
          reported?.transactionId === result.transactionId && (reported.amount ?? request.amount) === request.amount;
        return isSame && statusOf(market, reported) === expected;
      },
      isRefusal: never,
      isMoney: (read) => isChargeMoney(market, read),
    };
  },
});

function isChargeMoney(market: Market, result: unknown): boolean {
  const charge = result as TransactionResult | null;
  return charge !== null && (statusOf(market, charge) !== 'PENDING' || (charge.paidAmount ?? 0) > 0);
}

const toRefund = (method: PaymentMethod): Attempt => ({
  capability: `${method}.refund`,
  name: 'refund',
  isRead: false,
  async prepare(market) {
    const { request, result, read } = await buyPaid(market, method);
    const refund = sampleRefund({
      reference: newReference(),
      transactionId: result.transactionId,
      paymentMethod: method,
      amount: request.amount,
      isFull: true,
    });
    const isMade = async () => ['REFUNDED', 'RETURNED'].includes(statusOf(market, await read()));
    return {
      names: [refund.reference],
      run: () => market.provider.refund(refund),
      isTrue: async (reported) => (reported as RefundResult).status !== 'REFUSED' && (await isMade()),
      isRefusal: (reported) => (reported as RefundResult).status === 'REFUSED',
      isMoney: (reported) => (reported as RefundResult).status === 'DONE',
      countMade: async () => ((await isMade()) ? 1 : 0),
    };
  },
});

const toPayout = (kind: 'PIX' | 'BANK_ACCOUNT' | 'RECEIVER'): Attempt => ({
  capability: `withdraw.${kind}`,
  name: 'withdraw',
  isRead: false,
  async prepare(market) {
    const request = await toWithdraw(market, kind, 5_000);
    const lookup = { withdrawReference: request.withdrawReference, receiverId: request.receiverId };
    return {
      names: [request.withdrawReference],
      run: () => market.provider.withdraw(request),
      async isTrue(result) {
        const reported = result as WithdrawResult;
        const isKnown = await knowsWithdrawal(market, { ...lookup, withdrawId: reported.withdrawId });
        const isSame = isKnown && (reported.amount ?? request.amount) === request.amount;
        return isSame && (await isToldTruly(market, reported));
      },
      isRefusal: (result) => isRefusedPayout(market, result),
      isMoney: (result) => payoutStatusOf(market, result) !== 'PENDING',
    };
  },
});

/** By the provider's answer where the adapter can ask for it, else by the simulator's word. */
async function knowsWithdrawal(market: Market, lookup: WithdrawLookup): Promise<boolean> {
  if (!market.subject.manifest.operations.includes('getWithdraw'))
    return (await market.simulator.getWithdrawal?.(lookup.withdrawId ?? '')) !== undefined;
  const read = await market.provider.getWithdraw(lookup).catch(() => null);
  return read?.withdrawId === lookup.withdrawId;
}

const toPayoutRead = (kind: 'PIX' | 'BANK_ACCOUNT' | 'RECEIVER', isByReference: boolean): Attempt => ({
  capability: `withdraw.${kind}`,
  name: `getWithdraw${isByReference ? ' by reference' : ''}`,
  isRead: true,
  async prepare(market) {
    const request = await toWithdraw(market, kind, 5_000);
    const { withdrawId } = await market.provider.withdraw(request);
    const { withdrawReference, receiverId } = request;
    const id = isByReference ? undefined : withdrawId;
    return {
      names: [withdrawId, withdrawReference],
      run: () => market.provider.getWithdraw({ withdrawId: id, withdrawReference, receiverId }),
      isTrue: async (result) =>
        (result as WithdrawResult | null)?.withdrawId === withdrawId &&
        (await isToldTruly(market, result as WithdrawResult)),
      isRefusal: never,
      isMoney: (result) => result !== null && payoutStatusOf(market, result) !== 'PENDING',
    };
  },
});

const payoutStatusOf = ({ subject }: Market, result: unknown) =>
  mapStatus(subject.manifest.status.withdraw!, (result as WithdrawResult).providerStatus).status;

const isRefusedPayout = (market: Market, result: unknown) =>
  ['REJECTED', 'CANCELED'].includes(payoutStatusOf(market, result));

/** The result says how the withdrawal stands at the provider, or leaves it open. */
async function isToldTruly(market: Market, result: WithdrawResult): Promise<boolean> {
  const status = payoutStatusOf(market, result);
  const made = await market.simulator.getWithdrawal?.(result.withdrawId);
  if (status === 'PENDING' || !made) return status === 'PENDING';
  return (made.status === 'DONE') === (status === 'APPROVED') && made.status !== 'PENDING';
}

const toReceiver = (): Attempt => ({
  capability: 'receivers',
  name: 'createReceiver',
  isRead: false,
  async prepare(market) {
    const receiver = openReceiver(market);
    const standing = (result: unknown) =>
      mapStatus(market.subject.manifest.status.receiver!, (result as ReceiverResult).providerStatus).status;
    return {
      run: receiver.create,
      /** An account that was opened in a call before may be told of: it waits, and the provider knows it. */
      async isTrue(result) {
        const { receiverId, receiverToken } = result as ReceiverResult;
        if (!market.subject.manifest.operations.includes('getReceiver') || standing(result) !== 'PENDING') return false;
        return (await market.provider.getReceiver({ receiverId, receiverToken }))?.receiverId === receiverId;
      },
      isRefusal: (result) => standing(result) === 'REJECTED',
    };
  },
});

const toReceiverRead = (): Attempt => ({
  capability: 'receivers',
  name: 'getReceiver',
  isRead: true,
  async prepare(market) {
    const { receiverId, receiverToken } = await openReceiver(market).create();
    return {
      run: () => market.provider.getReceiver({ receiverId, receiverToken }),
      isTrue: async (result) => (result as { receiverId?: string } | null)?.receiverId === receiverId,
      isRefusal: never,
    };
  },
});

const toToken = (): Attempt => ({
  capability: 'CREDIT_CARD',
  name: 'createCardToken',
  isRead: false,
  async prepare(market) {
    const request = toCardRequest({ card: sampleCard(market.subject) });
    return toCardAttempt(() => market.provider.createCardToken(request));
  },
});

const toStoredCard = (): Attempt => ({
  capability: 'CREDIT_CARD.storedCards',
  name: 'createCardId',
  isRead: false,
  async prepare(market) {
    const request = toCardRequest(await toCardFields(market));
    return toCardAttempt(() => market.provider.createCardId(request));
  },
});

/** Judged as a read: it may be repeated, so how certain a failure is does not matter. */
const toCardDeletion = (): Attempt => ({
  capability: 'CREDIT_CARD.storedCards',
  name: 'deleteCard',
  isRead: true,
  async prepare(market) {
    const { token: cardId } = await market.provider.createCardId(toCardRequest(await toCardFields(market)));
    return {
      run: () => market.provider.deleteCard({ cardId }),
      isTrue: async () => !(await isChargeable(market, cardId)),
      isRefusal: never,
    };
  },
});

const toCardRequest = (source: Pick<CardTokenRequest, 'card' | 'cardToken'>): CardTokenRequest => {
  const { customer, address } = sampleTransaction('CREDIT_CARD');
  return { ...source, customer, address, customerIp: '203.0.113.7' };
};

/** A card that could not be saved moves no money, but the adapter must not pass on a token that the provider never gave. */
const toCardAttempt = (run: () => Promise<unknown>): Prepared => ({
  run,
  isTrue: async () => false,
  isRefusal: (result) => Boolean((result as CardTokenResult).refusedReason),
});
