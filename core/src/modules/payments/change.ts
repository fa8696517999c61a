/** Decides what a report about a payment changes: its next state, the events, the refunds, when to ask again. Pure. */
import { createHash } from 'node:crypto';
import type { DeclineReason } from '@feira/schemas/declines';
import type { Memo } from '@feira/schemas/provider';
import { newId } from '../../shared/ids.ts';
import { addToMemo } from '../../shared/memo.ts';
import { takenByBanks } from './bank-decisions.ts';
import { CAPTURE_MS, decideHolds, listHoldOrders } from './holds.ts';
import {
  type Attempt,
  type AttemptState,
  findChanged,
  type Instructions,
  listNew,
  type NextAttempt,
  NOT_CONFIRMED,
  type Payment,
  type PaymentChange,
  RENEWED,
  type Refund,
  type RefundAuthor,
  type Terms,
  THROTTLED,
} from './model.ts';
import { postingBetween } from './postings.ts';
import { confirmableUntil, nextCheck } from './schedule.ts';
import {
  type Evidence,
  heldIn,
  isProven,
  isRest,
  keptOf,
  listReportedBack,
  type PaymentState,
  reducePayment,
  returnedOf,
  standingAttempt,
  takenInParts,
} from './status.ts';

/** Evidence as it is reported: its key follows from the rest. */
export type NewEvidence = Omit<Evidence, 'key'>;

/** A refund of a part of the price that a person authorised. */
export interface RefundOrder extends RefundAuthor {
  id: string;
  /** Cents. */
  amount: number;
}

/** The end of one of our refunds. */
export interface RefundEnd {
  id: string;
  state: 'DONE' | 'REFUSED';
  reason: string | null;
  /** The provider's own words where `reason` is one of ours. */
  providerReason?: string | null;
  providerRefundId: string | null;
  /** The refund ends only once the provider shows as much gone back as was ever sent. */
  isOnlyIfSeen?: boolean;
}

/** Orders the money of an attempt's charge back once more, although an order for it was refused. */
export interface ReturnOrder {
  attemptId: string;
  /** At most so many cents; all of it where none are named. */
  amount?: number;
}

/** A report about a payment: a provider's answer or event, the clock, a decision about a refund. */
export interface Report {
  evidence: NewEvidence[];
  webhookId?: string;
  instructions?: Partial<Instructions>;
  /** The end of the last attempt's charge, as its provider tells it. */
  expiresAt?: Date | undefined;
  /** The result of a call. */
  attempt?: {
    id: string;
    state: AttemptState;
    transactionId: string | null;
    reason: string | null;
  } & Partial<HeldCard>;
  /** The memo of an adapter about one attempt's charge: about the attempt named above, where one is. */
  memo?: { attemptId: string; told: Memo | undefined };
  /** The code that pays the attempt's charge and agrees to a mandate as well. */
  agreement?: { attemptId: string; code: string };
  /** Replaces the attempt named above, which surely charged nothing. The whole report is dropped where that is doubtful by now. */
  nextAttempt?: NextAttempt;
  /** The attempt makes a new code for one that expired. The whole report is dropped where `renewalRefusalOf` names a reason against it. */
  isRenewal?: boolean;
  /** The attempt asks for what is missing of the price. The whole report is dropped where `restRefusalOf` names a reason against it. */
  isRest?: boolean;
  /** The attempt holds the rest of the price on the second card. The whole report is dropped where `mayHoldRest` says so. */
  isSecondCard?: boolean;
  /** The node that reports goes on with the payment at once; the janitor comes then at the earliest. */
  isBusyUntil?: Date;
  /** The janitor asked: counts a check and moves the next one. */
  isCheck?: boolean;
  /** A lost call is looked up then at the latest. */
  lookBy?: Date;
  /** True if the janitor reached no provider: such a check is not counted, and the next one comes as soon as this one did. */
  isUnreached?: boolean;
  /** The provider asked not to be called before this time. */
  retryAt?: Date | undefined;
  /** The whole report is dropped where `refundRefusalOf` names a reason against it. */
  refundOrder?: RefundOrder;
  /** The whole report is dropped where the refund has ended before. */
  refundEnd?: RefundEnd;
  returnOrder?: ReturnOrder;
  /** Stores the answer of an idempotent call in the same transaction. */
  answer?: (payment: Payment) => NonNullable<PaymentChange['answer']>;
  /** Adds the results of a purchase's cards to the counters of their tries, in the same transaction. */
  cardEnds?: (payment: Payment) => PaymentChange['cardEnds'];
}

