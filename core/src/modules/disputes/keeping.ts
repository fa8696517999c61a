/** Money of a sale that is kept aside while somebody decides whose it is, and given back to its owners afterwards. */
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
 * Cents of each person's share that are in question when so much of the price is. What is at people's receivers is none of
 * ours: its provider takes it back there.
 */
export function sharesInQuestion(payment: Payment, amount: number): Map<string, number> {
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

/** In the order they are asked for: the ones that would be released last are kept first. */
const selectFree = (platformId: string, paymentId: string): Statement<HoldRow> => ({
  text: `SELECT id, person_id AS "personId", amount FROM ledger_hold
    WHERE platform_id = $1 AND payment_id = $2 AND state = 'OPEN' AND dispute_id IS NULL AND amount > 0
    ORDER BY release_at DESC NULLS FIRST, id FOR UPDATE`,
  values: [platformId, paymentId],
});

const keep = (platformId: string, disputeId: string, holdIds: string[]): Statement => ({
  text: 'UPDATE ledger_hold SET dispute_id = $2 WHERE platform_id = $1 AND id = ANY($3::uuid[])',
  values: [platformId, disputeId, holdIds],
});

const sumKept = (platformId: string, disputeId: string): Statement<{ held: number }> => ({
  text: `SELECT coalesce(sum(amount), 0)::bigint AS held FROM ledger_hold
    WHERE platform_id = $1 AND dispute_id = $2 AND state = 'OPEN'`,
  values: [platformId, disputeId],
});

/**
 * Keeps what is held of the sale from being released, each part of it whole, and takes what is missing out of what was
 * released already, as far as that goes. Answers how much is kept. The payment is locked by whoever calls.
 */
export async function keepAside(
  transaction: Transaction,
  payment: Payment,
  { disputeId, amount, now }: { disputeId: string; amount: number; now: Date },
): Promise<number> {
  const { platformId, currency } = payment;
  const wanted = sharesInQuestion(payment, amount);
  if (wanted.size === 0) return 0;
  await transaction.run(lockAccounts(platformId, [...wanted.keys()], currency));
  const kept: string[] = [];
  for (const { id, personId, amount: held } of await transaction.list(selectFree(platformId, payment.id))) {
    const missing = wanted.get(personId) ?? 0;
    if (missing <= 0) continue;
    kept.push(id);
    wanted.set(personId, missing - held);
  }
  await transaction.run(keep(platformId, disputeId, kept));
  const entries = [...wanted]
    .filter(([, missing]) => missing > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([ownerId, missing]): Movement => ({ kind: 'FREEZE', ownerId, amount: missing, disputeId }));
  if (entries.length > 0) {
    const facts = { kind: 'DISPUTE_HELD', source: `dispute:${disputeId}:opened`, currency, occurredAt: now } as const;
    await transaction.run(post(platformId, { ...facts, paymentId: payment.id, entries }));
  }
  const sum = await transaction.find(sumKept(platformId, disputeId));
  return sum?.held ?? 0;
}

const selectKeepers = (platformId: string, disputeId: string): Statement<{ personId: string }> => ({
  text: 'SELECT DISTINCT person_id AS "personId" FROM ledger_hold WHERE platform_id = $1 AND dispute_id = $2',
  values: [platformId, disputeId],
});

/** Held for reasons of their own: those run on from where they stopped. */
const letGo = (platformId: string, disputeId: string): Statement => ({
  text: `UPDATE ledger_hold SET dispute_id = NULL WHERE platform_id = $1 AND dispute_id = $2 AND reason <> 'DISPUTE'`,
  values: [platformId, disputeId],
});

const selectFrozen = (platformId: string, disputeId: string): Statement<HoldRow> => ({
  text: `SELECT id, person_id AS "personId", amount FROM ledger_hold
    WHERE platform_id = $1 AND dispute_id = $2 AND reason = 'DISPUTE' AND state = 'OPEN' ORDER BY person_id, id FOR UPDATE`,
  values: [platformId, disputeId],
});

/** Gives back what is still kept; what the outcome took is gone from it by then. */
export async function releaseKept(
  transaction: Transaction,
  platformId: string,
  { disputeId, paymentId, currency, now }: { disputeId: string; paymentId: string; currency: Currency; now: Date },
): Promise<void> {
  const keepers = await transaction.list(selectKeepers(platformId, disputeId));
  if (keepers.length === 0) return;
  const people = keepers.map(({ personId }) => personId);
  await transaction.run(lockAccounts(platformId, people, currency));
  await transaction.run(letGo(platformId, disputeId));
  const frozen = await transaction.list(selectFrozen(platformId, disputeId));
  if (frozen.length === 0) return;
  const facts = { kind: 'DISPUTE_RELEASED', source: `dispute:${disputeId}:closed`, currency, occurredAt: now } as const;
  const entries = frozen.map(
    ({ id, personId }): Movement => ({ kind: 'RELEASE', ownerId: personId, holdId: id, state: 'RELEASED' }),
  );
  await transaction.run(post(platformId, { ...facts, paymentId, entries }));
}
