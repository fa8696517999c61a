/** Opens disputes: on a provider's event, or by a person of the platform whom the bank informed in another way. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Currency } from '@feira/schemas/common';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { Input } from '@feira/schemas/procedure';
import type { openDispute } from '@feira/schemas/procedures/disputes';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { notifyAdmins, prepareNotification } from '../notifications/service.ts';
import { fromRow, type Payment, selectById } from '../payments/model.ts';
import { findPaymentByPublicId, isChargeTaken, isLost, isRest, keptOf, readReturned } from '../payments/service.ts';
import { holdDisputed } from './holds.ts';
import {
  type DisputeKind,
  insertDispute,
  type StoredDispute,
  type Subject,
  selectOfPayment,
  selectSubject,
  setOpeningEvent,
  touchPayment,
} from './model.ts';
import { announceDispute, closeDispute, PROVIDER, settleDispute } from './outcomes.ts';

const HOUR_MS = 3_600_000;

type Opened = { id: string; isNew: boolean } | null;

interface Opening {
  kind: DisputeKind;
  amount: number;
  reason: string;
  providerReference: string | null;
  dueAt: Date;
  openingEvent: string | null;
  attemptId: string | null;
}

export type Earlier = StoredDispute & { closingEvent: string | null };

/** Locks the payment by raising its version, and reads its disputes. Returns null where there is no such payment. */
async function lockPayment(transaction: Transaction, platformId: string, paymentId: string) {
  const touched = await transaction.find(touchPayment(platformId, paymentId));
  const row = await transaction.find(selectById(platformId, { id: paymentId }));
  if (!touched || !row) return null;
  const earlier = await transaction.list(selectOfPayment(platformId, paymentId));
  return { payment: fromRow(row), sellerId: touched.sellerId, earlier };
}

/** Writes the dispute, holds the disputed money and notifies the seller. The caller has locked the payment. */
async function insertWithHolds(
  transaction: Transaction,
  app: Pick<FastifyInstance, 'clock'>,
  { payment, sellerId }: { payment: Payment; sellerId: string },
  opening: Opening,
): Promise<{ id: string; subject: Subject | undefined; currency: Currency }> {
  const { platformId, currency } = payment;
  const id = newId();
  const now = app.clock.now();
  // A chargeback has already taken the shares back, so there is nothing to hold.
  const isThere = payment.status === 'APPROVED' && !isChargeTaken(payment, opening.attemptId);
  const heldAmount = isThere
    ? await holdDisputed(transaction, payment, { disputeId: id, amount: opening.amount, now })
    : 0;
  await transaction.run(
    insertDispute(platformId, { ...opening, id, paymentId: payment.id, sellerId, heldAmount, currency, openedAt: now }),
  );
  const subject = await transaction.find(selectSubject(platformId, payment.id));
  const parameters = { title: subject?.title ?? '', amount: opening.amount, currency, kind: opening.kind };
  await transaction.runAll([
    announceDispute(platformId, { ...opening, id, paymentId: payment.id, sellerId, currency, state: 'OPEN' }, subject),
    prepareNotification(platformId, sellerId, {
      type: 'dispute.opened',
      parameters: { ...parameters, dueAt: opening.dueAt.toISOString() },
      href: `${DASHBOARD_PATHS.seller}/my-sales/${subject?.saleId ?? ''}`,
      source: `dispute:${id}:opened`,
    }),
    notifyAdmins(platformId, 'isChargesAvailable', {
      type: 'dispute.waiting',
      parameters: { ...parameters, dueAt: opening.dueAt.toISOString() },
      href: `${DASHBOARD_PATHS.admin}/charges?state=OPEN`,
      source: `dispute:${id}:waiting`,
      workId: id,
    }),
  ]);
  return { id, subject, currency };
}

export interface ManualOpening extends Input<typeof openDispute> {}

/** Opens a dispute for a person of the platform and returns its id. */
export async function openManually(
  app: FastifyInstance,
  platform: Pick<PlatformContext, 'id' | 'settings'>,
  caller: Caller,
  input: ManualOpening,
): Promise<string> {
  const now = app.clock.now();
  const dueAt = input.dueAt ? new Date(input.dueAt) : dueFrom(now, platform);
  if (dueAt <= now) throw new AppError('DISPUTE_EXPIRED', { fields: ['dueAt'] });
  const found = await findPaymentByPublicId(app, platform.id, input.paymentId);
  if (!found) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  return app.database.transaction(platform.id, async (transaction) => {
    const locked = await lockPayment(transaction, platform.id, found.id);
    if (!locked) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
    const { payment } = locked;
    const amount = checkManualOpening(payment, input);
    const opening = { ...input, amount, dueAt, openingEvent: null, attemptId: null };
    const { id, subject, currency } = await insertWithHolds(transaction, app, locked, {
      ...opening,
      providerReference: input.providerReference ?? null,
    });
    await transaction.run(auditOpening(platform.id, caller, { id, ...opening, subject, currency }));
    return id;
  });
}