/** Returns null when the report changes nothing, or may not be applied to the payment as it is. */
export function decideChange(payment: Payment, report: Report, now: Date): PaymentChange | null {
  const { refundOrder, refundEnd } = report;
  if (report.nextAttempt && !mayMakeAttempt(payment, report, now)) return null;
  if (refundOrder && !mayOrderRefund(payment, refundOrder)) return null;
  const ended = refundEnd && payment.refunds.find(({ id }) => id === refundEnd.id);
  if (refundEnd && !(ended && mayEndRefund(payment, ended, refundEnd))) return null;
  const fresh = listFresh(payment, [
    ...report.evidence.filter((item) => !isTooEarly(payment, item, now)),
    ...(ended && refundEnd?.state === 'DONE' ? [refundEvidence(payment, ended, now)] : []),
  ]);
  const attempt = findAttemptChange(payment, report);
  const isOrder =
    isAgreementNew(payment, report) ||
    report.isCheck ||
    report.isRenewal ||
    report.isRest ||
    report.isSecondCard ||
    report.answer ||
    refundOrder ||
    refundEnd ||
    report.returnOrder;
  if (fresh.length === 0 && !attempt && !isOrder) return null;
  const after = toAfter(payment, report, { fresh, attempt }, now);
  const events = listEvents(payment, after);
  return {
    before: payment,
    after,
    routing: report.nextAttempt?.routing ?? null,
    nodeId: report.nextAttempt?.nodeId ?? null,
    webhookId: report.webhookId ?? null,
    events: events.map((event) => ({ id: newId(), ...event })),
    answer: report.answer?.(after) ?? null,
    cardEnds: report.cardEnds?.(after) ?? [],
    posting: postingBetween(payment, after, now),
  };
}

/** A code that comes once the payment is decided is of no use. */
const isAgreementNew = ({ attempts, status }: Payment, { agreement }: Report): boolean =>
  status === 'PENDING' && attempts.some(({ id, agreementCode }) => id === agreement?.attemptId && !agreementCode);

const mayOrderRefund = (payment: Payment, { id, amount }: RefundOrder): boolean =>
  payment.refunds.every((item) => item.id !== id) && refundRefusalOf(payment, amount) === null;

/**
 * Providers end a boleto when its last day is over, while banks still have payments of that day to confirm. Such an end is heard again
 * when nothing can be confirmed any more.
 */
const isTooEarly = ({ method, expiresAt }: Payment, { status }: NewEvidence, now: Date): boolean =>
  method === 'BILLET' &&
  ['REJECTED', 'CANCELED'].includes(status) &&
  now > expiresAt &&
  now <= confirmableUntil(method, expiresAt);

/** The same fact is reported many times: each is new once. */
function listFresh(payment: Payment, reported: readonly NewEvidence[]): Evidence[] {
  const known = new Set(payment.evidence.map((item) => item.key));
  return reported.map(withKey).filter((item) => !known.has(item.key) && known.add(item.key));
}

/** The card that holds a part of the price. */
export type HeldCard = Pick<Attempt, 'cardBrand' | 'cardLastDigits'>;

type AttemptChange = Pick<Attempt, 'id' | 'state' | 'transactionId' | 'reason' | 'memo'> & HeldCard;

interface News {
  fresh: Evidence[];
  attempt: AttemptChange | null;
}

