/** Asks a provider what became of one attempt, and turns the answer into the finding of a check. */
import type { MandateAttempt, MandateChargeResult } from '@feira/schemas/mandate';
import type { Memo, ReportedRefund, TransactionResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { addToMemo, withMemo } from '../../shared/memo.ts';
import type { Connection } from '../connections/service.ts';
import { callLookup, conclusiveAt, type LookupOutcome, lookUpOrder } from '../provider-orders/service.ts';
import type { CallEnd } from './commands/call-end.ts';
import type { Finding } from './commands/checked.ts';
import {
  ownEvidence,
  toAttemptEvidence,
  toHeldCard,
  toInstructionsOf,
  toReportedExpiry,
  toReportedRefunds,
} from './evidence.ts';
import type { Attempt, Payment } from './model.ts';
import { isFailed } from './questions.ts';
import { confirmableUntil, EXPIRY_GRACE_MS } from './schedule.ts';
import { type Evidence, isProven, isRest, reducePayment, standingAttempt } from './status.ts';

interface LookupReport {
  finding: Finding;
  /** The provider itself answered, whatever it said. */
  isAnswered: boolean;
  /** Single refunds of the charge, as far as the provider tells of them. */
  refunds?: ReportedRefund[];
  /** Set for a charge under a mandate: what became of each attempt of the buyer's bank. */
  mandateAttempts?: MandateAttempt[] | undefined;
}

/** A charge as a lookup shows it, whether a buyer pays it or their bank under a mandate. */
type FoundCharge = TransactionResult & Pick<MandateChargeResult, 'attempts'>;

/** The end of a lookup. */
export type LookupKind = LookupOutcome<TransactionResult>['kind'];

/** The reason of a lost call that one lookup missed. */
const MISSED = 'MISSED';
const MISSED_AGAIN_MS = 15_000;
const NO_NEWS = { evidence: [], end: null, isReached: true, lookBy: null } as const satisfies Finding;
const NOTHING: LookupReport = { finding: NO_NEWS, isAnswered: true };
const UNANSWERED: LookupReport = { finding: NO_NEWS, isAnswered: false };

/** The subject of a lookup: `attempt` is one of the payment's, `connection` the one that made it. */
export interface Lookup {
  payment: Payment;
  attempt: Attempt;
  connection: Connection;
}

/** True when another call took the place of this one: then only money that it took all the same matters. Two cards stand side by side. */
export const isReplaced = (payment: Payment, attempt: Attempt): boolean =>
  attempt.isHold !== true && standingAttempt(payment, payment.evidence)?.id !== attempt.id;

/** The claims of an event that is not believed: they give a reason to ask the provider, and nothing else. */
export interface Hint {
  /** For attempts whose own answer has not come. */
  transactionId?: string | undefined;
  memo?: Memo | undefined;
}

export async function lookUpCharge(
  app: FastifyInstance,
  lookup: Lookup,
  hint: Hint = {},
): Promise<LookupReport & { kind: LookupKind }> {
  const { payment, attempt, connection } = lookup;
  const now = app.clock.now();
  const { lookup: declared } = connection.manifest;
  const { mandateId } = attempt;
  const byReference = (mandateId == null ? declared.byReference : declared.mandateChargeByReference) === true;
  const transactionId = attempt.transactionId ?? (byReference ? undefined : hint.transactionId);
  const memo = withMemo(addToMemo(attempt.memo, hint.memo));
  const ask = async (): Promise<FoundCharge | null> => {
    if (mandateId == null) {
      const request = { transactionId, reference: attempt.id, paymentMethod: payment.method, ...memo };
      return callLookup(app, connection, 'getTransaction', request, payment.id);
    }
    const request = {
      ...(transactionId && { mandateChargeId: transactionId }),
      reference: attempt.id,
      mandateId,
      ...memo,
    };
    const found = await callLookup(app, connection, 'getMandateCharge', request, payment.id);
    return found && { ...found, transactionId: found.mandateChargeId };
  };
  const outcome = await lookUpOrder<FoundCharge>({
    connection,
    order: {
      reference: attempt.id,
      providerId: attempt.transactionId,
      sentAt: attempt.createdAt,
      misses: attempt.reason === MISSED ? 1 : 0,
    },
    now,
    isHinted: !attempt.transactionId && !byReference,
    ask: transactionId || byReference ? ask : null,
    idOf: (found) => found.transactionId,
  });
  return { ...toReport(app, lookup, outcome, now), kind: outcome.kind };
}

function toReport(app: FastifyInstance, lookup: Lookup, outcome: LookupOutcome<FoundCharge>, now: Date): LookupReport {
  const { payment, attempt, connection } = lookup;
  const context = { paymentId: payment.id, attemptId: attempt.id, provider: connection.providerId };
  switch (outcome.kind) {
    case 'FOUND':
      return reportFound(app, lookup, outcome.answer, now);
    case 'NEVER_ARRIVED':
      return isReplaced(payment, attempt) || isFailed(attempt) ? NOTHING : reportNeverArrived(lookup, now);
    case 'VANISHED':
      return reportVanished(lookup, now);
    case 'INCONCLUSIVE':
      return { ...NOTHING, finding: { ...NO_NEWS, lookBy: conclusiveAt(connection, attempt.createdAt) } };
    case 'MISSED':
      return reportMissed(lookup, now);
    case 'FOREIGN':
      app.log.error(
        { alert: 'reference-mismatch', ...context },
        'A provider answered with the charge of another payment',
      );
      return UNANSWERED;
    case 'UNREACHED':
      app.log.warn({ err: outcome.error, ...context }, 'A payment could not be checked');
      return {
        ...UNANSWERED,
        finding: { evidence: [], end: null, isReached: false, retryAt: outcome.error.retryAt },
      };
    case 'UNASKABLE':
      return reportNoLookup(lookup, now);
  }
}

const isExpired = ({ method, expiresAt }: Payment, now: Date): boolean => now > confirmableUntil(method, expiresAt);

/** The provider still waits for a step that nobody can take any more. */
const isStepOver = ({ nextStep }: TransactionResult, now: Date): boolean =>
  nextStep?.expiresAt !== undefined && now.getTime() > Date.parse(nextStep.expiresAt) + EXPIRY_GRACE_MS;

const isUndecided = (payment: Payment): boolean => payment.status === 'PENDING' || payment.isProvisional;

const expiredEvidence = (attempt: Attempt, now: Date) =>
  ownEvidence('EXPIRED', { source: 'clock', attemptId: attempt.id, occurredAt: now });

function reportFound(
  app: FastifyInstance,
  { payment, attempt, connection }: Lookup,
  found: FoundCharge,
  now: Date,
): LookupReport {
  const origin = { source: 'query', attemptId: attempt.id, occurredAt: now } as const;
  const reported = toAttemptEvidence(attempt)(connection.manifest, found, origin);
  const reduce = (evidence: readonly Evidence[]) => reducePayment(payment, [...evidence, { ...reported, key: '' }]);
  const { status, isProvisional } = reduce(payment.evidence);
  const isSold = status === 'APPROVED' || status === 'REFUNDED' || status === 'CHARGEBACK';
  // Also for a charge paid in part, and for one that only an event called over: money goes back on a proven end alone.
  const isOpen =
    (!isSold && reduce(payment.evidence.filter(isProven)).status === 'PENDING') ||
    (isProvisional && reported.status === 'PENDING');
  const isLast = !isReplaced(payment, attempt);
  const expiresAt = isLast ? toReportedExpiry(payment.method, found, attempt.createdAt) : undefined;
  const isLate = isExpired({ ...payment, ...(expiresAt && { expiresAt }) }, now);
  const isOver = isOpen && isLast && (isLate || isStepOver(found, now));
  return {
    finding: {
      ...NO_NEWS,
      evidence: isOver ? [reported, expiredEvidence(attempt, now)] : [reported],
      end: {
        id: attempt.id,
        state: 'ANSWERED',
        transactionId: found.transactionId,
        card: toHeldCard(attempt, found),
        // A code that no buyer was shown stays hidden: the last attempt's is the one to pay, unless its buyer was told that it failed.
        instructions: isLast && !isFailed(attempt) ? toInstructionsOf(payment, attempt, found) : {},
        expiresAt,
        memo: found.memo,
      },
    },
    isAnswered: true,
    refunds: toReportedRefunds(app, connection.manifest, found, payment.id),
    mandateAttempts: found.attempts,
  };
}

/** The call is over and should be shown by now. The buyer waits, so it is looked for again soon. */
function reportMissed({ attempt }: Lookup, now: Date): LookupReport {
  if (isFailed(attempt)) return NOTHING;
  return {
    ...NOTHING,
    finding: {
      ...NO_NEWS,
      end: { id: attempt.id, state: 'UNKNOWN', reason: MISSED },
      lookBy: new Date(now.getTime() + MISSED_AGAIN_MS),
    },
  };
}

const reportNeverArrived = ({ attempt }: Lookup, now: Date): LookupReport => ({
  finding: neverArrived(attempt, 'query', now),
  isAnswered: true,
});

const neverArrived = ({ id }: Attempt, source: 'query' | 'clock', now: Date): Finding => ({
  ...NO_NEWS,
  evidence: [ownEvidence('NOT_FOUND', { source, attemptId: id, occurredAt: now })],
  end: { id, state: 'NOT_SENT', reason: 'NOT_FOUND' },
});

/** A charge that the provider no longer shows is over when its time is. */
function reportVanished({ payment, attempt }: Lookup, now: Date): LookupReport {
  const isOver = !isReplaced(payment, attempt) && isUndecided(payment) && isExpired(payment, now);
  return isOver ? { ...NOTHING, finding: { ...NO_NEWS, evidence: [expiredEvidence(attempt, now)] } } : NOTHING;
}

/** The provider cannot be asked: after its time a waiting charge is over, and a person has to find out about an unanswered one. */
function reportNoLookup({ payment, attempt }: Lookup, now: Date): LookupReport {
  if (!isExpired(payment, now) || isReplaced(payment, attempt) || isFailed(attempt)) return UNANSWERED;
  // Its code was shown to nobody, so that the part which was paid need not wait for a person.
  if (attempt.state !== 'ANSWERED' && isRest(payment, attempt))
    return { ...UNANSWERED, finding: neverArrived(attempt, 'clock', now) };
  if (attempt.state !== 'ANSWERED') {
    const end: CallEnd = { id: attempt.id, state: 'PARKED', reason: 'NO_LOOKUP' };
    return { ...UNANSWERED, finding: { ...NO_NEWS, end } };
  }
  return isUndecided(payment)
    ? { ...UNANSWERED, finding: { ...NO_NEWS, evidence: [expiredEvidence(attempt, now)] } }
    : UNANSWERED;
}
