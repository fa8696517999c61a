/** Makes the calls of withdrawals: one is sent once, whatever happens to its answer; afterwards its provider is only asked about it. */
import type { WebhookResult, WithdrawRequest, WithdrawResult } from '@feira/schemas/provider';
import { documentType } from '@feira/schemas/rules/document';
import { isAskable, isKnownById } from '@feira/schemas/rules/withdrawal-lookup';
import type { FastifyInstance } from 'fastify';
import type { OutgoingHold } from '../../plugins/outgoing-hold.ts';
import { addToMemo, withMemo } from '../../shared/memo.ts';
import { type Connection, callProvider, findConnection } from '../connections/service.ts';
import {
  callLookup,
  callOrder,
  endOfCall,
  type LookupOutcome,
  lookUpOrder,
  notBefore,
  readOrderStatus,
  type SentOrder,
} from '../provider-orders/service.ts';
import { withToken } from '../receivers/service.ts';
import { choosePayer, listSenders, readPayers } from './payers.ts';
import { applyReport, finishWithdrawal } from './reports.ts';
import { LATE_MS, MOST_TRIES, nextLookup, nextTry } from './schedule.ts';
import {
  claimSending,
  countLookup,
  countTry,
  type FruitlessLookup,
  keepHeld,
  markUnknown,
  RESTORED,
  returnToApproved,
  returnUnsent,
  suspectSent,
} from './sending-model.ts';
import type { WithdrawalRow } from './withdrawal-model.ts';
import { notifyDeciders } from './withdrawals.ts';

const DESCRIPTION = 'Saque';

const optional = <K extends string, V>(name: K, value: V | null) =>
  (value === null ? {} : { [name]: value }) as { [key in K]?: NonNullable<V> };

