/** Takes an open withdrawal one step further. */
import type { FastifyInstance } from 'fastify';
import { isCallRunning } from '../provider-orders/service.ts';
import { findSendingConnection, holdWithdrawal, lookUpWithdrawal, sendWithdrawal } from './provider-calls.ts';
import { finishWithdrawal } from './reports.ts';
import { markUnknown } from './sending-model.ts';
import { selectWithdrawal, type WithdrawalRow } from './withdrawal-model.ts';

export const findWithdrawal = async (
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  id: string,
): Promise<WithdrawalRow | null> =>
  (await app.database.find(platformId, selectWithdrawal(platformId, id), true)) ?? null;

export async function advanceWithdrawal(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const row = await findWithdrawal(app, platformId, id);
  if (row?.state === 'WAITING' || row?.state === 'APPROVED') {
    const hold = await app.readOutgoingHold();
    if (hold) await holdWithdrawal(app, platformId, row, hold);
    else if (row.state === 'APPROVED') await sendWithdrawal(app, platformId, row);
    else if (!row.isReachable) await returnMoney(app, platformId, row);
  }
  if (row?.state === 'SENDING') await endLostCall(app, platformId, row);
  if (row?.state === 'SENT' || row?.state === 'UNKNOWN') await lookUpWithdrawal(app, platformId, row);
}

/** The destination was removed before the withdrawal was approved. */
const returnMoney = (app: FastifyInstance, platformId: string, row: WithdrawalRow) =>
  finishWithdrawal(app, platformId, row, {
    from: ['WAITING'],
    to: 'FAILED',
    reason: 'DESTINATION_REMOVED',
    at: app.clock.now(),
  });

/** The node died in the call, or it would have written the answer by now: the money may be gone. */
async function endLostCall(app: FastifyInstance, platformId: string, row: WithdrawalRow): Promise<void> {
  const now = app.clock.now();
  const connection = await findSendingConnection(app, platformId, row);
  const mayRun = connection !== null && row.sentAt !== null && isCallRunning(connection, row.sentAt, now);
  if (mayRun && !(row.nodeId && (await app.nodes.isGone(row.nodeId)))) return;
  if ((await app.database.run(platformId, markUnknown(platformId, row.id, now))) !== 1) return;
  app.log.error({ alert: 'withdrawal-unknown', withdrawalId: row.id }, 'The call of a withdrawal was interrupted');
  app.payouts.wake();
}
