/** The one door: whatever is learnt about a payment, from whomever, passes through `record`. */
import { createHash } from 'node:crypto';
import { mapStatus } from '@feira/plugin-kit';
import type { Manifest } from '@feira/schemas/manifest';
import type { TransactionResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../shared/ids.ts';
import {
  type AttemptState,
  fromRow,
  type Instructions,
  type Payment,
  type PaymentChange,
  selectById,
  selectByProviderReference,
  selectByPublicId,
  writeChange,
} from './model.ts';
import { EXPIRY_GRACE_MS, nextCheck } from './schedule.ts';
import { type Evidence, type PaymentState, reducePayment } from './status.ts';

export type PaymentsApp = Pick<FastifyInstance, 'database' | 'clock' | 'log' | 'outbox'>;

/** Losing this often to other writers of one payment means a bug, not traffic. */
const MAX_TRIES = 20;

export interface Recording {
  evidence: Omit<Evidence, 'key'>[];
  webhookId?: string;
  instructions?: Partial<Instructions>;
  attempt?: PaymentChange['attempt'];
  /** The janitor asked: counts a check and moves the next one. */
  isCheck?: boolean;
  /** Stores the answer of an idempotent call in the same transaction. */
  answer?: (payment: Payment) => PaymentChange['answer'];
}

export async function findPayment(app: PaymentsApp, platformId: string, id: string): Promise<Payment | null> {
  return first(await app.database.read(platformId, [selectById(platformId, id)], true));
}

export async function findPaymentByPublicId(
  app: PaymentsApp,
  platformId: string,
  publicId: string,
): Promise<Payment | null> {
  return first(await app.database.read(platformId, [selectByPublicId(platformId, publicId)], true));
}

export async function findPaymentByReference(
  app: PaymentsApp,
  platformId: string,
  connectionId: string,
  reference: { transactionId?: string; reference?: string },
): Promise<Payment | null> {
  const statement = selectByProviderReference(platformId, connectionId, reference.transactionId, reference.reference);
  return first(await app.database.read(platformId, [statement], true));
}

const first = (results: { rows: Record<string, unknown>[] }[]): Payment | null => {
  const row = results[0]?.rows[0];
  return row ? fromRow(row) : null;
};

/**
 * Adds evidence and writes what follows from all of it. `payment` may be stale: whoever wrote in between wins, and the
 * evidence is weighed again on top of theirs.
 */
export async function record(app: PaymentsApp, payment: Payment, recording: Recording): Promise<Payment> {
  let current = payment;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { change, next } = weigh(app, current, recording);
    if (!change) return current;
    const [result] = await app.database.write(current.platformId, [
      writeChange(current.platformId, current.id, change),
    ]);
    if (result?.rowCount) {
      announce(app, current, next, change);
      return next;
    }
    const fresh = await findPayment(app, current.platformId, current.id);
    if (!fresh) throw new Error('A payment disappeared while it was recorded.');
    current = fresh;
  }
  throw new Error('A payment changed faster than it could be recorded.');
}

function weigh(
  app: PaymentsApp,
  payment: Payment,
  recording: Recording,
): { change: PaymentChange | null; next: Payment } {
  const known = new Set(payment.evidence.map((item) => item.key));
  const fresh = recording.evidence.map(withKey).filter((item) => !known.has(item.key) && known.add(item.key));
  const attempt = attemptNews(payment, recording);
  if (fresh.length === 0 && !attempt && !recording.isCheck && !recording.answer) return { change: null, next: payment };
  const evidence = [...payment.evidence, ...fresh];
  const state = reducePayment(payment, evidence);
  const isNewStatus = state.status !== payment.status;
  const checks = recording.isCheck && !isNewStatus ? payment.checks + 1 : isNewStatus ? 0 : payment.checks;
  const { returns: _, ...columns } = state;
  const next: Payment = {
    ...payment,
    ...columns,
    ...dropEmpty(recording.instructions ?? {}),
    evidence,
    checks,
    version: payment.version + 1,
    attempts: payment.attempts.map((item) =>
      item.id === attempt?.id
        ? { ...item, state: attempt.state, transactionId: attempt.transactionId ?? item.transactionId }
        : item,
    ),
  };
  const refunds = listRefunds(payment, next, state);
  const change: PaymentChange = {
    version: payment.version,
    state,
    evidence: fresh,
    webhookId: recording.webhookId ?? null,
    instructions: recording.instructions ?? {},
    attempt,
    nextCheckAt: nextCheck(
      {
        state,
        attemptState: openAttemptState(next),
        method: payment.method,
        expiresAt: payment.expiresAt,
        checks,
        isNewStatus,
      },
      app.clock.now(),
    ),
    checks,
    events: [
      ...listEvents(payment, next),
      ...refunds.map((refund) => ({ id: newId(), type: 'refund.requested', payload: { refundId: refund.id } })),
    ],
    refunds,
    answer: recording.answer?.(next) ?? null,
  };
  return { change, next };
}

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

