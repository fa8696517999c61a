/** Applies what a provider reports about a withdrawal: in its answer, in a lookup, or in an event. */
import type { WithdrawResult, WithdrawStatus } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { addToMemo } from '../../shared/memo.ts';
import type { Connection } from '../connections/service.ts';
import { readOrderStatus } from '../provider-orders/service.ts';
import { closeWithdrawal } from './closing.ts';
import { nextLookup } from './schedule.ts';
import { AT_PROVIDER, markSent } from './sending-model.ts';
import {
  type Ending,
  keepReported,
  lockWithdrawal,
  markContradicted,
  type Settlement,
  selectBelief,
  selectWithdrawal,
  type WithdrawalRow,
} from './withdrawal-model.ts';
import { notifyDeciders } from './withdrawals.ts';

export type WithdrawalReport = Pick<WithdrawResult, 'providerStatus' | 'amount' | 'reason' | 'memo'> & {
  withdrawId?: string | undefined;
};

const LONGEST_REASON = 300;
/** A withdrawal that is still under way after this number of lookups, about a day, is reported to people. */
const LOOKUPS_UNTIL_NOTIFIED = 9;

/** A provider that calls a withdrawal paid and names an amount of 0 contradicts itself: it is asked again, and people look (`withdrawal-amount`). */
function readStatus(
  app: FastifyInstance,
  connection: Connection,
  { providerStatus, amount }: WithdrawalReport,
): WithdrawStatus {
  const status = readOrderStatus(app, connection, 'withdraw', providerStatus);
  return status === 'APPROVED' && amount === 0 ? 'PENDING' : status;
}

/** Writes what follows from a report. Repeated, or after the withdrawal has ended, the report changes nothing. */
export async function applyReport(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
  report: WithdrawalReport,
): Promise<void> {
  const status = readStatus(app, connection, report);
  if (report.amount !== undefined && report.amount !== row.amount - row.fee)
    app.log.error(
      { alert: 'withdrawal-amount', withdrawalId: row.id, wanted: row.amount - row.fee, reported: report.amount },
      'A provider speaks of another amount than the one it was asked to send',
    );
  const now = app.clock.now();
  const memo = addToMemo(row.memo, report.memo);
  if (status === 'PENDING') {
    const { withdrawId, providerStatus } = report;
    const sent = { withdrawId, providerStatus, memo, nextCheckAt: nextLookup(now, row.checks) };
    const isLong = row.state === 'SENT' && row.checks + 1 >= LOOKUPS_UNTIL_NOTIFIED;
    await app.database.write(platformId, [
      markSent(platformId, row.id, sent),
      ...(isLong ? [notifyDeciders(platformId, row, 'payout.unknown')] : []),
    ]);
    return;
  }
  const isPaid = status === 'APPROVED';
  await finishWithdrawal(app, platformId, row, {
    from: AT_PROVIDER,
    to: isPaid ? 'PAID' : 'FAILED',
    reason: isPaid ? null : report.reason?.slice(0, LONGEST_REASON) || 'WITHDRAW_FAILED',
    providerStatus: report.providerStatus,
    providerWithdrawId: report.withdrawId ?? null,
    memo,
    at: now,
  });
}

/**
 * Applies the word of a provider that cannot be asked and does not sign what it says. A stranger who learned its secret could say it as well, so the
 * first event that tells an end is only kept, and people are told; a second one that says the same ends the withdrawal. Platforms may choose
 * to believe the first (`withdrawals.believesEvents`).
 */
export async function applyHearsay(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
  { requestId, ...report }: WithdrawalReport & { requestId: string },
): Promise<void> {
  const status = readStatus(app, connection, report);
  if (status === 'PENDING') return;
  const outcome = status === 'APPROVED' ? 'PAID' : 'FAILED';
  const isConfirmed = await app.database.transaction(platformId, async (transaction) => {
    const locked = await transaction.find(lockWithdrawal(platformId, row.id));
    if (!locked || locked.closedAt !== null) return true;
    // A request is one event, however often it is processed and whatever it repeats.
    if (locked.reported?.requestId === requestId) return false;
    const isOurs = report.amount === undefined || report.amount === row.amount - row.fee;
    if (isOurs && locked.reported?.outcome === outcome) return true;
    if (isOurs && locked.reported === null && (await transaction.find(selectBelief(platformId)))?.isChosen) return true;
    await transaction.runAll([
      ...(isOurs ? [keepReported(platformId, row.id, { outcome, requestId })] : []),
      notifyDeciders(platformId, row, 'payout.unknown', `reported:${outcome}`),
    ]);
    return false;
  });
  if (isConfirmed) return applyReport(app, platformId, row, connection, report);
  app.log.error(
    { alert: 'withdrawal-reported', withdrawalId: row.id, outcome },
    'A provider that cannot be asked tells the end of a withdrawal without signing it',
  );
}

/** Ends a withdrawal, or notifies people where it had ended the other way. */
export async function finishWithdrawal(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  ending: Ending,
): Promise<void> {
  const after = await app.database.transaction(platformId, async (transaction) => {
    if (await closeWithdrawal(transaction, platformId, row, ending)) return null;
    const found = await transaction.find(selectWithdrawal(platformId, row.id));
    return found ?? null;
  });
  if (!after) {
    app.log.info({ withdrawalId: row.id, state: ending.to, reason: ending.reason }, 'A withdrawal ended');
    return;
  }
  if (after.closedAt && (after.state === 'PAID') !== (ending.to === 'PAID'))
    await reportContradiction(app, platformId, after, ending.to === 'PAID' ? 'PAID' : 'FAILED');
}

/** Money left that was given back here, or came back that counts as paid: people book what happened (corrections.ts). */
async function reportContradiction(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  reported: Settlement['outcome'],
): Promise<void> {
  app.log.error(
    { alert: 'withdrawal-contradicted', withdrawalId: row.id, state: row.state },
    'A provider says the opposite of how a withdrawal ended',
  );
  await app.database.write(platformId, [
    markContradicted(platformId, row.id, reported),
    notifyDeciders(platformId, row, 'payout.unknown', `contradicted:${row.corrections}`),
  ]);
}