function toAfter(payment: Payment, report: Report, { fresh, attempt }: News, now: Date): Payment {
  const { refundOrder, refundEnd, nextAttempt } = report;
  const evidence = [...payment.evidence, ...fresh];
  const refunds = [
    ...payment.refunds.map((item) => (item.id === refundEnd?.id ? endRefund(item, refundEnd) : item)),
    ...(refundOrder ? toRefunds(payment, refundOrder) : []),
  ];
  const returningAmount = returningAfter(payment, evidence, report);
  const known = addAgreement(
    payment,
    report,
    payment.attempts.map((item) =>
      item.id === attempt?.id
        ? { ...item, ...attempt, transactionId: attempt.transactionId ?? item.transactionId }
        : item,
    ),
  );
  const attempts = nextAttempt ? [...prepareNext(payment, known, report), toAttempt(nextAttempt, now)] : known;
  const { returns, ...state } = reducePayment({ ...payment, attempts, refunds, returningAmount }, evidence);
  const isNewStatus = state.status !== payment.status;
  const holdDecision = decideHolds({ ...payment, attempts }, evidence);
  const isCaptureNew = holdDecision === 'CAPTURE' && payment.holdDecision !== 'CAPTURE';
  const standing = standingAttempt({ amount: payment.amount, attempts }, evidence);
  // The code of the part that was paid stays until there is one for the rest, because the call for it may fail.
  const isCodeGone = nextAttempt ? nextAttempt.amount === payment.amount : isRestAnswered(payment, standing);
  const instructions = {
    ...(isCodeGone && NO_INSTRUCTIONS),
    ...withAgreementCode(standing, dropEmpty(report.instructions ?? {})),
  };
  const isCodeNew = lacksCode(payment) && !lacksCode({ ...payment, ...instructions });
  const checks = isNewStatus || isCodeNew ? 0 : payment.checks + (report.isCheck && !report.isUnreached ? 1 : 0);
  const after: Payment = {
    ...payment,
    ...state,
    ...instructions,
    // The provider says when it is not to be taken any more by leaving it out.
    ...(report.instructions?.nextStep === null && { nextStep: null }),
    evidence,
    attempts,
    refunds,
    returningAmount,
    holdDecision,
    version: payment.version + 1,
    checks,
    expiresAt: isCaptureNew ? new Date(now.getTime() + CAPTURE_MS) : expiresAfter(payment, report, standing),
    ...(nextAttempt && !nextAttempt.isHold && { terms: payment.terms && replaceProvider(payment.terms, nextAttempt) }),
  };
  const { method, expiresAt } = after;
  const isNews = isNewStatus || !report.isCheck;
  return {
    ...after,
    refunds: [...refunds, ...listReturns(after, returns, report.returnOrder)],
    nextCheckAt:
      nextAttempt?.nextCheckAt ??
      report.isBusyUntil ??
      nextCheck(
        {
          state,
          attemptState: standingStateOf(after),
          method,
          expiresAt,
          lacksCode: lacksCode(after),
          hasHoldOrders: listHoldOrders(after, evidence).length > 0,
          stepEndsAt: after.nextStep?.expiresAt ? new Date(after.nextStep.expiresAt) : null,
          mayHaveOther: after.attempts.length > 1 || after.attempts.some(isFailed),
          checks,
          isNews,
          isUnreached: report.isUnreached,
          retryAt: report.retryAt,
          lookBy: report.lookBy,
        },
        now,
      ),
  };
}

const addAgreement = (payment: Payment, report: Report, attempts: Attempt[]): Attempt[] =>
  isAgreementNew(payment, report)
    ? attempts.map((item) =>
        item.id === report.agreement?.attemptId ? { ...item, agreementCode: report.agreement.code } : item,
      )
    : attempts;

const endRefund = (refund: Refund, { state, reason, providerReason = null, providerRefundId }: RefundEnd): Refund => ({
  ...refund,
  state,
  reason,
  providerReason,
  providerRefundId: providerRefundId ?? refund.providerRefundId,
});

export type RefundRefusal = 'NOT_PAID' | 'DISPUTED' | 'SURPLUS_FIRST' | 'TOO_MUCH';

