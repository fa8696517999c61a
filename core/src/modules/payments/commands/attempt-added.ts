/** One more attempt of a payment: another provider's, a new code, a code for the rest, or the second card. */
import type { Routing } from '@feira/schemas/procedures/routing';
import type { Attempt, Payment, ProviderSplit, Terms } from '../model.ts';
import { attemptOf, missingOf } from '../questions.ts';
import { isRest, RENEWED, standingAttempt } from '../status.ts';
import { endCall, type UnansweredCall } from './call-end.ts';
import { type Handler, toDraft } from './draft.ts';

/** A call that holds the rest of the price on the second card. The terms of the payment have its cost and its split from the beginning. */
export interface NextHold {
  id: string;
  /** Cents that it asks for. */
  amount: number;
  connectionId: string;
  provider: string;
  providerVersion: string;
  routing: Routing;
  /** The time from which another node may ask what became of the call. */
  nextCheckAt: Date;
  /** Makes the call. */
  nodeId: string;
}

/** The call that follows one which surely charged nothing, or whose code is not the one to pay any more. */
export interface NextAttempt extends NextHold {
  /** Providers differ in how long a charge can be paid. */
  expiresAt: Date;
  /** Cents its provider keeps; providers differ in that too. */
  cost: number;
  /** Set for an attempt that asks for the rest of the price: what the providers keep of the parts that came before, by attempt. */
  earlierCosts?: Record<string, number>;
  /** The receivers whose parts its provider pays out itself. */
  split: ProviderSplit | null;
}

interface Replaces {
  why: 'REPLACES';
  next: NextAttempt;
  /** The call that is replaced, which surely charged nothing. The command is dropped where that is doubtful by now. */
  failed: UnansweredCall;
}

interface Renews {
  /** RENEWAL: a new code for one that expired. REST: a code for what is missing of the price. */
  why: 'RENEWAL' | 'REST';
  next: NextAttempt;
}

interface HoldsRest {
  why: 'SECOND_CARD';
  next: NextHold;
}

export type AttemptAdded = { kind: 'ATTEMPT_ADDED' } & (Replaces | Renews | HoldsRest);

export const attemptAdded: Handler<AttemptAdded> = {
  allows(payment, command, now) {
    switch (command.why) {
      case 'REPLACES':
        return mayReplaceAttempt(payment, command.failed.id);
      case 'RENEWAL':
        return renewalRefusalOf(payment, now) === null;
      case 'REST':
        return restRefusalOf(payment, now) === null && command.next.amount === missingOf(payment);
      case 'SECOND_CARD':
        return mayHoldRest(payment);
    }
  },
  apply(payment, command, now) {
    const { routing, nodeId, nextCheckAt, amount } = command.next;
    return {
      ...toDraft(payment),
      attempts: [...prepareAttempts(payment, command), toAttempt(command, now)],
      ...(command.why !== 'SECOND_CARD' && { terms: payment.terms && replaceProvider(payment.terms, command.next) }),
      // The code of the part that was paid stays until there is one for the rest, because the call for it may fail.
      isCodeGone: amount === payment.amount,
      isOrder: true,
      routing,
      nodeId,
      nextCheckAt,
    };
  },
};

/** Returns the attempts before the next one. */
function prepareAttempts(payment: Payment, command: AttemptAdded): Attempt[] {
  switch (command.why) {
    case 'REPLACES':
      return endCall(payment.attempts, command.failed);
    case 'RENEWAL':
    case 'REST':
      return prepareStanding(payment, command.why === 'REST');
    case 'SECOND_CARD':
      return payment.attempts;
  }
}

/** The attempt whose code the next one takes the place of keeps its own time, or is marked. */
function prepareStanding(payment: Payment, isForRest: boolean): Attempt[] {
  const standing = standingAttempt(payment, payment.evidence);
  const isPaid = payment.charges.some((charge) => attemptOf(payment, charge)?.id === standing?.id);
  return payment.attempts.map((attempt) => {
    if (attempt !== standing) return attempt;
    const isReplaced = attempt.state === 'ANSWERED' && !(isForRest && isPaid);
    return {
      ...attempt,
      expiresAt: payment.expiresAt,
      ...(isReplaced && { reason: RENEWED }),
    };
  });
}