/** Returns the disputed cents. Throws where the payment cannot be disputed, or not for so much. */
function checkManualOpening(payment: Payment, { kind, amount }: Pick<ManualOpening, 'kind' | 'amount'>): number {
  if (payment.hasOpenDispute) throw new AppError('PAYMENT_DISPUTED', { fields: ['paymentId'] });
  if (kind === 'MED' && payment.method !== 'PIX') throw new AppError('DISPUTE_UNAVAILABLE', { fields: ['kind'] });
  const kept = keptOf(payment);
  if (payment.status !== 'APPROVED' || payment.isProvisional || kept === 0)
    throw new AppError('DISPUTE_UNAVAILABLE', { fields: ['paymentId'] });
  if (amount !== undefined && amount > kept) throw new AppError('REFUND_TOO_LARGE', { fields: ['amount'] });
  return amount ?? kept;
}

/** Returns the deadline. `platform` is null where the platform is disabled; banks dispute its payments nevertheless. */
const dueFrom = (now: Date, platform: Pick<PlatformContext, 'settings'> | null): Date =>
  new Date(now.getTime() + (platform?.settings ?? DEFAULT_PLATFORM_SETTINGS).disputeHours * HOUR_MS);

const auditOpening = (
  platformId: string,
  caller: Caller,
  opened: {
    id: string;
    kind: DisputeKind;
    amount: number;
    currency: Currency;
    reason: string;
    subject: Subject | undefined;
  },
): Statement =>
  recordEvent(platformId, caller, {
    type: 'dispute.opened',
    subject: { type: 'dispute', id: opened.id, name: opened.subject?.title ?? '' },
    details: {
      kind: opened.kind,
      amount: opened.amount,
      currency: opened.currency,
      paymentId: opened.subject?.publicId ?? null,
      reason: opened.reason,
    },
  });

/** Tells whether a provider reported a chargeback. The outcome of a dispute is no such report. */
const isTakenBack = (payment: Payment): boolean =>
  !isLost(payment.evidence) &&
  readReturned(payment, payment.evidence).some(
    (item) => item.status === 'CHARGEBACK' && item.isRecognised && item.source !== 'dispute',
  );

/**
 * Opens a dispute for a chargeback that a provider reported. Where a special return of the payment is open, that is lost instead. A second
 * delivery of the event changes nothing.
 */
export async function handleChargebackEvent(
  app: FastifyInstance,
  { platformId, id: event, paymentId }: Pick<OutboxEvent, 'platformId' | 'id' | 'paymentId'>,
): Promise<void> {
  const platform = await app.findPlatform(platformId);
  const lost = await app.database.transaction(platformId, async (transaction) => {
    const locked = await lockPayment(transaction, platformId, paymentId);
    if (!locked || !isTakenBack(locked.payment)) return null;
    const { payment, earlier: all } = locked;
    const part = findTakenPart(payment, all);
    if (part === 'KNOWN') return null;
    const earlier = part ? all.filter(({ attemptId }) => attemptId === null || attemptId === part.attemptId) : all;
    // One chargeback event opens one dispute. A person decides whether a later event of the charge is another dispute.
    if (earlier.some(({ openingEvent, closingEvent, kind }) => (kind === 'CHARGEBACK' ? openingEvent : closingEvent)))
      return null;
    const open = earlier.find(({ state }) => state === 'OPEN' || state === 'ANSWERED');
    if (open?.kind === 'CHARGEBACK') {
      await transaction.run(setOpeningEvent(platformId, open.id, event));
      return null;
    }
    if (open) {
      const lost = { id: open.id, outcome: 'LOST', closedBy: null, note: '', event } as const;
      await closeDispute(transaction, app, platformId, PROVIDER, lost);
      return open.id;
    }
    const inQuestion = payment.charges
      .filter(({ isChargedBack }) => isChargedBack)
      .reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
    const opening = {
      kind: 'CHARGEBACK' as const,
      amount: Math.min(payment.amount, part?.amount ?? inQuestion) || payment.amount,
      attemptId: part?.attemptId ?? null,
      reason: reasonOf(payment),
      providerReference: null,
      dueAt: dueFrom(app.clock.now(), platform),
      openingEvent: event,
    };
    const { id, subject, currency } = await insertWithHolds(transaction, app, locked, opening);
    await transaction.run(auditOpening(platformId, PROVIDER, { id, ...opening, subject, currency }));
    return null;
  });
  if (lost) await settleDispute(app, platformId, lost);
}