/** Returns why cents of the price may not be given back now; null where they may. */
export function refundRefusalOf(payment: Payment, amount: number): RefundRefusal | null {
  if (payment.hasOpenDispute || payment.status === 'CHARGEBACK') return 'DISPUTED';
  if (payment.status !== 'APPROVED') return payment.status === 'REFUNDED' ? 'TOO_MUCH' : 'NOT_PAID';
  if (amount > keptOf(payment)) return 'TOO_MUCH';
  // Afterwards the evidence could not tell whether the surplus or the price went back.
  if (reducePayment(payment, payment.evidence).returns.length > 0) return 'SURPLUS_FIRST';
  return sumOf(splitOverCharges(payment, amount).map((piece) => piece.amount)) < amount ? 'TOO_MUCH' : null;
}

/** A price that was paid in pieces goes back in pieces. */
function splitOverCharges(payment: Payment, amount: number): Pick<Refund, 'attemptId' | 'amount'>[] {
  let left = amount;
  return payment.charges.flatMap((charge) => {
    const attempt = attemptOf(payment, charge);
    if (!attempt) return [];
    const ordered = payment.refunds.filter((item) => item.attemptId === attempt.id && item.state !== 'REFUSED');
    const free = charge.captured - Math.max(charge.refunded, sumOf(ordered.map((item) => item.amount)));
    const piece = Math.min(left, free);
    if (piece <= 0) return [];
    left -= piece;
    return [{ attemptId: attempt.id, amount: piece }];
  });
}

const REQUESTED = {
  state: 'REQUESTED',
  reason: null,
  providerReason: null,
  providerRefundId: null,
  arrivedAmount: null,
} as const;
const NOBODY = { authorisedAs: null, authorisedBy: null, note: null } as const;

/** The first piece has the order's own id. */
const toRefunds = (payment: Payment, { id, amount, ...author }: RefundOrder): Refund[] =>
  splitOverCharges(payment, amount).map((piece, index) => ({
    ...REQUESTED,
    ...author,
    ...piece,
    id: index === 0 ? id : newId(),
    cause: 'WANTED',
  }));

function mayEndRefund(payment: Payment, refund: Refund, { isOnlyIfSeen }: RefundEnd): boolean {
  if (refund.state === 'DONE' || refund.state === 'REFUSED') return false;
  if (!isOnlyIfSeen) return true;
  const { attemptId } = refund;
  // The sum alone does not tell which of several under way was done: then all of them must show.
  const sent = payment.refunds.filter(
    (item) => item.attemptId === attemptId && item.state !== 'REFUSED' && item.state !== 'REQUESTED',
  );
  // The provider may count a part that a bank took, so this must show beside them.
  return (
    reportedBackOf(payment, attemptId) >=
    sumOf(sent.map((item) => item.amount)) + takenByBanks(payment.evidence, attemptId)
  );
}

/** Cents that the provider itself shows as gone back of what one attempt took. */
export const reportedBackOf = (payment: Payment, attemptId: string): number =>
  sumOf(
    listReportedBack(payment, payment.evidence)
      .filter((charge) => attemptOf(payment, charge)?.id === attemptId)
      .map(({ reportedBack }) => reportedBack),
  );

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Cents of the price that go back, or have. What is known to have gone back counts once more of it goes; what was refused or put
 * right stays with its owners.
 */
function returningAfter(payment: Payment, after: readonly Evidence[], { refundOrder, refundEnd }: Report): number {
  const { returningAmount, amount, refunds, evidence } = payment;
  if (refundOrder) return returnedOf(payment) + refundOrder.amount;
  const takenOf = (items: readonly Evidence[]) => takenByBanks(items) + takenInParts(payment, items);
  const taken = takenOf(after) - takenOf(evidence);
  if (taken > 0) return Math.min(amount, returnedOf(payment) + taken);
  const open = refunds.filter(({ cause, state }) => cause === 'WANTED' && state !== 'REFUSED');
  if (taken < 0) return Math.max(sumOf(open.map((item) => item.amount)), returningAmount + taken);
  const refused = refundEnd?.state === 'REFUSED' ? refunds.find(({ id }) => id === refundEnd.id) : undefined;
  return refused?.cause === 'WANTED' ? Math.max(0, returningAmount - refused.amount) : returningAmount;
}

