/** Requests, pays, refuses, cancels and expires anticipations. Every change locks the person's accounts first, then the row. */

import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Currency } from '@feira/schemas/common';
import type { AuditEventType } from '@feira/schemas/procedures/audit';
import { amountIn } from '@feira/schemas/rules/amount-in';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import type { Identity, Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { type Entry, lockAccounts, lockFreeAccounts, type Movement, post } from '../ledger/model.ts';
import { notifyAdmins, prepareNotification } from '../notifications/service.ts';
import {
  type AnticipationRow,
  closeAnticipation,
  detachHolds,
  insertAnticipation,
  lockAnticipation,
  lockOpenHolds,
  lockReservedHolds,
  type ReservedHold,
  selectAnticipation,
  selectOpenHolds,
  selectPerson,
  splitHold,
} from './model.ts';
import { daysLeft, feeOf, type Quote, quoteHolds } from './quote.ts';

type App = Pick<FastifyInstance, 'database' | 'clock' | 'doOnce'>;
export interface AnticipationCall extends PersonCall {
  reply: FastifyReply;
}

interface QuoteInput {
  currency?: Currency | undefined;
  amount?: number | undefined;
}

/** Tells whether the platform offers anticipations. It has no money to pay out where providers keep the sellers' money. */
export const isOffered = ({ settings }: PlatformContext): boolean =>
  settings.anticipation.isOffered && settings.custody === 'PLATFORM';

/** Cents up to which an anticipation is paid without approval; 0 in a currency in which the platform set no amount. */
function automaticUpToIn(currency: Currency, { settings }: PlatformContext): number {
  const { automaticUpTo: amount, automaticUpToAbroad: abroad } = settings.anticipation;
  return amountIn(currency, { currency: settings.currency, amount, abroad }) ?? 0;
}

export async function quoteAnticipation(
  app: App,
  { platform, person }: Pick<AnticipationCall, 'platform' | 'person'>,
  { currency = platform.settings.currency, amount }: QuoteInput,
): Promise<Quote & { currency: Currency }> {
  const now = app.clock.now();
  const owner = { personId: person.id, currency };
  const found = await app.database.list(platform.id, selectOpenHolds(platform.id, owner, now), true);
  const holds = isOffered(platform) ? found : [];
  const { basisPointsPerDay } = platform.settings.anticipation;
  return { currency, ...quoteHolds(holds, { basisPointsPerDay, amount, now }) };
}

export interface AnticipationRequest extends QuoteInput {
  amount: number;
  expectedFee: number;
}

/** Runs in the transaction of the idempotency key. Pays at once up to the amount in the platform's settings. */
export async function requestAnticipation(
  app: App,
  transaction: Transaction,
  call: AnticipationCall,
  wanted: AnticipationRequest,
): Promise<AnticipationRow> {
  const { platform, person } = call;
  if (!isOffered(platform)) throw new AppError('ANTICIPATION_UNAVAILABLE');
  const { currency = platform.settings.currency } = wanted;
  const owner = { personId: person.id, currency };
  const now = app.clock.now();
  await transaction.run(lockAccounts(platform.id, [person.id], currency));
  const holds = await transaction.list(lockOpenHolds(platform.id, owner, now));
  const { basisPointsPerDay } = platform.settings.anticipation;
  const quote = quoteHolds(holds, { basisPointsPerDay, amount: wanted.amount, now });
  checkQuote(quote, wanted);
  const id = newId();
  for (const { holdId, rest } of quote.parts) if (rest > 0) await transaction.run(splitHold(platform.id, holdId, rest));
  const { amount, fee } = quote;
  const parts = quote.parts.map(({ rest: _, ...part }) => part);
  const row = { ...owner, id, amount, fee, feeBasisPointsPerDay: basisPointsPerDay, parts };
  const made = await transaction.find(insertAnticipation(platform.id, row));
  const anticipation = made as AnticipationRow;
  const reserved = parts.map(
    ({ holdId }): Movement => ({ kind: 'RESERVE', ownerId: person.id, holdId, anticipationId: id }),
  );
  await postOnce(transaction, platform.id, anticipation, 'requested', reserved, now);
  await transaction.run(prepareEvent(platform.id, call.request, 'requested', anticipation, person));
  if (amount <= automaticUpToIn(currency, platform))
    return pay(transaction, platform.id, { row: anticipation, now, by: null, caller: call.request });
  await transaction.run(notifyAdmins(platform.id, 'isAntecipationsAvailable', toNotice(row, person)));
  return anticipation;
}

function checkQuote({ most, amount, fee }: Quote, wanted: AnticipationRequest): void {
  if (most === 0) throw new AppError('ANTICIPATION_UNAVAILABLE');
  if (wanted.amount > most) throw new AppError('ANTICIPATION_TOO_LARGE', { fields: ['amount'] });
  // The fee takes the whole amount, so nothing is left to pay out.
  if (fee >= amount) throw new AppError('ANTICIPATION_UNAVAILABLE', { fields: ['amount'] });
  if (fee > wanted.expectedFee) throw new AppError('PRICE_CHANGED', { fields: ['expectedFee'] });
}

export function cancelAnticipation(
  app: App,
  { platform, person, request }: AnticipationCall,
  id: string,
): Promise<void> {
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await lockWaiting(transaction, platform.id, id, person.id);
    const closing = { state: 'CANCELED', decidedBy: person.id, reason: null } as const;
    await restoreHolds(transaction, platform.id, row, closing, app.clock.now());
    await transaction.run(prepareEvent(platform.id, request, 'canceled', row, person));
  });
}