const toAttempt = (command: AttemptAdded, createdAt: Date): Attempt => {
  const { id, connectionId, provider, providerVersion, amount } = command.next;
  return {
    ...(command.why === 'SECOND_CARD' && { isHold: true }),
    id,
    connectionId,
    provider,
    providerVersion,
    amount,
    // Two cards have the time of their payment.
    expiresAt: command.why === 'SECOND_CARD' ? null : command.next.expiresAt,
    state: 'CREATED',
    transactionId: null,
    reason: null,
    memo: null,
    createdAt,
  };
};

/** The shares stay; what the provider keeps and what it splits are those of the new one. For the rest of the price they are added. */
const replaceProvider = (terms: Terms, { id, cost, earlierCosts, split }: NextAttempt): Terms => ({
  ...terms,
  ...(earlierCosts ? { costs: { ...terms.costs, ...earlierCosts, [id]: cost } } : { cost }),
  ...(split && { splits: { ...terms.splits, [id]: split } }),
});

/** True while nothing is reported of the call that failed, which is the one that was under way, and no money came by an earlier one since. */
function mayReplaceAttempt(payment: Payment, failedId: string): boolean {
  const last = payment.attempts.at(-1);
  const isUntouched = last?.id === failedId && last.state === 'CREATED' && last.transactionId === null;
  const earlier = payment.attempts.slice(0, -1).map(({ id }) => id);
  const isUnheard = payment.evidence.every(({ attemptId }) => attemptId !== null && earlier.includes(attemptId));
  return isUntouched && payment.status === 'PENDING' && last.amount === missingOf(payment) && isUnheard;
}

/** True while the first card may hold its part, nothing is decided, and no second card was asked. */
const mayHoldRest = ({ status, holdDecision, attempts }: Payment): boolean =>
  status === 'PENDING' && !holdDecision && attempts.length === 1 && attempts[0]?.isHold === true;

export type RestRefusal = 'NOT_UNDERPAID' | 'CODE_OPEN' | 'TOO_MANY';

/** A payment asks for its rest at most this often: each time its part waits for another life of a code. */
const MOST_RESTS = 10;

/**
 * Returns why the buyer of a PIX that was paid in part gets no new code for the rest; null where one may be made. CODE_OPEN: a code that
 * asks for exactly the missing cents is there, or under way.
 */
export function restRefusalOf(payment: Payment, now: Date): RestRefusal | null {
  const { method, status, isProvisional, paidAmount, refundedAmount, amount, expiresAt, hasOpenDispute } = payment;
  const isUnderpaid = status === 'PENDING' && !isProvisional && paidAmount > 0 && paidAmount < amount;
  const isGoingBack = refundedAmount > 0 || payment.refunds.some(({ state }) => state !== 'REFUSED');
  if (method !== 'PIX' || !isUnderpaid || isGoingBack || hasOpenDispute || expiresAt <= now) return 'NOT_UNDERPAID';
  const standing = standingAttempt(payment, payment.evidence);
  const isUnderWay = standing?.state !== 'ANSWERED' && standing?.transactionId === null;
  if (isUnderWay || standing?.amount === missingOf(payment)) return 'CODE_OPEN';
  return payment.attempts.filter((attempt) => isRest(payment, attempt)).length < MOST_RESTS ? null : 'TOO_MANY';
}

export type RenewalRefusal = 'NOT_EXPIRED' | 'PRICE_NOT_KEPT';

/** Returns why a buyer gets no new code to pay with; null where one may be made. A partial payment goes back first. */
export function renewalRefusalOf(payment: Payment, now: Date): RenewalRefusal | null {
  const { method, status, isProvisional, paidAmount, hasOpenDispute, priceKeptUntil } = payment;
  const isOver = status === 'CANCELED' || (status === 'REJECTED' && !isProvisional);
  if (method === 'CREDIT_CARD' || !isOver || paidAmount > 0 || hasOpenDispute) return 'NOT_EXPIRED';
  return priceKeptUntil && priceKeptUntil > now ? null : 'PRICE_NOT_KEPT';
}