/** A refund that is done, as evidence: it has the refund's own id, because two refunds may be of the same amount. */
function refundEvidence(payment: Payment, refund: Refund, now: Date): NewEvidence {
  const attempt = payment.attempts.find(({ id }) => id === refund.attemptId);
  return {
    source: 'refund',
    attemptId: refund.attemptId,
    providerStatus: 'REFUNDED_BY_US',
    status: 'REFUNDED',
    isRecognised: true,
    transactionId: attempt?.transactionId ?? null,
    amount: null,
    paidAmount: null,
    refundedAmount: refund.amount,
    movementIds: [refund.id],
    movementAmounts: null,
    reason: refund.cause,
    occurredAt: now,
  };
}

/** Returns the end of the code that stands: of another attempt its own, and else as its provider tells it. */
function expiresAfter(payment: Payment, { expiresAt }: Report, standing: Attempt | undefined): Date {
  if (standing?.id !== standingAttempt(payment, payment.evidence)?.id) return standing?.expiresAt ?? payment.expiresAt;
  return payment.status === 'PENDING' && expiresAt ? expiresAt : payment.expiresAt;
}

/** Returns the attempts before the next one: that whose code it takes the place of keeps its own time, or is marked. */
function prepareNext(payment: Payment, known: Attempt[], { isRenewal, isRest: isForRest }: Report): Attempt[] {
  if (!isRenewal && !isForRest) return known;
  const standing = standingAttempt({ amount: payment.amount, attempts: known }, payment.evidence);
  const isPaid = payment.charges.some((charge) => attemptOf(payment, charge)?.id === standing?.id);
  return known.map((attempt) => {
    if (attempt !== standing) return attempt;
    const isReplaced = attempt.state === 'ANSWERED' && !(isForRest && isPaid);
    return {
      ...attempt,
      expiresAt: payment.expiresAt,
      ...(isReplaced && { reason: RENEWED }),
    };
  });
}

/** True where the code for the rest of the price has just come, or the provider has said that it comes later. */
const isRestAnswered = (before: Payment, standing: Attempt | undefined): boolean =>
  standing?.state === 'ANSWERED' &&
  standing.isHold !== true &&
  isRest(before, standing) &&
  before.attempts.find(({ id }) => id === standing.id)?.state !== 'ANSWERED';

/**
 * Returns instructions with the code that agrees to a mandate as well, once the charge to pay has one: lookups of the charge show its own,
 * and the provider's picture is one of that.
 */
function withAgreementCode(standing: Attempt | undefined, told: Partial<Instructions>): Partial<Instructions> {
  const code = standing?.agreementCode;
  return code ? { ...told, pixCode: code, pixQrCode: null } : told;
}

const NO_INSTRUCTIONS: Instructions = {
  pixCode: null,
  pixQrCode: null,
  billetCode: null,
  billetBarcode: null,
  billetUrl: null,
  cardBrand: null,
  cardLastDigits: null,
  nextStep: null,
};

function mayMakeAttempt(payment: Payment, report: Report, now: Date) {
  const { attempt, nextAttempt, isRenewal, isRest: isForRest, isSecondCard } = report;
  if (isSecondCard) return mayHoldRest(payment);
  if (isForRest) return restRefusalOf(payment, now) === null && nextAttempt?.amount === missingOf(payment);
  return isRenewal ? renewalRefusalOf(payment, now) === null : mayReplaceAttempt(payment, attempt?.id);
}

/** True while the first card may hold its part, nothing is decided, and no second card was asked. */
const mayHoldRest = ({ status, holdDecision, attempts }: Payment): boolean =>
  status === 'PENDING' && !holdDecision && attempts.length === 1 && attempts[0]?.isHold === true;

