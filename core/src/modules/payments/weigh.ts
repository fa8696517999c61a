/** What follows from new evidence: the next state, who must hear of it, what must be given back, when to look again. Pure. */
import { createHash } from 'node:crypto';
import { newId } from '../../shared/ids.ts';
import { takenByBanks } from './bank-decisions.ts';
import type {
  Attempt,
  AttemptState,
  Grant,
  Instructions,
  NextAttempt,
  Payment,
  PaymentChange,
  Refund,
  Terms,
} from './model.ts';
import { keptOf, postingBetween, returnedOf } from './postings.ts';
import { nextCheck } from './schedule.ts';
import { type Evidence, type PaymentState, reducePayment } from './status.ts';

export interface Recording {
  evidence: Omit<Evidence, 'key'>[];
  webhookId?: string;
  instructions?: Partial<Instructions>;
  attempt?: PaymentChange['attempt'];
  /** Replaces the attempt named above, which surely charged nothing. Nothing is recorded where that is doubtful by now. */
  nextAttempt?: NextAttempt;
  /** The janitor asked: counts a check and moves the next one. */
  isCheck?: boolean;
  /** Gives a part of the price back. Nothing is recorded where `refusalOf` says that it may not be. */
  grant?: Grant & { id: string; amount: number };
  /**
   * One of our refunds came to its end; nothing is recorded where it has come to one before. With `isOnlyIfSeen` it is done
   * once as much has gone back as was ever sent.
   */
  closing?: (NonNullable<PaymentChange['closing']> & { isOnlyIfSeen?: boolean }) | null;
  /** Stores the answer of an idempotent call in the same transaction. */
  answer?: (payment: Payment) => PaymentChange['answer'];
}

/** The change one recording makes, and the payment after it; no change when nothing is new. */
export function weigh(
  payment: Payment,
  recording: Recording,
  now: Date,
): { change: PaymentChange | null; next: Payment } {
  if (recording.nextAttempt && !mayGoOn(payment, recording.attempt?.id)) return { change: null, next: payment };
  const { grant } = recording;
  if (grant && (payment.refunds.some(({ id }) => id === grant.id) || refusalOf(payment, grant.amount)))
    return { change: null, next: payment };
  const closed = recording.closing && payment.refunds.find(({ id }) => id === recording.closing?.id);
  if (recording.closing && (!closed || !mayClose(payment, closed, recording.closing)))
    return { change: null, next: payment };
  const known = new Set(payment.evidence.map((item) => item.key));
  const heard = [...recording.evidence, ...(closed ? listDone(payment, closed, recording.closing, now) : [])];
  const fresh = heard.map(withKey).filter((item) => !known.has(item.key) && known.add(item.key));
  const attempt = attemptNews(payment, recording);
  const isOrder = recording.isCheck || recording.answer || grant || closed;
  if (fresh.length === 0 && !attempt && !isOrder) return { change: null, next: payment };
  const evidence = [...payment.evidence, ...fresh];
  const orders = payment.refunds.map((item) =>
    item.id === closed?.id ? { ...item, state: recording.closing?.state ?? item.state } : item,
  );
  const state = reducePayment({ ...payment, refunds: orders }, evidence);
  const isNewStatus = state.status !== payment.status;
  const checks = recording.isCheck && !isNewStatus ? payment.checks + 1 : isNewStatus ? 0 : payment.checks;
  const { returns: _, ...columns } = state;
  const nextAttempt = recording.nextAttempt ?? null;
  const next: Payment = {
    ...payment,
    ...columns,
    ...dropEmpty(recording.instructions ?? {}),
    evidence,
    refunds: orders,
    returningAmount: returningAfter(payment, evidence, recording),
    checks,
    version: payment.version + 1,
    ...(nextAttempt && {
      expiresAt: nextAttempt.expiresAt,
      terms: payment.terms && goOn(payment.terms, nextAttempt),
    }),
    attempts: [
      ...payment.attempts.map((item) =>
        item.id === attempt?.id
          ? { ...item, state: attempt.state, transactionId: attempt.transactionId ?? item.transactionId }
          : item,
      ),
      ...(nextAttempt ? [toAttempt(nextAttempt, now)] : []),
    ],
  };
  const refunds = [...listRefunds(payment, next, state), ...(grant ? spread(payment, grant) : [])];
  next.refunds = [...orders, ...refunds.map((item) => ({ ...item, state: 'REQUESTED' as const }))];
  const change: PaymentChange = {
    version: payment.version,
    state,
    evidence: fresh,
    webhookId: recording.webhookId ?? null,
    instructions: recording.instructions ?? {},
    attempt,
    nextAttempt,
    terms: nextAttempt ? next.terms : null,
    nextCheckAt:
      nextAttempt?.nextCheckAt ??
      nextCheck(
        {
          state,
          attemptState: openAttemptState(next),
          method: payment.method,
          expiresAt: payment.expiresAt,
          checks,
          isNews: isNewStatus || !recording.isCheck,
        },
        now,
      ),
    checks,
    events: [
      ...listEvents(payment, next),
      ...refunds.map((refund) => ({ id: newId(), type: 'refund.requested', payload: { refundId: refund.id } })),
      ...(recording.closing
        ? [
            {
              id: newId(),
              type: `refund.${recording.closing.state.toLowerCase()}`,
              payload: { refundId: recording.closing.id },
            },
          ]
        : []),
    ],
    refunds,
    returningAmount: next.returningAmount,
    closing: recording.closing ?? null,
    answer: recording.answer?.(next) ?? null,
    posting: postingBetween(payment, next, now),
  };
  return { change, next };
}

