/** How a case begins: a provider's word, or somebody of the platform whom a bank told in another way. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { fromRow, type Payment, selectById } from '../payments/model.ts';
import { findPaymentByPublicId, isLost, keptOf } from '../payments/service.ts';
import { keepAside } from './keeping.ts';
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
import { closeCase, PROVIDER, settleDispute } from './outcomes.ts';

const HOUR_MS = 3_600_000;

/** What became of one who was asked to look at a case. */
type Opened = { id: string; isNew: boolean } | null;

interface Wanted {
  kind: DisputeKind;
  amount: number;
  reason: string;
  providerReference: string | null;
  dueAt: Date;
  openingEvent: string | null;
}

export type Earlier = StoredDispute & { closingEvent: string | null };

/**
 * Raises the payment's version and reads everything that decides about its cases: what was decided on the version before is
 * decided again. Returns null where there is no such payment.
 */
async function raiseVersion(transaction: Transaction, platformId: string, paymentId: string) {
  const touched = await transaction.find(touchPayment(platformId, paymentId));
  const row = await transaction.find(selectById(platformId, paymentId));
  if (!touched || !row) return null;
  const earlier = await transaction.list(selectOfPayment(platformId, paymentId));
  return { payment: fromRow(row), sellerId: touched.sellerId, earlier };
}

/** Writes the case, keeps its money aside and tells the seller; the payment is locked. */
async function writeCase(
  transaction: Transaction,
  app: Pick<FastifyInstance, 'clock'>,
  { payment, sellerId }: { payment: Payment; sellerId: string },
  wanted: Wanted,
): Promise<{ id: string; subject: Subject | undefined }> {
  const { platformId, currency } = payment;
  const id = newId();
  const now = app.clock.now();
  // Of a charge that was taken back everybody has lost their share already.
  const isThere = payment.status === 'APPROVED';
  const heldAmount = isThere ? await keepAside(transaction, payment, { disputeId: id, amount: wanted.amount, now }) : 0;
  await transaction.run(
    insertDispute(platformId, { ...wanted, id, paymentId: payment.id, sellerId, heldAmount, currency, openedAt: now }),
  );
  const subject = await transaction.find(selectSubject(platformId, payment.id));
  const parameters = { title: subject?.title ?? '', amount: wanted.amount, currency, kind: wanted.kind };
  await transaction.run(
    prepareNotification(platformId, sellerId, {
      type: 'dispute.opened',
      parameters: { ...parameters, dueAt: wanted.dueAt.toISOString() },
      href: `${DASHBOARD_PATHS.seller}/my-sales`,
      source: `dispute:${id}:opened`,
    }),
  );
  return { id, subject };
}

export interface ByHand {
  paymentId: string;
  kind: DisputeKind;
  amount?: number | undefined;
  reason: string;
  dueAt?: string | undefined;
  providerReference?: string | undefined;
}

/** Answers the case's id. */
export async function openByHand(
  app: FastifyInstance,
  platform: Pick<PlatformContext, 'id' | 'settings'>,
  caller: Caller,
  input: ByHand,
): Promise<string> {
  const now = app.clock.now();
  const dueAt = input.dueAt ? new Date(input.dueAt) : dueFrom(now, platform);
  if (dueAt <= now) throw new AppError('DISPUTE_EXPIRED', { fields: ['dueAt'] });
  const found = await findPaymentByPublicId(app, platform.id, input.paymentId);
  if (!found) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  return app.database.transaction(platform.id, async (transaction) => {
    const locked = await raiseVersion(transaction, platform.id, found.id);
    if (!locked) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
    const { payment } = locked;
    const amount = checkByHand(payment, input);
    const reason = input.reason.trim();
    const wanted = { ...input, amount, reason, dueAt, openingEvent: null };
    const { id, subject } = await writeCase(transaction, app, locked, {
      ...wanted,
      providerReference: input.providerReference?.trim() || null,
    });
    await transaction.run(auditOpening(platform.id, caller, { id, ...wanted, subject }));
    return id;
  });
}

function checkByHand(payment: Payment, { kind, amount }: Pick<ByHand, 'kind' | 'amount'>): number {
  if (payment.hasOpenDispute) throw new AppError('PAYMENT_DISPUTED', { fields: ['paymentId'] });
  if (kind === 'MED' && payment.method !== 'PIX') throw new AppError('DISPUTE_UNAVAILABLE', { fields: ['kind'] });
  const kept = keptOf(payment);
  if (payment.status !== 'APPROVED' || payment.isProvisional || kept === 0)
    throw new AppError('DISPUTE_UNAVAILABLE', { fields: ['paymentId'] });
  if (amount !== undefined && amount > kept) throw new AppError('REFUND_TOO_LARGE', { fields: ['amount'] });
  return amount ?? kept;
}

/** Without a platform: it is disabled, and what banks do goes on. */
const dueFrom = (now: Date, platform: Pick<PlatformContext, 'settings'> | null): Date =>
  new Date(now.getTime() + (platform?.settings ?? DEFAULT_PLATFORM_SETTINGS).disputeHours * HOUR_MS);