/** True while nothing is reported of the call that failed, which is the one that was under way, and no money came by an earlier one since. */
function mayReplaceAttempt(payment: Payment, failedId: string | undefined): boolean {
  const last = payment.attempts.at(-1);
  const isUntouched = last?.id === failedId && last?.state === 'CREATED' && last.transactionId === null;
  const earlier = payment.attempts.slice(0, -1).map(({ id }) => id);
  const isUnheard = payment.evidence.every(({ attemptId }) => attemptId !== null && earlier.includes(attemptId));
  return isUntouched && payment.status === 'PENDING' && last?.amount === missingOf(payment) && isUnheard;
}

/** Cents of the price that have not come. */
export const missingOf = ({ amount, paidAmount }: Pick<Payment, 'amount' | 'paidAmount'>): number =>
  Math.max(0, amount - paidAmount);

export type RestRefusal = 'NOT_UNDERPAID' | 'CODE_OPEN' | 'TOO_MANY';

/** A payment asks for its rest so many times: each time its part waits for another life of a code. */
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

/** The shares stay; what the provider keeps and what it splits are those of the new one. For the rest of the price they are added. */
const replaceProvider = (terms: Terms, { id, cost, earlierCosts, split }: NextAttempt): Terms => ({
  ...terms,
  ...(earlierCosts ? { costs: { ...terms.costs, ...earlierCosts, [id]: cost } } : { cost }),
  ...(split && { splits: { ...terms.splits, [id]: split } }),
});

const toAttempt = (
  { id, connectionId, provider, providerVersion, amount, expiresAt, isHold }: NextAttempt,
  createdAt: Date,
): Attempt => ({
  ...(isHold && { isHold }),
  id,
  connectionId,
  provider,
  providerVersion,
  amount,
  // Two cards have the time of their payment.
  expiresAt: isHold ? null : expiresAt,
  state: 'CREATED',
  transactionId: null,
  reason: null,
  memo: null,
  createdAt,
});

/** True for a call that is said to have charged nothing. Its charge may show up all the same. */
export const isFailed = ({ state }: Attempt): boolean => state === 'NOT_SENT' || state === 'REFUSED';

function findAttemptChange(payment: Payment, { attempt, memo: reported }: Report): AttemptChange | null {
  const id = attempt?.id ?? reported?.attemptId;
  const known = payment.attempts.find((item) => item.id === id);
  if (!known) return null;
  const memo = addToMemo(known.memo, reported?.told);
  const ended = attempt ? findCallEnd(known, attempt) : null;
  return ended || memo !== known.memo ? { ...known, ...ended, memo } : null;
}

/** A late "unknown" never hides an answer that came by another way, nor a conclusion. */
function findCallEnd(known: Attempt, attempt: NonNullable<Report['attempt']>): Omit<AttemptChange, 'memo'> | null {
  const isNewId = known.transactionId === null && attempt.transactionId !== null;
  if (attempt.state === 'ANSWERED') return known.state !== 'ANSWERED' || isNewId ? attempt : null;
  if (known.state === 'ANSWERED') return null;
  // An event named the charge: it exists, so the call is under way or has lost its answer, whatever we believed.
  if (isNewId) return { ...attempt, state: known.state === 'CREATED' ? 'CREATED' : 'UNKNOWN' };
  if (attempt.state === 'UNKNOWN' && isFailed(known)) return null;
  return known.state !== attempt.state || known.reason !== attempt.reason ? attempt : null;
}

const standingStateOf = (payment: Payment): AttemptState =>
  standingAttempt(payment, payment.evidence)?.state ?? 'ANSWERED';

/** True while the provider's own answer is still missing, or what two cards hold is not charged yet: nothing must be paid again. */
export const isConfirming = (payment: Payment): boolean =>
  payment.isProvisional ||
  (payment.status === 'PENDING' && payment.attempts.some(({ isHold }) => isHold === true)) ||
  (payment.status === 'PENDING' && ['CREATED', 'UNKNOWN', 'PARKED'].includes(standingStateOf(payment)));

/**
 * True while nothing was seen of a card's charge and nobody has said for certain that there is none: a provider that did not find
 * it may show it later. A code that nobody was shown cannot have been paid.
 */