/** Finds the charge that a bank took of a sale that was paid in parts and stays one; KNOWN where each of them has its dispute. */
function findTakenPart(
  payment: Payment,
  earlier: readonly Earlier[],
): { attemptId: string; amount: number } | 'KNOWN' | null {
  if (payment.status === 'CHARGEBACK') return null;
  const taken = payment.charges.filter(({ attemptId }) => isChargeTaken(payment, attemptId));
  if (taken.length === 0) return null;
  const fresh = taken.find(({ attemptId: own }) =>
    earlier.every(
      ({ attemptId, kind, openingEvent, closingEvent }) =>
        attemptId !== own || !(kind === 'CHARGEBACK' ? openingEvent : closingEvent),
    ),
  );
  if (!fresh?.attemptId) return 'KNOWN';
  const sent = payment.refunds.filter((refund) => refund.attemptId === fresh.attemptId && refund.state === 'DONE');
  const amount = fresh.captured - sent.reduce((sum, refund) => sum + refund.amount, 0);
  return { attemptId: fresh.attemptId, amount };
}

/** Closes the open dispute of a payment that was refunded in full as lost, because no money is left to win. */
export async function handleRefundEvent(
  app: FastifyInstance,
  { platformId, id: event, paymentId }: Pick<OutboxEvent, 'platformId' | 'id' | 'paymentId'>,
): Promise<void> {
  const lost = await app.database.transaction(platformId, async (transaction) => {
    const locked = await lockPayment(transaction, platformId, paymentId);
    const open = locked?.earlier.find(({ state }) => state === 'OPEN' || state === 'ANSWERED');
    if (!open || locked?.payment.status !== 'REFUNDED') return null;
    const ending = { id: open.id, outcome: 'LOST', closedBy: null, note: '', event } as const;
    await closeDispute(transaction, app, platformId, PROVIDER, ending);
    return open.id;
  });
  if (lost) await settleDispute(app, platformId, lost);
}

/** Returns the cents that the charge of an attempt holds of a sale that was paid in parts; null where it was paid by one charge. */
function findPart(payment: Payment, attemptId: string | null): number | null {
  if (!payment.attempts.some((attempt) => isRest(payment, attempt))) return null;
  const own = payment.charges.filter((charge) => charge.attemptId === attemptId);
  const held = own.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
  return held > 0 && held < keptOf(payment) ? held : null;
}

/** Returns the provider's reason for the chargeback; an empty text where it gave none. */
const reasonOf = (payment: Payment): string =>
  (
    readReturned(payment, payment.evidence).find((item) => item.status === 'CHARGEBACK' && item.reason)?.reason ?? ''
  ).slice(0, 300);

/** Opens a dispute for a bank's request to return a PIX. `event` is the id of the webhook; a second delivery opens nothing. */
export async function openSpecialReturn(
  app: FastifyInstance,
  platformId: string,
  paymentId: string,
  { event, reason, attemptId = null }: { event: string; reason: string | null; attemptId?: string | null },
): Promise<Opened> {
  const platform = await app.findPlatform(platformId);
  return app.database.transaction(platformId, async (transaction) => {
    const locked = await lockPayment(transaction, platformId, paymentId);
    if (!locked) return null;
    const { payment, earlier } = locked;
    const known = earlier.find(
      ({ kind, openingEvent, state, attemptId: own }) =>
        kind === 'MED' &&
        (own === null || own === attemptId) &&
        (openingEvent || state === 'OPEN' || state === 'ANSWERED'),
    );
    if (known) return { id: known.id, isNew: false };
    const part = findPart(payment, attemptId);
    const amount = part ?? keptOf(payment);
    if (payment.hasOpenDispute || payment.status !== 'APPROVED' || amount === 0) return null;
    const opening = {
      kind: 'MED' as const,
      amount,
      attemptId: part === null ? null : attemptId,
      reason: reason?.slice(0, 300) ?? '',
      providerReference: null,
      dueAt: dueFrom(app.clock.now(), platform),
      openingEvent: event,
    };
    const { id, subject, currency } = await insertWithHolds(transaction, app, locked, opening);
    await transaction.run(auditOpening(platformId, PROVIDER, { id, ...opening, subject, currency }));
    return { id, isNew: true };
  });
}
