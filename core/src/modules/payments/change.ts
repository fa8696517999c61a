/** Decides what a command changes of a payment: its next state, the events, the refunds, the posting, when to ask again. Pure. */
import { createHash } from 'node:crypto';
import { newId } from '../../shared/ids.ts';
import { takenByBanks } from './bank-decisions.ts';
import { type Command, draftOf } from './commands/command.ts';
import type { Draft } from './commands/draft.ts';
import type { NewEvidence } from './evidence.ts';
import { awaitsReview, CAPTURE_MS, decideHolds, listHoldOrders, REVIEW_MS } from './holds.ts';
import { type Attempt, findChanged, type Instructions, listNew, type Payment, type PaymentChange } from './model.ts';
import { postingBetween } from './postings.ts';
import { isFailed, lacksCode, standingAttemptOf, standingStateOf, sumOf } from './questions.ts';
import { listReturns } from './returns.ts';
import { confirmableUntil, nextCheck } from './schedule.ts';
import { type Evidence, isRest, reducePayment, returnedOf, standingAttempt, takenInParts } from './status.ts';

/** Belongs to a call that is answered with the payment after its command. Both are written in the transaction of the command. */
export interface Answering {
  /** The answer of an idempotent call, which a repeat gets. */
  answer: (payment: Payment) => NonNullable<PaymentChange['answer']>;
  /** The results of a purchase's cards, which are added to the counters of their tries. */
  cardEnds: (payment: Payment) => PaymentChange['cardEnds'];
}

/** Returns null when the command changes nothing, or may not be applied to the payment as it is. */
export function decideChange(
  payment: Payment,
  command: Command,
  now: Date,
  answering: Answering | null = null,
): PaymentChange | null {
  const draft = draftOf(payment, command, now);
  if (!draft) return null;
  const fresh = listFresh(
    payment,
    draft.evidence.filter((item) => !isTooEarly(payment, item, now)),
  );
  if (fresh.length === 0 && draft.attempts === payment.attempts && !draft.isOrder && !answering) return null;
  const after = toAfter(payment, draft, fresh, now);
  const events = listEvents(payment, after);
  return {
    before: payment,
    after,
    routing: draft.routing,
    nodeId: draft.nodeId,
    webhookId: draft.webhookId,
    events: events.map((event) => ({ id: newId(), ...event })),
    answer: answering?.answer(after) ?? null,
    cardEnds: answering?.cardEnds(after) ?? [],
    posting: postingBetween(payment, after, now),
  };
}

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

function toAfter(payment: Payment, draft: Draft, fresh: readonly Evidence[], now: Date): Payment {
  const { attempts, refunds, terms } = draft;
  const evidence = [...payment.evidence, ...fresh];
  const returningAmount = returningAfter(payment, evidence, draft);
  const { returns, ...state } = reducePayment({ ...payment, attempts, refunds, returningAmount }, evidence);
  const isNewStatus = state.status !== payment.status;
  const decidedByPerson = payment.holdDecision ?? draft.holdDecision;
  const holdDecision = decideHolds({ ...payment, attempts, holdDecision: decidedByPerson }, evidence);
  const isCaptureNew = holdDecision === 'CAPTURE' && payment.holdDecision !== 'CAPTURE';
  const isReviewNew =
    awaitsReview({ ...payment, ...state, attempts, holdDecision }, evidence) &&
    !awaitsReview(payment, payment.evidence);
  const ownTime = isCaptureNew ? CAPTURE_MS : isReviewNew ? REVIEW_MS : null;
  const standing = standingAttempt({ amount: payment.amount, attempts }, evidence);
  const instructions = {
    ...((draft.isCodeGone || isRestAnswered(payment, standing)) && NO_INSTRUCTIONS),
    ...withAgreementCode(standing, dropEmpty(draft.instructions)),
  };
  const isCodeNew = lacksCode(payment) && !lacksCode({ ...payment, ...instructions });
  const checks = isNewStatus || isCodeNew ? 0 : draft.checks;
  const after: Payment = {
    ...payment,
    ...state,
    ...instructions,
    // The provider says when it is not to be taken any more by leaving it out.
    ...(draft.instructions.nextStep === null && { nextStep: null }),
    evidence,
    attempts,
    refunds,
    returningAmount,
    holdDecision,
    version: payment.version + 1,
    checks,
    expiresAt: ownTime ? new Date(now.getTime() + ownTime) : expiresAfter(payment, draft, standing),
    terms,
  };
  const { method, expiresAt } = after;
  const { isNews, ...check } = draft.check;
  return {
    ...after,
    refunds: [...refunds, ...listReturns(after, returns, draft.returnOrder)],
    nextCheckAt:
      draft.nextCheckAt ??
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
          isNews: isNewStatus || isNews,
          ...check,
        },
        now,
      ),
  };
}

/**
 * Cents of the price that go back, or have. What is known to have gone back counts once more of it goes; what was put right stays with its
 * owners.
 */
function returningAfter(payment: Payment, after: readonly Evidence[], draft: Draft): number {
  const { returningAmount, amount, refunds, evidence } = payment;
  const takenOf = (items: readonly Evidence[]) => takenByBanks(items) + takenInParts(payment, items);
  const taken = takenOf(after) - takenOf(evidence);
  if (taken === 0) return draft.returningAmount;
  if (taken > 0) return Math.min(amount, returnedOf(payment) + taken);
  const open = refunds.filter(({ cause, state }) => cause === 'WANTED' && state !== 'REFUSED');
  return Math.max(sumOf(open.map((item) => item.amount)), returningAmount + taken);
}

/** Returns the end of the code that stands: of another attempt its own, and else as its provider tells it. */
function expiresAfter(payment: Payment, { expiresAt }: Draft, standing: Attempt | undefined): Date {
  if (standing?.id !== standingAttemptOf(payment)?.id) return standing?.expiresAt ?? payment.expiresAt;
  return payment.status === 'PENDING' && expiresAt ? expiresAt : payment.expiresAt;
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
    ...(item.liability ? [{ liability: item.liability }] : []),
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
  if (awaitsReview(after, after.evidence) && !awaitsReview(before, before.evidence)) add('payment.review');
  for (const { id } of listNew(before.refunds, after.refunds)) add('refund.requested', { refundId: id });
  const ended = findChanged(before.refunds, after.refunds);
  if (ended) add(`refund.${ended.state.toLowerCase()}`, { refundId: ended.id });
  return events;
}

const isRestReady = (before: Payment, after: Payment): boolean => {
  const standing = standingAttemptOf(after);
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