export const mayBeCharged = ({ method, paidAmount, attempts }: Payment): boolean =>
  method === 'CREDIT_CARD' &&
  paidAmount === 0 &&
  attempts.some(
    ({ state, reason, isHold }) =>
      // A hold that shows up later on one of two cards is let go.
      isHold !== true &&
      ((state === 'NOT_SENT' && (reason === 'NOT_FOUND' || reason === THROTTLED)) ||
        // A provider that refused our credentials has done nothing. Another refused request is no word of the provider about the charge.
        (state === 'REFUSED' && reason !== 'UNAUTHORIZED') ||
        state === 'UNKNOWN' ||
        state === 'PARKED'),
  );

/** Returns why the card was refused for certain; null where it was not, or its charge may still appear. */
export function declineOf(payment: Payment): DeclineReason | null {
  const { method, status, isProvisional, evidence } = payment;
  if (method !== 'CREDIT_CARD' || status !== 'REJECTED' || isProvisional || mayBeCharged(payment)) return null;
  const told = evidence.findLast((item) => item.status === 'REJECTED' && item.declineReason);
  return told?.declineReason ?? 'unknown';
}

/** True for a payment that the buyer's bank makes under a mandate: there is no code, and nobody waits at a page. */
export const isMandateCharge = ({ attempts }: Pick<Payment, 'attempts'>): boolean =>
  attempts.some(({ mandateId }) => mandateId != null);

/** True while the buyer of a charge that the provider has made cannot pay it: its code, or the line of its boleto, comes later. */
export const lacksCode = ({ method, pixCode, billetCode, billetBarcode, attempts }: Payment): boolean =>
  method === 'PIX'
    ? pixCode === null && !isMandateCharge({ attempts })
    : method === 'BILLET' && billetCode === null && billetBarcode === null;

const dropEmpty = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as Partial<T>;

function withKey(item: NewEvidence): Evidence {
  const content = [
    item.source,
    item.attemptId,
    item.transactionId,
    item.providerStatus,
    item.status,
    item.isRecognised,
    item.amount,
    item.paidAmount,
    item.refundedAmount,
    [...item.movementIds].sort(),
    // Left out where there are none, so that a fact keeps the key that it was stored under.
    ...(item.movementAmounts ? [item.movementAmounts] : []),
    ...(item.heldAmount ? [{ heldAmount: item.heldAmount }] : []),
  ];
  return { ...item, key: createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 32) };
}

type NewEvent = Omit<PaymentChange['events'][number], 'id'>;

function listEvents(before: Payment, after: Payment): NewEvent[] {
  const events: NewEvent[] = [];
  const add = (type: string, payload: NewEvent['payload'] = {}) => events.push({ type, payload });
  const { status, settlement, refundedAmount } = after;
  const isForRest = isRestReady(before, after);
  if (after.pixCode && !before.pixCode && !isForRest) add('payment.pix_generated');
  if (isBilletReady(after) && !isBilletReady(before)) add('payment.billet_generated');
  if (status !== before.status) add(`payment.${status.toLowerCase()}`, { from: before.status });
  else if (settlement !== before.settlement || refundedAmount !== before.refundedAmount)
    add('payment.settlement_changed', { settlement, refundedAmount });
  else if (isForRest) add('payment.rest_generated');
  else if (hasNewInstructions(before, after)) add('payment.instructions_changed');
  else if (before.isProvisional && !after.isProvisional) add('payment.confirmed');
  if (status === 'APPROVED' && before.status === 'REJECTED') add('payment.charge_appeared');
  if (status === 'APPROVED' && before.status === 'CANCELED') add('payment.paid_after_end');
  if (takenInParts(after, after.evidence) > takenInParts(before, before.evidence)) add('payment.part_charged_back');
  if (standingStateOf(after) === 'PARKED' && standingStateOf(before) !== 'PARKED') add('payment.parked');
  for (const { id } of listNew(before.refunds, after.refunds)) add('refund.requested', { refundId: id });
  const ended = findChanged(before.refunds, after.refunds);
  if (ended) add(`refund.${ended.state.toLowerCase()}`, { refundId: ended.id });
  return events;
}