export interface Decision {
  anticipationId: string;
  decision: 'PAY' | 'REFUSE';
  reason?: string | undefined;
}

export function decideAnticipation(
  app: App,
  { platform, person, request }: AnticipationCall,
  { anticipationId, decision, reason: typed }: Decision,
): Promise<void> {
  const reason = typed?.trim() || null;
  if (decision === 'REFUSE' && !reason) throw new AppError('REASON_REQUIRED', { fields: ['reason'] });
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await lockWaiting(transaction, platform.id, anticipationId, null);
    const now = app.clock.now();
    if (decision === 'PAY') {
      await pay(transaction, platform.id, { row, now, by: person, caller: request });
      return;
    }
    const closing = { state: 'REFUSED', decidedBy: person.id, reason } as const;
    await restoreHolds(transaction, platform.id, row, closing, now);
    const owner = await findOwner(transaction, platform.id, row);
    await transaction.runAll([
      notifyOwner(platform.id, row, 'refused', { reason: reason ?? '' }),
      prepareEvent(platform.id, request, 'refused', row, owner, { reason }),
    ]);
  });
}

/** Cancels an anticipation one of whose holds is due, so that its holds are released. Returns false where it was decided before. */
export function expireAnticipation(
  app: Pick<App, 'database' | 'clock'>,
  platformId: string,
  id: string,
): Promise<boolean> {
  return app.database.transaction(platformId, async (transaction) => {
    const row = await findWaiting(transaction, platformId, id, { isPatient: false });
    if (!row) return false;
    const closing = { state: 'CANCELED', decidedBy: null, reason: null } as const;
    await restoreHolds(transaction, platformId, row, closing, app.clock.now());
    const owner = await findOwner(transaction, platformId, row);
    const clock = { headers: {}, person: null, ip: null };
    await transaction.runAll([
      notifyOwner(platformId, row, 'refused'),
      prepareEvent(platformId, clock, 'canceled', row, owner, { isExpired: true }),
    ]);
    return true;
  });
}

/**
 * Locks the accounts, then the row. Returns undefined where there is none, and null where it was decided before. Who is not patient fails
 * where something else works on the accounts.
 */
async function findWaiting(
  transaction: Transaction,
  platformId: string,
  id: string,
  { personId = null, isPatient = true }: { personId?: string | null; isPatient?: boolean },
): Promise<AnticipationRow | null | undefined> {
  const found = await transaction.find(selectAnticipation(platformId, id, personId));
  if (!found) return undefined;
  const { personId: ownerId, currency } = found;
  await transaction.run(
    isPatient ? lockAccounts(platformId, [ownerId], currency) : lockFreeAccounts(platformId, ownerId, currency),
  );
  const row = await transaction.find(lockAnticipation(platformId, id));
  return row?.state === 'WAITING' ? row : null;
}

async function lockWaiting(
  transaction: Transaction,
  platformId: string,
  id: string,
  personId: string | null,
): Promise<AnticipationRow> {
  const row = await findWaiting(transaction, platformId, id, { personId });
  if (row) return row;
  const code = row === undefined ? 'ANTICIPATION_NOT_FOUND' : 'ANTICIPATION_DECIDED';
  throw new AppError(code, { fields: ['anticipationId'] });
}

interface Payment {
  row: AnticipationRow;
  now: Date;
  /** Null where the platform's rule decided. */
  by: Person | null;
  caller: Caller;
}

