/**
 * Computes the ledger's balances of a payment as a pure function of its state; a posting is the difference between two of
 * them. So no order of news, and no news told twice, leaves any party with more or less than their share.
 */
import type { Entry, Movement, NewHold, Posting, PostingKind } from '../ledger/model.ts';
import { takenByBanks } from './bank-decisions.ts';
import type { Payment, Share, Terms } from './model.ts';
import { isSplit, partsAtReceivers } from './splits.ts';
import { heldIn, keptOf, takenInParts } from './status.ts';
import { sharesOf } from './terms.ts';

/** The properties of a payment that its money depends on. */
export type Ledgered = Pick<
  Payment,
  'amount' | 'status' | 'paidAmount' | 'refundedAmount' | 'returningAmount' | 'approvedAt' | 'charges' | 'attempts'
>;

const DAY_MS = 24 * 3_600_000;

/** Cents by account: `SHARE|person`, `RECEIVER|person`, `PROVIDER|connection`, or the kind of an account of the platform. */
type Target = Map<string, number>;

/** Returns the balance that every account of a payment should have, in cents. A person's part is the sum of all its places. */
export function targetOf(terms: Terms, payment: Ledgered): Target {
  const target: Target = new Map();
  const add = (account: string, amount: number) => target.set(account, (target.get(account) ?? 0) + amount);
  const isSold = payment.paidAmount >= payment.amount;
  const kept = keptOf(payment);
  let held = 0;
  for (const charge of payment.charges) {
    const amount = heldIn(charge);
    held += amount;
    add(`PROVIDER|${connectionOf(payment, charge.attemptId)}`, -amount);
  }
  if (isSold) {
    // Its price for the service is not given back with the money.
    for (const [attemptId, cost] of costsOf(terms, payment)) {
      add(`PROVIDER|${connectionOf(payment, attemptId)}`, cost);
      add('PROVIDER_FEES', -cost);
    }
  }
  const atReceivers = partsHeldAtReceivers(terms, payment);
  let owned = 0;
  for (const [personId, amount] of atReceivers) {
    add(`RECEIVER|${personId}`, amount);
    owned += amount;
  }
  for (const { role, personId, amount } of sharesInCustody(terms, payment, kept)) {
    if (role === 'PLATFORM') add('PLATFORM_FEES', amount);
    else if (role === 'INTEREST') add('INTEREST', amount);
    else add(`SHARE|${personId}`, amount);
    owned += amount;
  }
  add('REFUNDS', held - owned);
  return target;
}

/** Returns the cents that providers keep: of the first charge, or of each one where several were paid for parts of the price. */
function costsOf({ cost, costs }: Terms, { charges }: Ledgered): [attemptId: string | null, cents: number][] {
  const own = charges.flatMap(({ attemptId }): [string, number][] =>
    attemptId && costs?.[attemptId] !== undefined ? [[attemptId, costs[attemptId]]] : [],
  );
  return own.length > 0 ? own : [[charges[0]?.attemptId ?? null, cost]];
}

/**
 * Returns the parts of a sale's money that receivers have at providers. They are theirs until the provider itself has taken them
 * back. Money that is too little for a sale, or beyond its price, goes back whole and counts for no receiver in between.
 */
function partsHeldAtReceivers(terms: Terms, payment: Ledgered): Map<string, number> {
  const parts = new Map<string, number>();
  const { amount: price, paidAmount, status } = payment;
  if (!isSplit(terms) || paidAmount < price || status === 'CHARGEBACK') return parts;
  const held = new Map<string, number>();
  for (const { attemptId, captured, refunded } of payment.charges) {
    const id = attemptOf(payment, attemptId)?.id ?? '';
    held.set(id, (held.get(id) ?? 0) + captured - refunded);
  }
  let before = 0;
  for (const { id } of payment.attempts) {
    const amount = Math.min(held.get(id) ?? 0, price - (terms.splits?.[id]?.from ?? 0));
    for (const [personId, part] of partsAtReceivers(terms, id, amount, before))
      parts.set(personId, (parts.get(personId) ?? 0) + part);
    before += held.get(id) ?? 0;
  }
  if (before <= price) dropOddCents(parts, sharesOf(terms, before));
  return parts;
}

/** Nobody has more than their share of a price that came in parts: odd cents of rounding are the platform's matter. */
function dropOddCents(parts: Map<string, number>, shares: readonly Share[]): void {
  for (const [personId, part] of parts) {
    const own = shares.filter((share) => share.personId === personId);
    parts.set(
      personId,
      Math.min(
        part,
        own.reduce((sum, { amount }) => sum + amount, 0),
      ),
    );
  }
}