const isRestReady = (before: Payment, after: Payment): boolean => {
  const standing = standingAttempt(after, after.evidence);
  return (
    standing !== undefined && isRest(after, standing) && after.pixCode !== null && after.pixCode !== before.pixCode
  );
};

const isBilletReady = ({ billetCode, billetUrl }: Payment) => billetCode !== null || billetUrl !== null;

/** The first answer of a call brings the instructions to its caller; only later ones need an event. */
const hasNewInstructions = (before: Payment, after: Payment) =>
  standingStateOf(before) !== 'CREATED' &&
  (before.pixCode !== after.pixCode ||
    before.billetCode !== after.billetCode ||
    before.nextStep?.url !== after.nextStep?.url);

/**
 * Returns new orders for what has to go back and is not on its way. What had arrived when the provider refused to return it waits for
 * somebody to order it again; what arrives later is ordered by itself, and so is what the provider did not confirm before and does now.
 */
function listReturns(payment: Payment, returns: PaymentState['returns'], again: ReturnOrder | undefined): Refund[] {
  const made: Refund[] = [];
  for (const { cause, ...item } of returns) {
    const attempt = attemptOf(payment, item);
    if (!attempt) continue;
    const orders = [...payment.refunds, ...made].filter(
      (order) => order.attemptId === attempt.id && order.cause !== 'WANTED',
    );
    const arrivedAmount = sumOf(
      payment.charges.filter((charge) => attemptOf(payment, charge) === attempt).map(({ captured }) => captured),
    );
    const refused = orders.filter(({ state }) => state === 'REFUSED');
    const refusedUntil = Math.max(0, ...refused.map((order) => order.arrivedAmount ?? 0));
    const confirmed = refused.at(-1)?.reason === NOT_CONFIRMED ? provenReturnOf(payment, attempt) : 0;
    const onItsWay = sumOf(orders.filter(isUnderWay).map((order) => order.amount));
    const isAgain = again?.attemptId === attempt.id;
    const most = isAgain ? (again.amount ?? item.amount) : Math.max(arrivedAmount - refusedUntil, confirmed - onItsWay);
    const amount = Math.min(item.amount - onItsWay, most);
    if (amount > 0)
      made.push({ ...REQUESTED, ...NOBODY, id: newId(), attemptId: attempt.id, amount, cause, arrivedAmount });
  }
  return made;
}

/** Cents that the provider itself confirmed and that have to go back of an attempt's charges. */
const provenReturnOf = (payment: Payment, attempt: Attempt): number =>
  sumOf(
    reducePayment(payment, payment.evidence.filter(isProven))
      .returns.filter((item) => attemptOf(payment, item) === attempt)
      .map(({ amount }) => amount),
  );

const isUnderWay = ({ state }: Refund) => state !== 'DONE' && state !== 'REFUSED';

/** Two providers may give the same number to their charges, so the attempt that is named counts first. */
const attemptOf = ({ attempts }: Payment, charge: { attemptId: string | null; transactionId: string }) =>
  attempts.find(({ id }) => id === charge.attemptId) ??
  attempts.find(({ transactionId }) => transactionId === charge.transactionId);

/**
 * Cents that providers hold, that are neither kept as the price nor on their way back, charge by charge: an order takes back no more than
 * its own charge still holds. Money of a payment that may still be completed is not among them.
 */
export function unreturnedOf(payment: Payment): number {
  const { status, amount, paidAmount, refunds, charges } = payment;
  if (status === 'PENDING' && paidAmount < amount) return 0;
  const staying = charges.map((charge) => {
    const attempt = attemptOf(payment, charge);
    const leaving = refunds.filter((item) => item.attemptId === attempt?.id && isUnderWay(item));
    return Math.max(0, heldIn(charge) - sumOf(leaving.map((item) => item.amount)));
  });
  return Math.max(0, sumOf(staying) - keptOf(payment));
}