const hasNewInstructions = (before: Payment, after: Payment) =>
  before.version > 0 && (before.pixCode !== after.pixCode || before.billetCode !== after.billetCode);

/** Only what this evidence newly asks for; what was asked before is already on its way. */
function listRefunds(before: Payment, after: Payment, state: PaymentState): PaymentChange['refunds'] {
  const asked = new Set(reducePayment(before, before.evidence).returns.map(refundKey));
  return state.returns.flatMap((item) => {
    const attempt = after.attempts.find(
      ({ id, transactionId }) => id === item.attemptId || transactionId === item.transactionId,
    );
    if (!attempt || asked.has(refundKey(item))) return [];
    return [{ id: newId(), attemptId: attempt.id, amount: item.amount, cause: item.cause }];
  });
}

const refundKey = (item: PaymentState['returns'][number]) => `${item.transactionId}|${item.amount}|${item.cause}`;

function announce(app: PaymentsApp, before: Payment, after: Payment, change: PaymentChange): void {
  if (change.events.length > 0) app.outbox.wake();
  for (const item of change.evidence) {
    if (item.isRecognised) continue;
    app.log.warn(
      { alert: 'unrecognised-status', paymentId: after.id, providerStatus: item.providerStatus, takenAs: item.status },
      'A provider used a status word its manifest does not know',
    );
  }
  if (change.attempt?.state === 'PARKED') {
    app.log.error(
      { alert: 'payment-parked', paymentId: after.id, attemptId: change.attempt.id },
      'Only a person can find out what happened to a charge',
    );
  }
  if (after.status !== before.status)
    app.log.info({ paymentId: after.id, from: before.status, to: after.status }, 'Payment changed status');
}

interface Heard {
  source: Evidence['source'];
  attemptId: string;
  /** The provider's answers never carry a time we can trust across providers: it is when we heard. */
  occurredAt: Date;
}

type Statement = Pick<
  TransactionResult,
  'providerStatus' | 'transactionId' | 'amount' | 'paidAmount' | 'refundedAmount' | 'movementIds' | 'reason'
>;

/** A provider's words as evidence, its status word looked up in its manifest. */
export function toEvidence(manifest: Manifest, said: Statement, heard: Heard): Omit<Evidence, 'key'> {
  const { status, isRecognised } = mapStatus(manifest.status.payment, said.providerStatus);
  return {
    ...heard,
    providerStatus: said.providerStatus,
    status,
    isRecognised,
    transactionId: said.transactionId,
    amount: said.amount ?? null,
    paidAmount: said.paidAmount ?? null,
    refundedAmount: said.refundedAmount ?? null,
    movementIds: said.movementIds ?? [],
    reason: said.reason ?? null,
  };
}

/** Something we know ourselves, without a provider's word: never sent, never found, expired. */
export function ownEvidence(
  word: 'NOT_SENT' | 'REFUSED' | 'NOT_FOUND' | 'EXPIRED',
  heard: Heard & { reason?: string },
): Omit<Evidence, 'key'> {
  return {
    source: heard.source,
    attemptId: heard.attemptId,
    occurredAt: heard.occurredAt,
    providerStatus: word,
    status: word === 'EXPIRED' ? 'CANCELED' : 'REJECTED',
    isRecognised: true,
    transactionId: null,
    amount: null,
    paidAmount: null,
    refundedAmount: null,
    movementIds: [],
    reason: heard.reason ?? null,
  };
}

export function toInstructions(result: TransactionResult): Partial<Instructions> {
  return {
    pixCode: result.pixCode ?? null,
    billetCode: result.billetCode ?? null,
    billetBarcode: result.billetBarcode ?? null,
    billetUrl: result.billetUrl ?? null,
    cardBrand: result.cardBrand ?? null,
    cardLastDigits: result.cardLastDigits ?? null,
  };
}

export const isExpired = (payment: Payment, now: Date): boolean =>
  now.getTime() > payment.expiresAt.getTime() + EXPIRY_GRACE_MS;