/** Returns each party's share of the kept money, as far as they have not got it from the provider. */
export function sharesInCustody(terms: Terms, payment: Ledgered, kept: number): Share[] {
  const gotten = partsHeldAtReceivers(terms, payment);
  return sharesOf(terms, kept).map((share) => {
    const part = Math.min(share.amount, gotten.get(share.personId ?? '') ?? 0);
    if (share.personId) gotten.set(share.personId, (gotten.get(share.personId) ?? 0) - part);
    return { ...share, amount: share.amount - part };
  });
}

const attemptOf = ({ attempts }: Ledgered, attemptId: string | null) =>
  attempts.find(({ id }) => id === attemptId) ?? attempts.at(-1);
const connectionOf = (payment: Ledgered, attemptId: string | null): string =>
  attemptOf(payment, attemptId)?.connectionId ?? '';

/** Returns the posting of a payment's step from one state to the next; null where nothing of its money changes. */
export function postingBetween(before: Payment, after: Payment, now: Date): Posting | null {
  const { terms } = after;
  if (!terms) return null;
  const was = targetOf(terms, before);
  const is = targetOf(terms, after);
  const accounts = [...new Set([...was.keys(), ...is.keys()])].sort();
  const entries = accounts.flatMap((account) => {
    const amount = (is.get(account) ?? 0) - (was.get(account) ?? 0);
    return amount === 0 ? [] : [toEntry(account, amount, terms, after)];
  });
  if (entries.length === 0) return null;
  return {
    kind: kindOf(before, after),
    source: `payment:${after.id}:${after.version}`,
    currency: after.currency,
    entries,
    occurredAt: now,
    paymentId: after.id,
  };
}

function toEntry(account: string, amount: number, terms: Terms, payment: Payment): Entry | Movement {
  const [kind, ownerId] = account.split('|') as [string, string];
  if (kind === 'SHARE') {
    return { kind: 'SHARE', ownerId, amount, ...(amount > 0 && { holds: holdsOf(amount, terms, payment) }) };
  }
  if (kind === 'PROVIDER' || kind === 'RECEIVER') return { kind, ownerId, amount };
  return { kind: kind as 'REFUNDS', amount };
}

/** Returns the cents of a share that stay as a reserve. */
export const reserveOf = (
  amount: number,
  { reserveBasisPoints }: Pick<Terms['release'], 'reserveBasisPoints'>,
): number => Math.floor((amount * reserveBasisPoints) / 10_000);

/** The part kept longer as a reserve, and the rest until its days, and where it is so agreed the guarantee, have passed. */
function holdsOf(amount: number, { release, guaranteeDays }: Terms, payment: Payment): NewHold[] {
  const since = (payment.approvedAt ?? payment.createdAt).getTime();
  const after = (days: number) => new Date(since + days * DAY_MS);
  const reserved = reserveOf(amount, release);
  const days = release.awaitsGuarantee ? Math.max(release.days, guaranteeDays) : release.days;
  const rule = { days: release.days, ...(release.awaitsGuarantee && { guaranteeDays }) };
  const { reserveBasisPoints, reserveDays } = release;
  const holds: NewHold[] = [
    { reason: 'RELEASE', amount: amount - reserved, releaseAt: after(days), rule },
    {
      reason: 'RESERVE',
      amount: reserved,
      releaseAt: after(Math.max(days, reserveDays)),
      rule: { days: reserveDays, reserveBasisPoints },
    },
  ];
  return holds.filter((hold) => hold.amount > 0);
}

function kindOf(before: Payment, after: Payment): PostingKind {
  if (after.status === 'CHARGEBACK') return before.status === 'CHARGEBACK' ? 'ADJUSTMENT' : 'CHARGEBACK';
  if (before.status === 'CHARGEBACK') return 'CHARGEBACK_WON';
  const takenOf = (payment: Payment) => takenByBanks(payment.evidence) + takenInParts(payment, payment.evidence);
  const taken = takenOf(after) - takenOf(before);
  if (taken !== 0) return taken > 0 ? 'CHARGEBACK' : 'CHARGEBACK_WON';
  const was = keptOf(before);
  const is = keptOf(after);
  if (was === 0 && is > 0 && before.paidAmount < before.amount) return 'SALE';
  if (is < was || after.refundedAmount > before.refundedAmount) return 'REFUND';
  return is > was ? 'REFUND_FAILED' : 'ADJUSTMENT';
}