export type GrantRefusal = 'NOT_PAID' | 'DISPUTED' | 'SURPLUS_FIRST' | 'TOO_MUCH';

/** Why cents of the price may not be given back now; null where they may. */
export function refusalOf(payment: Payment, amount: number): GrantRefusal | null {
  if (payment.hasOpenDispute || payment.status === 'CHARGEBACK') return 'DISPUTED';
  if (payment.status !== 'APPROVED') return payment.status === 'REFUNDED' ? 'TOO_MUCH' : 'NOT_PAID';
  if (amount > keptOf(payment)) return 'TOO_MUCH';
  // Afterwards nobody could tell whether the surplus or the price was seen to go back.
  if (reducePayment(payment, payment.evidence).returns.length > 0) return 'SURPLUS_FIRST';
  return sumOf(spread(payment, { id: '', amount }).map((piece) => piece.amount)) < amount ? 'TOO_MUCH' : null;
}

/** A price that was paid in pieces goes back in pieces. */
function spread(payment: Payment, { id, amount, ...grant }: Partial<Grant> & { id: string; amount: number }) {
  let left = amount;
  return payment.charges.flatMap((charge): PaymentChange['refunds'] => {
    const attempt = attemptOf(payment, charge);
    if (!attempt) return [];
    const ordered = payment.refunds.filter((item) => item.attemptId === attempt.id && item.state !== 'REFUSED');
    const free = charge.captured - Math.max(charge.refunded, sumOf(ordered.map((item) => item.amount)));
    const piece = Math.min(left, free);
    if (piece <= 0) return [];
    const isFirst = left === amount;
    left -= piece;
    return [{ id: isFirst ? id : newId(), attemptId: attempt.id, amount: piece, cause: 'WANTED', ...grant }];
  });
}

