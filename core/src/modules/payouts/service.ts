/** Serves withdrawals to other domains: applies events of providers, and returns money whose destination disappears. */
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../connections/service.ts';
import { isKnownById } from './payers.ts';
import { lookUpWithdrawal } from './provider-calls.ts';
import { applyHearsay, applyReport } from './reports.ts';
import { makeUnreachableDue, selectByProvider, type WithdrawalRow } from './withdrawal-model.ts';

export { toDestination } from './destination-view.ts';
export { removeForeign } from './model.ts';
export { CHOSEN_METHODS, type Chosen, isAskable, isKnownById, listChoices } from './payers.ts';
export { isApproved } from './questions.ts';
export { leastOf } from './withdrawals.ts';

/** Returns the money of withdrawals whose destination was removed. Should the node die first, approving one returns it, too. */
export async function returnUnreachable(
  app: Pick<FastifyInstance, 'database' | 'payouts'>,
  platformId: string,
  personId: string,
): Promise<void> {
  await app.database.run(platformId, makeUnreachableDue(platformId, personId));
  app.payouts.wake();
}

type Named = Pick<WebhookResult, 'withdrawId' | 'reference'>;

export async function findWithdrawalByProvider(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  connectionId: string,
  named: Named,
): Promise<WithdrawalRow | null> {
  const [result] = await app.database.read(platformId, [selectByProvider(platformId, connectionId, named)], true);
  return result.rows[0] ?? null;
}

export interface WithdrawalEvent {
  result: WebhookResult;
  isSigned: boolean;
  isFromProvider: boolean;
  requestId: string;
}

/**
 * Applies an event. Returns whether the provider's word is known: a signed event is believed, any other is only a reason to look. Where the
 * provider cannot be asked, two of them end the withdrawal that agree and whose sender is proven; else a person does.
 */
export async function applyWithdrawalEvent(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
  { result: event, isSigned, isFromProvider, requestId }: WithdrawalEvent,
): Promise<boolean> {
  const { providerStatus, withdrawId, amount, reason, memo } = event;
  const isHeard = providerStatus && isFromProvider && !isKnownById(connection, row.method);
  if (!isHeard && (!isSigned || !providerStatus))
    return row.closedAt !== null || lookUpWithdrawal(app, platformId, row, event);
  const report = {
    providerStatus,
    withdrawId,
    ...(amount !== undefined && { amount }),
    ...(reason !== undefined && { reason }),
    ...(memo !== undefined && { memo }),
  };
  if (isSigned) await applyReport(app, platformId, row, connection, report);
  else await applyHearsay(app, platformId, row, connection, { ...report, requestId });
  return true;
}
