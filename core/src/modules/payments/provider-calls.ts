/** Asks a provider what became of one attempt, and turns the answer into a report about the payment. */
import { isProviderError } from '@feira/plugin-kit';
import type { TransactionResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callDeadlineMs, callProvider } from '../connections/service.ts';
import type { Report } from './change.ts';
import { ownEvidence, toEvidence, toInstructions } from './evidence.ts';
import type { Attempt, Payment } from './model.ts';
import { EXPIRY_GRACE_MS } from './schedule.ts';
import { reducePayment } from './status.ts';

/** How often a lookup that finds nothing is repeated before "never happened" is believed. */
const NOT_FOUND_CHECKS = 2;

export type LookupReport = Report & {
  /** The provider itself answered, whatever it said. */
  isAnswered: boolean;
};
const UNANSWERED: LookupReport = { evidence: [], isAnswered: false };

/** What is looked up: `attempt` is one of the payment's, `connection` the one that made it. */
export interface Lookup {
  payment: Payment;
  attempt: Attempt;
  connection: Connection;
}

/** True when another call was made after this one had surely charged nothing: then only money that it took all the same matters. */
export const isReplaced = ({ attempts }: Payment, attempt: Attempt): boolean => attempts.at(-1)?.id !== attempt.id;

/** While the call may still run, or its charge may not yet be shown by lookups, "not found" means nothing. */
export function mayStillAppear(now: Date, { attempt, connection }: Omit<Lookup, 'payment'>): boolean {
  const end = attempt.createdAt.getTime() + callDeadlineMs(connection) + connection.manifest.lookup.lagSeconds * 1000;
  return now.getTime() < end;
}

/** `hint` is the transaction id that an event named, for attempts whose own answer has not come. */
export async function lookUpCharge(app: FastifyInstance, lookup: Lookup, hint?: string): Promise<LookupReport> {
  const { payment, attempt, connection } = lookup;
  const { byReference } = connection.manifest.lookup;
  const transactionId = attempt.transactionId ?? (byReference ? undefined : hint);
  if (!transactionId && !byReference) return reportNoLookup(lookup, app.clock.now());
  try {
    const request = { transactionId, reference: attempt.id, paymentMethod: payment.method };
    const found = await callProvider(connection, 'getTransaction', request, payment.id);
    if (!found) return reportNotFound(lookup, app.clock.now());
    if (isOurs(found, attempt)) return reportFound(lookup, found, app.clock.now());
    app.log.error(
      { alert: 'reference-mismatch', paymentId: payment.id, attemptId: attempt.id },
      'A provider answered with the charge of another payment',
    );
    return UNANSWERED;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn(
      { err: error, paymentId: payment.id, provider: connection.providerId },
      'A payment could not be checked',
    );
    return error.code === 'UNSUPPORTED' ? reportNoLookup(lookup, app.clock.now()) : UNANSWERED;
  }
}

/** A charge we have never seen must carry our reference; one we know may leave it out, but not carry another. */
const isOurs = (found: TransactionResult, attempt: Attempt): boolean =>
  found.reference === undefined ? attempt.transactionId === found.transactionId : found.reference === attempt.id;

const isExpired = (payment: Payment, now: Date): boolean =>
  now.getTime() > payment.expiresAt.getTime() + EXPIRY_GRACE_MS;

const isUndecided = (payment: Payment): boolean => payment.status === 'PENDING' || payment.isProvisional;

const expiredEvidence = (attempt: Attempt, now: Date) =>
  ownEvidence('EXPIRED', { source: 'clock', attemptId: attempt.id, occurredAt: now });

function reportFound({ payment, attempt, connection }: Lookup, found: TransactionResult, now: Date): LookupReport {
  const origin = { source: 'query', attemptId: attempt.id, occurredAt: now } as const;
  const reported = toEvidence(connection.manifest, found, origin);
  const { status, isProvisional } = reducePayment(payment, [...payment.evidence, { ...reported, key: '' }]);
  // Also for a charge paid in part: only once it is over does that money go back.
  const isOpen = status === 'PENDING' || (isProvisional && reported.status === 'PENDING');
  const isLast = !isReplaced(payment, attempt);
  const isOver = isOpen && isLast && isExpired(payment, now);
  return {
    evidence: isOver ? [reported, expiredEvidence(attempt, now)] : [reported],
    // A code that nobody was shown stays hidden: the last attempt's is the one to pay.
    ...(isLast && { instructions: toInstructions(found) }),
    attempt: { id: attempt.id, state: 'ANSWERED', transactionId: found.transactionId, reason: null },
    isAnswered: true,
  };
}

/** The provider has no such charge. That is believed only after the call is surely over and a second lookup agrees. */
function reportNotFound({ payment, attempt, connection }: Lookup, now: Date): LookupReport {
  const nothing = { evidence: [], isAnswered: true };
  if (isReplaced(payment, attempt)) return nothing;
  if (attempt.state === 'ANSWERED') {
    const isOver = isUndecided(payment) && isExpired(payment, now);
    return isOver ? { ...nothing, evidence: [expiredEvidence(attempt, now)] } : nothing;
  }
  if (mayStillAppear(now, { attempt, connection }) || payment.checks + 1 < NOT_FOUND_CHECKS) return nothing;
  return {
    evidence: [ownEvidence('NOT_FOUND', { source: 'query', attemptId: attempt.id, occurredAt: now })],
    attempt: { id: attempt.id, state: 'NOT_SENT', transactionId: null, reason: 'NOT_FOUND' },
    isAnswered: true,
  };
}

/** The provider cannot be asked: after its time a waiting charge is over, and a person has to find out about an unanswered one. */
function reportNoLookup({ payment, attempt }: Lookup, now: Date): LookupReport {
  if (!isExpired(payment, now) || isReplaced(payment, attempt)) return UNANSWERED;
  if (attempt.state !== 'ANSWERED')
    return { ...UNANSWERED, attempt: { id: attempt.id, state: 'PARKED', transactionId: null, reason: 'NO_LOOKUP' } };
  return isUndecided(payment) ? { ...UNANSWERED, evidence: [expiredEvidence(attempt, now)] } : UNANSWERED;
}
