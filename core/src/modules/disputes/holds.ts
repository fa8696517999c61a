/** Holds the money of a disputed sale until the dispute is decided, and releases what is left of it afterwards. */
import type { Currency } from '@feira/schemas/common';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { lockAccounts, type Movement, post } from '../ledger/model.ts';
import type { Payment, Terms } from '../payments/model.ts';
import { keptOf, sharesInCustody } from '../payments/service.ts';

interface HoldRow {
  id: string;
  personId: string;
  amount: number;
}

/**
 * Returns the disputed cents of each person's share where `amount` cents of the price are disputed. Money on people's accounts with the
 * provider does not count, because the provider takes it back there.
 */
function sharesInQuestion(payment: Payment, amount: number): Map<string, number> {
  const wanted = new Map<string, number>();
  if (!payment.terms) return wanted;
  const kept = keptOf(payment);
  const add = (rest: number, sign: 1 | -1) => {
    for (const { personId, amount: share } of sharesInCustody(payment.terms as Terms, payment, rest))
      if (personId) wanted.set(personId, (wanted.get(personId) ?? 0) + sign * share);
  };
  add(kept, 1);
  add(kept - amount, -1);
  return new Map([...wanted].filter(([, share]) => share > 0));
}

/** Selects the holds of the sale that no dispute has; those that would be released last come first, and are taken first. */
const selectFree = (platformId: string, paymentId: string): Statement<HoldRow> => ({
  text: `SELECT id, person_id, amount FROM ledger_hold
    WHERE platform_id = $1 AND payment_id = $2 AND state = 'OPEN' AND dispute_id IS NULL AND amount > 0
    ORDER BY release_at DESC NULLS FIRST, id FOR UPDATE`,
  values: [platformId, paymentId],
});

const assignHolds = (platformId: string, disputeId: string, holdIds: string[]): Statement => ({
  text: 'UPDATE ledger_hold SET dispute_id = $2 WHERE platform_id = $1 AND id = ANY($3::uuid[])',
  values: [platformId, disputeId, holdIds],
});

const sumHeld = (platformId: string, disputeId: string): Statement<{ held: number }> => ({
  text: `SELECT coalesce(sum(amount), 0)::bigint AS held FROM ledger_hold
    WHERE platform_id = $1 AND dispute_id = $2 AND state = 'OPEN'`,
  values: [platformId, disputeId],
});

/**
 * Stops the release of the sale's holds, each hold as a whole, and freezes the rest from people's available balances, as far as they
 * reach. Returns the cents that are held. The caller has locked the payment.
 */
export async function holdDisputed(
  transaction: Transaction,
  payment: Payment,
  { disputeId, amount, now }: { disputeId: string; amount: number; now: Date },
): Promise<number> {
  const { platformId, currency } = payment;
  const wanted = sharesInQuestion(payment, amount);
  if (wanted.size === 0) return 0;
  await transaction.run(lockAccounts(platformId, [...wanted.keys()], currency));
  const assigned: string[] = [];
  for (const { id, personId, amount: held } of await transaction.list(selectFree(platformId, payment.id))) {
    const missing = wanted.get(personId) ?? 0;
    if (missing <= 0) continue;
    assigned.push(id);
    wanted.set(personId, missing - held);
  }
  await transaction.run(assignHolds(platformId, disputeId, assigned));
  const entries = [...wanted]
    .filter(([, missing]) => missing > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([ownerId, missing]): Movement => ({ kind: 'FREEZE', ownerId, amount: missing, disputeId }));
  if (entries.length > 0) {
    const facts = { kind: 'DISPUTE_HELD', source: `dispute:${disputeId}:opened`, currency, occurredAt: now } as const;
    await transaction.run(post(platformId, { ...facts, paymentId: payment.id, entries }));
  }
  const sum = await transaction.find(sumHeld(platformId, disputeId));
  return sum?.held ?? 0;
}

const selectOwners = (platformId: string, disputeId: string): Statement<{ personId: string }> => ({
  text: 'SELECT DISTINCT person_id FROM ledger_hold WHERE platform_id = $1 AND dispute_id = $2',
  values: [platformId, disputeId],
});

/** Returns the sale's own holds to their schedule: they are released when they are due. */
const resumeHolds = (platformId: string, disputeId: string): Statement => ({
  text: `UPDATE ledger_hold SET dispute_id = NULL WHERE platform_id = $1 AND dispute_id = $2 AND reason <> 'DISPUTE'`,
  values: [platformId, disputeId],
});

const selectFrozen = (platformId: string, disputeId: string): Statement<HoldRow> => ({
  text: `SELECT id, person_id, amount FROM ledger_hold
    WHERE platform_id = $1 AND dispute_id = $2 AND reason = 'DISPUTE' AND state = 'OPEN' ORDER BY person_id, id FOR UPDATE`,
  values: [platformId, disputeId],
});

/** Releases the money that the dispute still holds. A lost dispute has taken its money out of the holds before. */
export async function releaseDisputed(
  transaction: Transaction,
  platformId: string,
  { disputeId, paymentId, currency, now }: { disputeId: string; paymentId: string; currency: Currency; now: Date },
): Promise<void> {
  const owners = await transaction.list(selectOwners(platformId, disputeId));
  if (owners.length === 0) return;
  const people = owners.map(({ personId }) => personId);
  await transaction.run(lockAccounts(platformId, people, currency));
  await transaction.run(resumeHolds(platformId, disputeId));
  const frozen = await transaction.list(selectFrozen(platformId, disputeId));
  if (frozen.length === 0) return;
  const facts = { kind: 'DISPUTE_RELEASED', source: `dispute:${disputeId}:closed`, currency, occurredAt: now } as const;
  const entries = frozen.map(
    ({ id, personId }): Movement => ({ kind: 'RELEASE', ownerId: personId, holdId: id, state: 'RELEASED' }),
  );
  await transaction.run(post(platformId, { ...facts, paymentId, entries }));
}