const auditOpening = (
  platformId: string,
  caller: Caller,
  opened: { id: string; kind: DisputeKind; amount: number; reason: string; subject: Subject | undefined },
): Statement =>
  recordEvent(platformId, caller, {
    type: 'dispute.opened',
    subject: { type: 'dispute', id: opened.id, name: opened.subject?.title ?? '' },
    details: {
      kind: opened.kind,
      amount: opened.amount,
      paymentId: opened.subject?.publicId ?? null,
      reason: opened.reason,
    },
  });

/** A word that takes the money back. Our own outcomes do so too, and open nothing. */
const isTakenBack = (payment: Payment): boolean =>
  !isLost(payment.evidence) &&
  payment.evidence.some((item) => item.status === 'CHARGEBACK' && item.isRecognised && item.source !== 'dispute');

/**
 * A provider said that the buyer's bank took the money back: the case of it is opened, or a special return that was being
 * argued about is lost with that. Delivered again, the event finds what it did.
 */
export async function hearChargeback(
  app: FastifyInstance,
  { platformId, id: event, paymentId }: Pick<OutboxEvent, 'platformId' | 'id' | 'paymentId'>,
): Promise<void> {
  const platform = await app.findPlatform(platformId);
  const lost = await app.database.transaction(platformId, async (transaction) => {
    const locked = await raiseVersion(transaction, platformId, paymentId);
    if (!locked || !isTakenBack(locked.payment)) return null;
    const { payment, earlier } = locked;
    // One word, one case: what the same charge suffers after its case was decided, only a person can tell apart.
    if (earlier.some(({ openingEvent, closingEvent, kind }) => (kind === 'CHARGEBACK' ? openingEvent : closingEvent)))
      return null;
    const open = earlier.find(({ state }) => state === 'OPEN' || state === 'ANSWERED');
    if (open?.kind === 'CHARGEBACK') {
      await transaction.run(setOpeningEvent(platformId, open.id, event));
      return null;
    }
    if (open) {
      const lost = { id: open.id, outcome: 'LOST', closedBy: null, note: '', event } as const;
      await closeCase(transaction, app, platformId, PROVIDER, lost);
      return open.id;
    }
    const inQuestion = payment.charges.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
    const wanted = {
      kind: 'CHARGEBACK' as const,
      amount: Math.min(payment.amount, inQuestion) || payment.amount,
      reason: wordOf(payment),
      providerReference: null,
      dueAt: dueFrom(app.clock.now(), platform),
      openingEvent: event,
    };
    const { id, subject } = await writeCase(transaction, app, locked, wanted);
    await transaction.run(auditOpening(platformId, PROVIDER, { id, ...wanted, subject }));
    return null;
  });
  if (lost) await settleDispute(app, platformId, lost);
}

/** Everything has gone back to the buyer while it was argued about: whoever sent it, there is nothing left to win. */
export async function hearRefund(
  app: FastifyInstance,
  { platformId, id: event, paymentId }: Pick<OutboxEvent, 'platformId' | 'id' | 'paymentId'>,
): Promise<void> {
  const lost = await app.database.transaction(platformId, async (transaction) => {
    const locked = await raiseVersion(transaction, platformId, paymentId);
    const open = locked?.earlier.find(({ state }) => state === 'OPEN' || state === 'ANSWERED');
    if (!open || locked?.payment.status !== 'REFUNDED') return null;
    const ending = { id: open.id, outcome: 'LOST', closedBy: null, note: '', event } as const;
    await closeCase(transaction, app, platformId, PROVIDER, ending);
    return open.id;
  });
  if (lost) await settleDispute(app, platformId, lost);
}

/** What the provider gave as the reason, if anything. */
const wordOf = ({ evidence }: Payment): string =>
  (evidence.find((item) => item.status === 'CHARGEBACK' && item.reason)?.reason ?? '').slice(0, 300);

/** A bank wants a PIX back and its provider told. `event` names the word that was heard: told again, it opens nothing. */
export async function hearSpecialReturn(
  app: FastifyInstance,
  platformId: string,
  paymentId: string,
  { event, reason }: { event: string; reason: string | null },
): Promise<Opened> {
  const platform = await app.findPlatform(platformId);
  return app.database.transaction(platformId, async (transaction) => {
    const locked = await raiseVersion(transaction, platformId, paymentId);
    if (!locked) return null;
    const { payment, earlier } = locked;
    const known = earlier.find(
      ({ kind, openingEvent, state }) => kind === 'MED' && (openingEvent || state === 'OPEN' || state === 'ANSWERED'),
    );
    if (known) return { id: known.id, isNew: false };
    const amount = keptOf(payment);
    if (payment.hasOpenDispute || payment.status !== 'APPROVED' || amount === 0) return null;
    const wanted = {
      kind: 'MED' as const,
      amount,
      reason: reason?.slice(0, 300) ?? '',
      providerReference: null,
      dueAt: dueFrom(app.clock.now(), platform),
      openingEvent: event,
    };
    const { id, subject } = await writeCase(transaction, app, locked, wanted);
    await transaction.run(auditOpening(platformId, PROVIDER, { id, ...wanted, subject }));
    return { id, isNew: true };
  });
}
