/**
 * Ends withdrawals, in the only way there is. Every end posts under the same source, so that one of two endings posts and the other fails.
 */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { announce } from '../events/service.ts';
import { type Entry, lockAccounts, type Movement, type Posting, post } from '../ledger/model.ts';
import { prepareNotification } from '../notifications/service.ts';
import { type Ending, type EndState, endWithdrawal, type WithdrawalRow } from './withdrawal-model.ts';

type Withdrawal = Pick<
  WithdrawalRow,
  'id' | 'personId' | 'role' | 'currency' | 'amount' | 'fee' | 'method' | 'connectionId'
>;

export const reservation = (withdrawal: Omit<Withdrawal, 'connectionId'>, occurredAt: Date): Posting => ({
  kind: 'WITHDRAWAL',
  source: `withdrawal:${withdrawal.id}:requested`,
  currency: withdrawal.currency,
  occurredAt,
  entries: [
    { kind: 'AVAILABLE', ownerId: withdrawal.personId, amount: -withdrawal.amount },
    { kind: 'RESERVED', ownerId: withdrawal.personId, amount: withdrawal.amount },
  ],
  explanation: { withdrawalId: withdrawal.id, method: withdrawal.method, fee: withdrawal.fee },
});

/** The kinds by which people filter their statement. The withdrawal itself says why money came back. */
const kindOf = (to: EndState): Posting['kind'] => (to === 'PAID' ? 'WITHDRAWAL_PAID' : 'WITHDRAWAL_FAILED');

/** Paid money has left through its connection. What comes back pays debts first, like any other money. */
function closing(withdrawal: Withdrawal, to: EndState, occurredAt: Date): Posting {
  const { id, personId, amount, fee, connectionId } = withdrawal;
  const entries: (Entry | Movement)[] = [{ kind: 'RESERVED', ownerId: personId, amount: -amount }];
  if (to !== 'PAID') entries.push({ kind: 'GIVE', ownerId: personId, amount });
  else if (!connectionId) throw new Error('A withdrawal that was never sent cannot have been paid.');
  else entries.push({ kind: 'PROVIDER', ownerId: connectionId, amount: amount - fee });
  if (to === 'PAID' && fee > 0) entries.push({ kind: 'PLATFORM_FEES', amount: fee });
  return {
    kind: kindOf(to),
    source: `withdrawal:${id}:closed`,
    currency: withdrawal.currency,
    occurredAt,
    entries,
    explanation: { withdrawalId: id, method: withdrawal.method },
  };
}

/** Returns false and changes nothing where the withdrawal had ended before. Accounts are locked before the row, as everywhere. */
export async function closeWithdrawal(
  transaction: Transaction,
  platformId: string,
  withdrawal: Withdrawal,
  ending: Ending,
): Promise<boolean> {
  const { id, personId, currency } = withdrawal;
  await transaction.run(lockAccounts(platformId, [personId], currency));
  const ended = await transaction.find(endWithdrawal(platformId, id, ending));
  if (!ended) return false;
  const posting = closing(withdrawal, ending.to, ending.at);
  const posted = await transaction.find(post(platformId, posting));
  if (!posted?.isNew) throw new Error(`The withdrawal ${id} was closed in the ledger before.`);
  await transaction.run(announcePayout(platformId, withdrawal, ending.to));
  // The person who cancels needs no notification.
  if (ending.to !== 'CANCELED') await transaction.runAll([notifyOwnerOf(platformId, withdrawal, ending)]);
  return true;
}

/**
 * The posting that turns the end of a withdrawal into the opposite one: money that was returned to its owner is taken out again, or money
 * that counts as paid is returned.
 */
export function correction(
  withdrawal: Withdrawal & { corrections: number },
  to: 'PAID' | 'FAILED',
  occurredAt: Date,
): Posting {
  const { id, personId, amount, fee, connectionId, corrections } = withdrawal;
  if (!connectionId) throw new Error('A withdrawal that was never sent cannot have been contradicted.');
  const sign = to === 'PAID' ? 1 : -1;
  const entries: (Entry | Movement)[] = [
    { kind: to === 'PAID' ? 'TAKE' : 'GIVE', ownerId: personId, amount: -sign * amount },
    { kind: 'PROVIDER', ownerId: connectionId, amount: sign * (amount - fee) },
  ];
  if (fee > 0) entries.push({ kind: 'PLATFORM_FEES', amount: sign * fee });
  return {
    kind: kindOf(to),
    source: `withdrawal:${id}:corrected:${corrections + 1}`,
    currency: withdrawal.currency,
    occurredAt,
    entries,
    explanation: { withdrawalId: id, method: withdrawal.method, correction: corrections + 1 },
  };
}

const PAYOUT_EVENTS = { PAID: 'payout.paid', CANCELED: 'payout.canceled' } as const;

/** Announces a withdrawal that was requested, or how it ended; `correction` counts the times that the end turned out another. */
export const announcePayout = (
  platformId: string,
  { id, personId, method, amount, fee, currency }: Omit<Withdrawal, 'role' | 'connectionId'>,
  to: EndState | 'REQUESTED',
  correction = 0,
): Statement =>
  announce(platformId, {
    type:
      to === 'REQUESTED'
        ? 'payout.requested'
        : to in PAYOUT_EVENTS
          ? PAYOUT_EVENTS[to as keyof typeof PAYOUT_EVENTS]
          : 'payout.failed',
    key: `${id}:${correction}`,
    sellerId: personId,
    subjectId: id,
    data: { payout: { id, personId, method, amount, fee, currency } },
  });

/** `cause` tells a further notification about the same withdrawal from the first. */
export const notifyOwnerOf = (
  platformId: string,
  { id, personId, role, amount, currency }: Withdrawal,
  { to }: Pick<Ending, 'to'>,
  cause = 'closed',
) =>
  prepareNotification(platformId, personId, {
    type: to === 'PAID' ? 'payout.paid' : 'payout.failed',
    parameters: { amount, currency },
    href: role === 'manager' ? `${DASHBOARD_PATHS.manager}/dashboard` : `${DASHBOARD_PATHS.seller}/financial`,
    source: `withdrawal:${id}:${cause}`,
  });