function toRequest(row: WithdrawalRow, webhookUrl: string): WithdrawRequest {
  const type = documentType(row.holderDocument ?? '');
  const request: WithdrawRequest = {
    withdrawReference: row.id,
    paymentMethod: row.method,
    amount: row.amount - row.fee,
    description: DESCRIPTION,
    webhookUrl,
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

/** Sends a withdrawal that was approved. */
export async function sendWithdrawal(app: FastifyInstance, platformId: string, row: WithdrawalRow): Promise<void> {
  if (!row.isReachable) return failWithdrawal(app, platformId, row, 'DESTINATION_REMOVED');
  const { method, connectionId, receiverConnectionId } = row;
  const wanted = { method, connectionId: connectionId ?? receiverConnectionId };
  const connection = choosePayer(await readPayers(app, platformId), wanted);
  const now = app.clock.now();
  if (!connection) {
    app.log.error({ alert: 'withdrawal-unsendable', withdrawalId: row.id }, 'No connection sends a withdrawal');
    if (row.tries + 1 >= MOST_TRIES) return failWithdrawal(app, platformId, row, 'UNAVAILABLE');
    const wait = { reason: 'PAYER_DISABLED', nextCheckAt: nextTry(now, row.tries) } as const;
    await app.database.run(platformId, countTry(platformId, row.id, wait));
    return;
  }
  const { id: payerId, version: providerVersion } = connection;
  const claim = {
    connectionId: payerId,
    providerVersion,
    nodeId: app.nodes.id,
    now,
    overAt: endOfCall(connection, now),
  };
  if ((await app.database.run(platformId, claimSending(platformId, row.id, claim))) !== 1) return;
  await callWithdraw(app, platformId, { ...row, connectionId: payerId, tries: row.tries + 1, sentAt: now }, connection);
}

/** The time after which a held withdrawal is looked at again, in case no node announces the end of the hold. */
const HELD_MS = 300_000;

/**
 * Does not send a withdrawal while money is held. One from before the hold may have been sent already: it is looked up as if the answer of
 * its call had been lost, once, and is then as before.
 */
export async function holdWithdrawal(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  { beganAt }: OutgoingHold,
): Promise<void> {
  const now = app.clock.now();
  const isKnown = row.createdAt >= beganAt || (row.sentAt !== null && row.sentAt >= beganAt);
  const keep = async () => {
    const nextCheckAt = new Date(now.getTime() + HELD_MS);
    await app.database.run(platformId, keepHeld(platformId, row.id, nextCheckAt, !isKnown));
  };
  if (isKnown) return keep();
  const { method, connectionId, receiverConnectionId } = row;
  const known = connectionId ?? receiverConnectionId;
  const [first, ...others] = listSenders((await readPayers(app, platformId)).connections, {
    method,
    connectionId: known,
  });
  if (!first) {
    app.log.error({ alert: 'withdrawal-unsendable', withdrawalId: row.id }, 'No connection knows of a withdrawal');
    return keep();
  }
  const suspicion = {
    connectionId: first.id,
    providerVersion: first.version,
    others: known ? null : others.map(({ id }) => id),
    now: new Date(Math.max(now.getTime(), beganAt.getTime())),
    overAt: now,
  };
  if ((await app.database.run(platformId, suspectSent(platformId, row.id, suspicion))) === 1) app.payouts.wake();
}

const failWithdrawal = (app: FastifyInstance, platformId: string, row: WithdrawalRow, reason: string) =>
  finishWithdrawal(app, platformId, row, {
    from: ['APPROVED', 'SENDING'],
    to: 'FAILED',
    reason,
    at: app.clock.now(),
  });

async function callWithdraw(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
): Promise<void> {
  const request = toRequest(await withToken(app, connection, row), connection.webhookUrl);
  const outcome = await callOrder(() => callProvider(connection, 'withdraw', request, null));
  if (outcome.kind === 'ANSWERED') return applyReport(app, platformId, row, connection, outcome.answer);
  const now = app.clock.now();
  const context = { err: outcome.error, withdrawalId: row.id, connectionId: row.connectionId };
  if (outcome.kind === 'LOST') {
    app.log.error({ alert: 'withdrawal-unknown', ...context }, 'The answer to a withdrawal was lost');
    await app.database.run(platformId, markUnknown(platformId, row.id, nextLookup(now, 0)));
    return;
  }
  app.log.error({ alert: 'withdrawal-failed', ...context }, 'A withdrawal could not be sent');
  if (outcome.kind === 'REFUSED') return failWithdrawal(app, platformId, row, 'WITHDRAW_FAILED');
  if (row.tries >= MOST_TRIES) return failWithdrawal(app, platformId, row, 'UNAVAILABLE');
  const nextCheckAt = notBefore(outcome.error.retryAt, nextTry(now, row.tries));
  const wait = { reason: 'PAYER_BUSY', nextCheckAt } as const;
  await app.database.run(platformId, returnToApproved(platformId, row.id, wait));
}

export const findSendingConnection = (
  app: FastifyInstance,
  platformId: string,
  { connectionId, providerVersion }: WithdrawalRow,
): Promise<Connection | null> => findConnection(app, platformId, connectionId ?? '', providerVersion ?? undefined);

/** A withdrawal without the time of its call counts as sent long ago. */
const toSentOrder = (row: WithdrawalRow): SentOrder => ({
  reference: row.id,
  providerId: row.providerWithdrawId,
  sentAt: row.sentAt ?? new Date(0),
  misses: row.misses,
  // One from before a backup was sent long ago, if ever.
  lateMs: row.reason === RESTORED ? 0 : LATE_MS,
});

/** Asks the provider how a withdrawal ended. Returns null where it cannot be asked. */
export async function askOutcome(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
): Promise<'PAID' | 'FAILED' | 'OPEN' | 'UNREACHED' | null> {
  const connection = await findSendingConnection(app, platformId, row);
  if (!connection) return 'UNREACHED';
  const outcome = await askAbout(app, row, connection);
  if (outcome.kind === 'UNASKABLE') return null;
  if (outcome.kind === 'UNREACHED') return 'UNREACHED';
  if (outcome.kind !== 'FOUND') return 'OPEN';
  const status = readOrderStatus(app, connection, 'withdraw', outcome.answer.providerStatus);
  if (status === 'PENDING') return 'OPEN';
  return status === 'APPROVED' ? 'PAID' : 'FAILED';
}

function askAbout(
  app: FastifyInstance,
  row: WithdrawalRow,
  connection: Connection,
  hint: Hint = {},
): Promise<LookupOutcome<WithdrawResult>> {
  const isByReference = isAskable(connection.manifest, row.method);
  const isHinted = hint.withdrawId !== undefined && row.providerWithdrawId === null && !isByReference;
  const asked = {
    ...row,
    ...(isHinted && { providerWithdrawId: hint.withdrawId ?? null }),
    memo: addToMemo(row.memo, hint.memo),
  };
  const canBeAsked =
    isByReference || (asked.providerWithdrawId !== null && isKnownById(connection.manifest, row.method));
  const ask = async () =>
    callLookup(app, connection, 'getWithdraw', toLookup(await withToken(app, connection, asked)), null);
  return lookUpOrder<WithdrawResult>({
    connection,
    order: toSentOrder(row),
    now: app.clock.now(),
    isHinted,
    ask: canBeAsked ? ask : null,
    idOf: ({ withdrawId }) => withdrawId,
  });
}

/** The claims of an event that proved nothing. */
type Hint = Pick<WebhookResult, 'withdrawId' | 'memo'>;

/** Asks the provider what became of a withdrawal, and writes what follows. Returns whether the provider itself answered. */
export async function lookUpWithdrawal(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  hint?: Hint,
): Promise<boolean> {
  const connection = await findSendingConnection(app, platformId, row);
  if (!connection) {
    await leaveToPeople(app, platformId, row, nextLookup(app.clock.now(), row.checks));
    return false;
  }
  const outcome = await askAbout(app, row, connection, hint);
  await applyLookup(app, platformId, row, connection, outcome);
  return outcome.kind !== 'UNREACHED' && outcome.kind !== 'UNASKABLE';
}

async function applyLookup(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
  outcome: LookupOutcome<WithdrawResult>,
): Promise<void> {
  const now = app.clock.now();
  const isLost = row.state === 'UNKNOWN';
  const lookAgain = async (
    lookup: Omit<FruitlessLookup, 'nextCheckAt'> = {},
    isNotified = isLost && isOld(row, now),
    retryAt?: Date,
  ) => {
    const nextCheckAt = notBefore(retryAt, nextLookup(now, row.checks));
    await app.database.write(platformId, [
      countLookup(platformId, row.id, { ...lookup, nextCheckAt }),
      ...(isNotified ? [notifyDeciders(platformId, row, 'payout.unknown')] : []),
    ]);
  };
  switch (outcome.kind) {
    case 'FOUND':
      return applyReport(app, platformId, row, connection, outcome.answer);
    case 'NEVER_ARRIVED':
      if (row.reason === RESTORED) {
        await app.database.run(platformId, returnUnsent(platformId, row.id));
        return app.payouts.wake();
      }
      return finishWithdrawal(app, platformId, row, { from: ['UNKNOWN'], to: 'FAILED', reason: 'NOT_FOUND', at: now });
    case 'UNASKABLE':
      return leaveToPeople(app, platformId, row, null);
    case 'MISSED':
      return lookAgain({ isMiss: true });
    case 'INCONCLUSIVE':
      return lookAgain();
    case 'UNREACHED':
      app.log.warn({ err: outcome.error, withdrawalId: row.id }, 'A withdrawal could not be looked up');
      return lookAgain({ isUnreached: true }, undefined, outcome.error.retryAt);
    case 'FOREIGN':
      app.log.error(
        { alert: 'reference-mismatch', withdrawalId: row.id },
        'A provider answered with the withdrawal of somebody else',
      );
      return lookAgain();
    case 'VANISHED':
      app.log.error(
        { alert: 'withdrawal-vanished', withdrawalId: row.id },
        'A provider does not know a withdrawal by the id it is said to have',
      );
      return lookAgain({}, true);
  }
}

/** People are notified of a withdrawal whose answer was lost so long ago. */
const NOTIFY_AFTER_MS = 20 * 60_000;
const isOld = ({ sentAt }: WithdrawalRow, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() > NOTIFY_AFTER_MS;

const toLookup = (row: WithdrawalRow) => ({
  withdrawReference: row.id,
  ...(row.providerWithdrawId !== null && { withdrawId: row.providerWithdrawId }),
  ...(row.receiverId !== null && { receiverId: row.receiverId }),
  ...(row.receiverToken !== null && { receiverToken: row.receiverToken }),
  ...withMemo(row.memo),
});

/** The provider cannot be asked: an event may still come, and a person may find out. */
async function leaveToPeople(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  nextCheckAt: Date | null,
): Promise<void> {
  if (row.state !== 'SENT' && row.state !== 'UNKNOWN') return;
  app.log.error(
    { alert: 'withdrawal-left', withdrawalId: row.id, state: row.state },
    'Only a person can find out what became of a withdrawal',
  );
  await app.database.write(platformId, [
    countLookup(platformId, row.id, { nextCheckAt }),
    notifyDeciders(platformId, row, 'payout.unknown'),
  ]);
}