/** Pays the anticipation. The fee leaves out the days that have passed since the request. */
async function pay(
  transaction: Transaction,
  platformId: string,
  { row, now, by, caller }: Payment,
): Promise<AnticipationRow> {
  const holds = await transaction.list(lockReservedHolds(platformId, row));
  if (!isWhole(row, holds)) throw new AppError('ANTICIPATION_CHANGED', { fields: ['anticipationId'] });
  const due = holds.map(({ amount, releaseAt }) => feeOf(amount, daysLeft(releaseAt, now), row.feeBasisPointsPerDay));
  const fee = Math.min(
    row.fee,
    due.reduce((sum, part) => sum + part, 0),
  );
  const ownerId = row.personId;
  const released = holds.map(
    ({ id: holdId }): Movement => ({ kind: 'RELEASE', ownerId, holdId, state: 'ANTICIPATED' }),
  );
  const charged: (Entry | Movement)[] = [
    { kind: 'TAKE', ownerId, amount: -fee },
    { kind: 'ANTICIPATION', amount: fee },
  ];
  await postOnce(transaction, platformId, row, 'paid', [...released, ...(fee > 0 ? charged : [])], now, fee);
  const decidedBy = by?.id ?? null;
  const paid = { ...row, fee, state: 'PAID' as const, closedAt: now };
  const owner = await findOwner(transaction, platformId, row);
  const event = prepareEvent(platformId, caller, 'paid', paid, owner, { isAutomatic: by === null }, by === null);
  await transaction.runAll([
    closeAnticipation(platformId, { id: row.id, state: 'PAID', fee, decidedBy, reason: null }),
    notifyOwner(platformId, paid, 'paid'),
    event,
  ]);
  return paid;
}

/** Tells whether every part is still held in full and undisputed. */
const isWhole = ({ parts }: AnticipationRow, holds: readonly ReservedHold[]): boolean =>
  holds.length === parts.length &&
  parts.every(({ holdId, amount }) =>
    holds.some((hold) => hold.id === holdId && hold.amount === amount && !hold.isDisputed),
  );

/** Returns the reserved holds to their release schedule and closes the anticipation. */
async function restoreHolds(
  transaction: Transaction,
  platformId: string,
  row: AnticipationRow,
  closing: { state: 'REFUSED' | 'CANCELED'; decidedBy: string | null; reason: string | null },
  now: Date,
): Promise<void> {
  const holds = await transaction.list(lockReservedHolds(platformId, row));
  const entries = holds.map(({ id: holdId }): Movement => ({ kind: 'UNRESERVE', ownerId: row.personId, holdId }));
  // No hold is left where everything was refunded.
  if (entries.length > 0) await postOnce(transaction, platformId, row, 'failed', entries, now);
  await transaction.runAll([
    detachHolds(platformId, row.id),
    closeAnticipation(platformId, { id: row.id, fee: row.fee, ...closing }),
  ]);
}

const KINDS = { requested: 'ANTICIPATION', paid: 'ANTICIPATION_PAID', failed: 'ANTICIPATION_FAILED' } as const;

async function postOnce(
  transaction: Transaction,
  platformId: string,
  row: Pick<AnticipationRow, 'id' | 'currency' | 'amount' | 'fee' | 'feeBasisPointsPerDay'>,
  step: keyof typeof KINDS,
  entries: (Entry | Movement)[],
  now: Date,
  fee = row.fee,
): Promise<void> {
  const { id, currency, amount, feeBasisPointsPerDay } = row;
  const explanation = { anticipationId: id, amount, ...(step !== 'failed' && { fee, feeBasisPointsPerDay }) };
  const source = `anticipation:${id}:${step}`;
  const posting = { kind: KINDS[step], source, currency, entries, occurredAt: now, explanation };
  const result = await transaction.find(post(platformId, posting));
  if (!result?.isNew) throw new Error(`The fact ${source} was posted before its row said so.`);
}

async function findOwner(transaction: Transaction, platformId: string, row: AnticipationRow): Promise<Identity> {
  const owner = await transaction.find(selectPerson(platformId, row.personId));
  return owner as Identity;
}

const toNotice = (
  { id, amount, currency }: Pick<AnticipationRow, 'id' | 'amount' | 'currency'>,
  { name }: Identity,
) => ({
  type: 'anticipation.waiting' as const,
  parameters: { amount, currency, title: name },
  href: `${DASHBOARD_PATHS.admin}/manage-anticipations`,
  source: `anticipation:${id}:waiting`,
  workId: id,
});

const notifyOwner = (
  platformId: string,
  { id, personId, amount, fee, currency }: AnticipationRow,
  outcome: 'paid' | 'refused',
  parameters: Record<string, string> = {},
) =>
  prepareNotification(platformId, personId, {
    type: `anticipation.${outcome}`,
    parameters: { amount: outcome === 'paid' ? amount - fee : amount, currency, ...parameters },
    href: `${DASHBOARD_PATHS.seller}/financial`,
    source: `anticipation:${id}:${outcome}`,
  });

function prepareEvent(
  platformId: string,
  caller: Caller,
  event: 'requested' | 'canceled' | 'paid' | 'refused',
  row: AnticipationRow,
  { id, name, email }: Identity,
  details: Record<string, unknown> = {},
  isWithoutActor = false,
) {
  const { id: anticipationId, amount, fee, currency } = row;
  return recordEvent(platformId, caller, {
    type: `anticipation.${event}` satisfies AuditEventType,
    subject: { type: 'person', id, name, email },
    details: { anticipationId, amount, fee, currency, ...details },
    ...(isWithoutActor && { actor: null }),
  });
}

export { feeOf as anticipationFeeOf } from './quote.ts';