function mayClose(payment: Payment, refund: Refund, closing: NonNullable<Recording['closing']>): boolean {
  if (refund.state === 'DONE' || refund.state === 'REFUSED') return false;
  if (!closing.isOnlyIfSeen) return true;
  const seen = payment.charges.filter((charge) => attemptOf(payment, charge)?.id === refund.attemptId);
  // Of several under way the sum alone does not tell which one was done: then all of them must show.
  const sent = payment.refunds.filter(
    (item) => item.attemptId === refund.attemptId && item.state !== 'REFUSED' && item.state !== 'REQUESTED',
  );
  return sumOf(seen.map((charge) => charge.refunded)) >= sumOf(sent.map((item) => item.amount));
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What is known to have gone back counts once more of it goes; what was refused or put right stays with its owners. */
function returningAfter(payment: Payment, after: readonly Evidence[], { grant, closing }: Recording): number {
  const { returningAmount, amount, refunds, evidence } = payment;
  if (grant) return returnedOf(payment) + grant.amount;
  const taken = takenByBanks(after) - takenByBanks(evidence);
  if (taken > 0) return Math.min(amount, returnedOf(payment) + taken);
  const open = refunds.filter(({ cause, state }) => cause === 'WANTED' && state !== 'REFUSED');
  if (taken < 0) return Math.max(sumOf(open.map((item) => item.amount)), returningAmount + taken);
  const refused = closing?.state === 'REFUSED' ? refunds.find(({ id }) => id === closing.id) : undefined;
  return refused?.cause === 'WANTED' ? Math.max(0, returningAmount - refused.amount) : returningAmount;
}

/** That a refund is done, as evidence: each by its own id, because two may be of the same amount. */
function listDone(payment: Payment, refund: Refund, closing: Recording['closing'], now: Date): Omit<Evidence, 'key'>[] {
  if (closing?.state !== 'DONE') return [];
  const attempt = payment.attempts.find(({ id }) => id === refund.attemptId);
  return [
    {
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
      reason: refund.cause,
      occurredAt: now,
    },
  ];
}

/** As long as nobody has said anything of the payment, and the call that failed is the one that was under way. */
function mayGoOn(payment: Payment, failedId: string | undefined): boolean {
  const last = payment.attempts.at(-1);
  const isUntouched = last?.id === failedId && last?.state === 'CREATED' && last.transactionId === null;
  return isUntouched && payment.status === 'PENDING' && payment.evidence.length === 0;
}

/** Shares stay; what the provider keeps and splits is its own matter. */
const goOn = (terms: Terms, { id, cost, split }: NextAttempt): Terms => ({
  ...terms,
  cost,
  ...(split && { splits: { ...terms.splits, [id]: split } }),
});

const toAttempt = ({ id, connectionId, provider, providerVersion }: NextAttempt, createdAt: Date): Attempt => ({
  id,
  connectionId,
  provider,
  providerVersion,
  state: 'CREATED',
  transactionId: null,
  createdAt,
});

/** A late "unknown" never hides an answer that came by another way. */
function attemptNews(payment: Payment, { attempt }: Recording): PaymentChange['attempt'] {
  const known = payment.attempts.find((item) => item.id === attempt?.id);
  if (!known || !attempt) return null;
  const isNewId = known.transactionId === null && attempt.transactionId !== null;
  if (attempt.state === 'ANSWERED') return known.state !== 'ANSWERED' || isNewId ? attempt : null;
  if (known.state === 'ANSWERED') return null;
  // An event named the charge: it exists, so the call is under way or has lost its answer, whatever we believed.
  if (isNewId) return { ...attempt, state: known.state === 'CREATED' ? 'CREATED' : 'UNKNOWN' };
  return known.state !== attempt.state ? attempt : null;
}

const openAttemptState = (payment: Payment): AttemptState => payment.attempts.at(-1)?.state ?? 'ANSWERED';

/** True while the provider's own answer is still missing: nothing must be paid again. */
export const isConfirming = (payment: Payment): boolean =>
  payment.isProvisional ||
  (payment.status === 'PENDING' && ['CREATED', 'UNKNOWN', 'PARKED'].includes(openAttemptState(payment)));

const dropEmpty = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as Partial<T>;

function withKey(item: Omit<Evidence, 'key'>): Evidence {
  const said = [
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
  ];
  return { ...item, key: createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 32) };
}

function listEvents(before: Payment, after: Payment): PaymentChange['events'] {
  const event = (type: string, payload: Record<string, unknown> = {}) => ({ id: newId(), type, payload });
  const events: PaymentChange['events'] = [];
  if (after.pixCode && !before.pixCode) events.push(event('payment.pix_generated'));
  if (after.status !== before.status)
    events.push(event(`payment.${after.status.toLowerCase()}`, { from: before.status }));
  else if (after.settlement !== before.settlement || after.refundedAmount !== before.refundedAmount) {
    events.push(
      event('payment.settlement_changed', { settlement: after.settlement, refundedAmount: after.refundedAmount }),
    );
  } else if (hasNewInstructions(before, after)) events.push(event('payment.instructions_changed'));
  return events;
}

/** The first answer of a call brings them to whoever asked; only what comes later has to be told. */
const hasNewInstructions = (before: Payment, after: Payment) =>
  openAttemptState(before) !== 'CREATED' &&
  (before.pixCode !== after.pixCode || before.billetCode !== after.billetCode);

/** Only what this evidence newly asks for; what was asked before is already on its way. */
function listRefunds(before: Payment, after: Payment, state: PaymentState): PaymentChange['refunds'] {
  const asked = new Set(reducePayment(before, before.evidence).returns.map(refundKey));
  return state.returns.flatMap((item) => {
    const attempt = attemptOf(after, item);
    if (!attempt || asked.has(refundKey(item))) return [];
    return [{ id: newId(), attemptId: attempt.id, amount: item.amount, cause: item.cause }];
  });
}

/** Two providers may give the same number to their charges: who said it goes first. */
const attemptOf = ({ attempts }: Payment, said: { attemptId: string | null; transactionId: string }) =>
  attempts.find(({ id }) => id === said.attemptId) ??
  attempts.find(({ transactionId }) => transactionId === said.transactionId);

const refundKey = (item: PaymentState['returns'][number]) =>
  `${item.attemptId}|${item.transactionId}|${item.amount}|${item.cause}`;
