/** Finding out what became of a withdrawal whose end nobody has told us: by asking its provider, never by sending it again. */
import { isProviderError } from '@feira/plugin-kit';
import type { WithdrawResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import { type Connection, callDeadlineMs, callProvider, findConnection } from '../connections/service.ts';
import { withToken } from '../receivers/service.ts';
import { end, learn } from './provider-words.ts';
import { nextLook } from './schedule.ts';
import { sendWithdrawal } from './sending.ts';
import { countLook, loseAnswer } from './sending-model.ts';
import { selectWithdrawal, type WithdrawalRow } from './withdrawal-model.ts';
import { tellDeciders } from './withdrawals.ts';

/** Looks that find nothing before "it never arrived" is believed. */
const MISSES_WANTED = 2;
/** A provider that cannot be reached for as many looks: somebody should know. */
const LOOKS_UNTIL_TOLD = 4;

export const findWithdrawal = async (
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  id: string,
): Promise<WithdrawalRow | null> => {
  const [result] = await app.database.read(platformId, [selectWithdrawal(platformId, id)], true);
  return result.rows[0] ?? null;
};

/** One step of one open withdrawal. */
export async function advanceWithdrawal(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  const row = await findWithdrawal(app, platformId, id);
  if (row?.state === 'WAITING' && !row.isReachable) await giveBack(app, platformId, row);
  if (row?.state === 'APPROVED') await sendWithdrawal(app, platformId, row);
  if (row?.state === 'SENDING') await giveUpCall(app, platformId, row);
  if (row?.state === 'SENT' || row?.state === 'UNKNOWN') await lookAt(app, platformId, row);
}

/** Where it should go was removed before anybody approved it. */
const giveBack = (app: FastifyInstance, platformId: string, row: WithdrawalRow) =>
  end(app, platformId, row, { from: ['WAITING'], to: 'FAILED', reason: 'DESTINATION_REMOVED', at: app.clock.now() });

/** Its node died in the call, or would have written the answer by now: the money may be gone. */
async function giveUpCall(app: FastifyInstance, platformId: string, row: WithdrawalRow): Promise<void> {
  const connection = await findOwn(app, platformId, row);
  if (connection && mayBeCalling(app, row, connection)) return;
  const [lost] = await app.database.write(platformId, [loseAnswer(platformId, row.id, app.clock.now())]);
  if (lost?.rowCount !== 1) return;
  app.log.error({ alert: 'withdrawal-unknown', withdrawalId: row.id }, 'The call of a withdrawal was interrupted');
  app.payouts.wake();
}

const findOwn = (app: FastifyInstance, platformId: string, row: WithdrawalRow): Promise<Connection | null> =>
  findConnection(app, platformId, row.connectionId ?? '', row.providerVersion ?? undefined);

const endOfCall = (row: WithdrawalRow, connection: Connection): number =>
  (row.sentAt?.getTime() ?? 0) + callDeadlineMs(connection);

const mayBeCalling = (app: FastifyInstance, row: WithdrawalRow, connection: Connection): boolean =>
  app.clock.now().getTime() < endOfCall(row, connection);

/** The call may be under way, or what it made not shown by look-ups yet: "not found" means nothing. */
const mayStillAppear = (app: FastifyInstance, row: WithdrawalRow, connection: Connection): boolean =>
  app.clock.now().getTime() < endOfCall(row, connection) + connection.manifest.lookup.lagSeconds * 1_000;

const canBeAsked = (row: WithdrawalRow, { manifest }: Connection): boolean =>
  manifest.operations.includes('getWithdraw') &&
  (row.providerWithdrawId !== null || manifest.lookup.withdrawByReference === true);

/** Whether the provider itself answered, whatever it said. `hint`: what somebody calls it who has proved nothing. */
export async function lookAt(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  hint?: string,
): Promise<boolean> {
  const connection = await findOwn(app, platformId, row);
  const isHelpful = row.providerWithdrawId === null && !connection?.manifest.lookup.withdrawByReference;
  const hinted = hint && isHelpful ? { ...row, providerWithdrawId: hint } : row;
  if (!connection || !canBeAsked(hinted, connection)) {
    await leaveToPeople(app, platformId, row, connection !== null);
    return false;
  }
  try {
    const found = await callProvider(
      connection,
      'getWithdraw',
      toLookup(await withToken(app, connection, hinted)),
      null,
    );
    if (!found) await miss(app, platformId, hinted, connection);
    else if (isOurs(found, row)) await learn(app, platformId, row, connection, found);
    else await reportReferenceMismatch(app, platformId, row);
    return true;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, withdrawalId: row.id }, 'A withdrawal could not be looked up');
    await keepLooking(app, platformId, row);
    return false;
  }
}

const toLookup = (row: WithdrawalRow) => ({
  withdrawReference: row.id,
  ...(row.providerWithdrawId !== null && { withdrawId: row.providerWithdrawId }),
  ...(row.receiverId !== null && { receiverId: row.receiverId }),
  ...(row.receiverToken !== null && { receiverToken: row.receiverToken }),
});

/** One we have never seen must carry our reference; one we know may leave it out, but not carry another. */
const isOurs = (found: WithdrawResult, row: WithdrawalRow): boolean =>
  found.reference === undefined ? row.providerWithdrawId === found.withdrawId : found.reference === row.id;

async function reportReferenceMismatch(app: FastifyInstance, platformId: string, row: WithdrawalRow): Promise<void> {
  app.log.error(
    { alert: 'reference-mismatch', withdrawalId: row.id },
    'A provider answered with the withdrawal of somebody else',
  );
  await keepLooking(app, platformId, row);
}

async function keepLooking(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  { isMiss = false, isTold = row.state === 'UNKNOWN' && row.checks + 1 >= LOOKS_UNTIL_TOLD } = {},
): Promise<void> {
  const nextCheckAt = nextLook(app.clock.now(), row.checks);
  await app.database.write(platformId, [
    countLook(platformId, row.id, { isMiss, nextCheckAt }),
    ...(isTold ? [tellDeciders(platformId, row, 'payout.unknown')] : []),
  ]);
}

/** The provider knows nothing of it. Believed where it was asked by our reference, late enough, and more than once. */
async function miss(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
): Promise<void> {
  if (row.providerWithdrawId !== null) {
    app.log.error(
      { alert: 'withdrawal-vanished', withdrawalId: row.id },
      'A provider does not know a withdrawal by the id it is said to have',
    );
    return keepLooking(app, platformId, row, { isTold: true });
  }
  if (mayStillAppear(app, row, connection)) return keepLooking(app, platformId, row);
  if (row.misses + 1 < MISSES_WANTED) return keepLooking(app, platformId, row, { isMiss: true });
  await end(app, platformId, row, { from: ['UNKNOWN'], to: 'FAILED', reason: 'NOT_FOUND', at: app.clock.now() });
}

/** Nobody answers by our reference, or its connection is not there: an event may still come, and a person may look. */
async function leaveToPeople(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  isFinal: boolean,
): Promise<void> {
  if (row.state !== 'SENT' && row.state !== 'UNKNOWN') return;
  app.log.error(
    { alert: 'withdrawal-left', withdrawalId: row.id, state: row.state },
    'Only a person can find out what became of a withdrawal',
  );
  const nextCheckAt = isFinal ? null : nextLook(app.clock.now(), row.checks);
  await app.database.write(platformId, [
    countLook(platformId, row.id, { isMiss: false, nextCheckAt }),
    tellDeciders(platformId, row, 'payout.unknown'),
  ]);
}
