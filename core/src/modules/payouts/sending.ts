/** Sending a withdrawal that was approved: once, whatever happens to the answer. */
import { isProviderError } from '@feira/plugin-kit';
import type { WithdrawRequest } from '@feira/schemas/provider';
import { documentType } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { type Connection, callDeadlineMs, callProvider } from '../connections/service.ts';
import { withToken } from '../receivers/service.ts';
import { choosePayer, readPayers } from './payers.ts';
import { end, learn } from './provider-words.ts';
import { MOST_TRIES, nextLook, nextTry } from './schedule.ts';
import { claimSending, countTry, loseAnswer, putBack } from './sending-model.ts';
import type { WithdrawalRow } from './withdrawal-model.ts';

/** For a node to write down the answer of a call that ended at its deadline. */
const GRACE_MS = 30_000;
const DESCRIPTION = 'Saque';

const optional = <K extends string, V>(name: K, value: V | null) =>
  (value === null ? {} : { [name]: value }) as { [key in K]?: NonNullable<V> };

function toRequest(row: WithdrawalRow): WithdrawRequest {
  const type = documentType(row.holderDocument ?? '');
  const request: WithdrawRequest = {
    withdrawReference: row.id,
    paymentMethod: row.method,
    amount: row.amount - row.fee,
    description: DESCRIPTION,
    name: row.holderName,
    email: row.personEmail,
    ...optional('document', row.holderDocument),
    ...optional('documentType', type),
  };
  if (row.method === 'RECEIVER')
    return { ...request, ...optional('receiverId', row.receiverId), ...optional('receiverToken', row.receiverToken) };
  if (row.method === 'PIX')
    return { ...request, ...optional('pixKey', row.pixKey), ...optional('pixType', row.pixType) };
  return {
    ...request,
    ...optional('bankCode', row.bankCode),
    ...optional('branchNumber', row.branchNumber),
    ...optional('branchDigit', row.branchDigit),
    ...optional('accountNumber', row.accountNumber),
    ...optional('accountDigit', row.accountDigit),
    ...optional('accountType', row.accountType as WithdrawRequest['accountType'] | null),
    accountHolder: row.holderName,
    ...optional('accountDocument', row.holderDocument),
  };
}

export async function sendWithdrawal(app: FastifyInstance, platformId: string, row: WithdrawalRow): Promise<void> {
  if (!row.isReachable) return fail(app, platformId, row, 'DESTINATION_REMOVED');
  const { method, connectionId, receiverConnectionId } = row;
  const wanted = { method, connectionId: connectionId ?? receiverConnectionId };
  const connection = choosePayer(await readPayers(app, platformId), wanted);
  const now = app.clock.now();
  if (!connection) {
    app.log.error({ alert: 'withdrawal-unsendable', withdrawalId: row.id }, 'No connection sends a withdrawal');
    if (row.tries + 1 >= MOST_TRIES) return fail(app, platformId, row, 'UNAVAILABLE');
    await app.database.run(
      platformId,
      countTry(platformId, row.id, { reason: 'PAYER_DISABLED', nextCheckAt: nextTry(now, row.tries) }),
    );
    return;
  }
  const claim = {
    connectionId: connection.id,
    providerVersion: connection.version,
    now,
    overAt: new Date(now.getTime() + callDeadlineMs(connection) + GRACE_MS),
  };
  const [claimed] = await app.database.write(platformId, [claimSending(platformId, row.id, claim)]);
  if (claimed?.rowCount !== 1) return;
  const sending = { ...row, connectionId: connection.id, tries: row.tries + 1, sentAt: now };
  await call(app, platformId, sending, connection);
}

const fail = (app: FastifyInstance, platformId: string, row: WithdrawalRow, reason: string) =>
  end(app, platformId, row, { from: ['APPROVED', 'SENDING'], to: 'FAILED', reason, at: app.clock.now() });

async function call(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
): Promise<void> {
  const ready = await withToken(app, connection, row);
  const answer = await callProvider(connection, 'withdraw', toRequest(ready), null).then(
    (said) => ({ said }),
    (error: unknown) => ({ error }),
  );
  if ('error' in answer) return misfortune(app, platformId, row, answer.error);
  await learn(app, platformId, row, connection, answer.said);
}

/** Only what surely moved nothing may be tried again or given back. */
async function misfortune(app: FastifyInstance, platformId: string, row: WithdrawalRow, error: unknown): Promise<void> {
  const now = app.clock.now();
  const context = { err: error, withdrawalId: row.id, connectionId: row.connectionId };
  if (!isProviderError(error) || error.outcome === 'UNKNOWN') {
    app.log.error({ alert: 'withdrawal-unknown', ...context }, 'The answer to a withdrawal was lost');
    await app.database.run(platformId, loseAnswer(platformId, row.id, nextLook(now, 0)));
    return;
  }
  app.log.error({ alert: 'withdrawal-failed', ...context }, 'A withdrawal could not be sent');
  const mayTryAgain = error.outcome === 'NOT_SENT' && error.code === 'UNAVAILABLE';
  if (!mayTryAgain) return fail(app, platformId, row, 'WITHDRAW_FAILED');
  if (row.tries >= MOST_TRIES) return fail(app, platformId, row, 'UNAVAILABLE');
  await app.database.run(
    platformId,
    putBack(platformId, row.id, { reason: 'PAYER_BUSY', nextCheckAt: nextTry(now, row.tries) }),
  );
}
