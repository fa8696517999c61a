/** What a provider says of a withdrawal, from whichever side it comes: its own answer, a look, an event. */
import { mapStatus } from '@feira/plugin-kit';
import type { WithdrawResult, WithdrawStatus } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../connections/service.ts';
import { closeWithdrawal } from './closing.ts';
import { nextLook } from './schedule.ts';
import { AT_PROVIDER, markSent } from './sending-model.ts';
import { type Ending, selectWithdrawal, type WithdrawalRow } from './withdrawal-model.ts';
import { tellDeciders } from './withdrawals.ts';

export type Words = Pick<WithdrawResult, 'providerStatus' | 'amount' | 'reason'> & { withdrawId?: string | undefined };

const LONGEST_REASON = 300;
/** Still under way after about a day: somebody should ask the provider. */
const LOOKS_UNTIL_TOLD = 9;

/** A word that nobody knows never ends anything: a wrong refusal would be paid twice. */
function readStatus(app: FastifyInstance, row: WithdrawalRow, { manifest }: Connection, word: string): WithdrawStatus {
  const map = manifest.status.withdraw;
  const { status, isRecognised } = map ? mapStatus(map, word) : { status: 'PENDING' as const, isRecognised: false };
  if (isRecognised) return status;
  app.log.warn(
    { alert: 'unrecognised-withdraw-status', withdrawalId: row.id, providerStatus: word },
    'A provider used a status word of withdrawals that its manifest does not know',
  );
  return 'PENDING';
}

/** Writes what follows. Said again, or after somebody else has closed it, it changes nothing. */
export async function learn(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
  said: Words,
): Promise<void> {
  const status = readStatus(app, row, connection, said.providerStatus);
  if (said.amount !== undefined && said.amount !== row.amount - row.fee)
    app.log.error(
      { alert: 'withdrawal-amount', withdrawalId: row.id, wanted: row.amount - row.fee, said: said.amount },
      'A provider speaks of another amount than the one it was asked to send',
    );
  const now = app.clock.now();
  if (status === 'PENDING') {
    const { withdrawId, providerStatus } = said;
    const words = { withdrawId, providerStatus, nextCheckAt: nextLook(now, row.checks) };
    const isLong = row.state === 'SENT' && row.checks + 1 >= LOOKS_UNTIL_TOLD;
    await app.database.write(platformId, [
      markSent(platformId, row.id, words),
      ...(isLong ? [tellDeciders(platformId, row, 'payout.unknown')] : []),
    ]);
    return;
  }
  const isPaid = status === 'APPROVED';
  await end(app, platformId, row, {
    from: AT_PROVIDER,
    to: isPaid ? 'PAID' : 'FAILED',
    reason: isPaid ? null : said.reason?.slice(0, LONGEST_REASON) || 'WITHDRAW_FAILED',
    providerStatus: said.providerStatus,
    providerWithdrawId: said.withdrawId ?? null,
    at: now,
  });
}

/** Ends it, or tells people where it had ended the other way. */
export async function end(app: FastifyInstance, platformId: string, row: WithdrawalRow, ending: Ending): Promise<void> {
  const after = await app.database.transaction(platformId, async (transaction) => {
    if (await closeWithdrawal(transaction, platformId, row, ending)) return null;
    const found = await transaction.find(selectWithdrawal(platformId, row.id));
    return found ?? null;
  });
  if (!after) {
    app.log.info({ withdrawalId: row.id, state: ending.to, reason: ending.reason }, 'A withdrawal ended');
    return;
  }
  if (after.closedAt && (after.state === 'PAID') !== (ending.to === 'PAID')) await contradict(app, platformId, after);
}

/** Money went out that was given back here, or came back that counts as paid: only a person can put that right. */
async function contradict(app: FastifyInstance, platformId: string, row: WithdrawalRow): Promise<void> {
  app.log.error(
    { alert: 'withdrawal-contradicted', withdrawalId: row.id, state: row.state },
    'A provider says the opposite of how a withdrawal ended',
  );
  await app.database.run(platformId, tellDeciders(platformId, row, 'payout.unknown', 'contradicted'));
}
