/** Serves withdrawals to other domains: applies events of providers, and returns money whose destination disappears. */
import type { WebhookResult, WithdrawQuestion } from '@feira/schemas/provider';
import { isKnownById } from '@feira/schemas/rules/withdrawal-lookup';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../connections/service.ts';
import type { EventSubject } from '../webhooks/service.ts';
import { lookUpWithdrawal } from './provider-calls.ts';
import { isApproved } from './questions.ts';
import { applyHearsay, applyReport } from './reports.ts';
import { makeUnreachableDue, selectByProvider, type WithdrawalRow } from './withdrawal-model.ts';

export { toDestination } from './destination-view.ts';
export { removeForeign } from './model.ts';
export { CHOSEN_METHODS, type Chosen, listChoices } from './payers.ts';
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
  const isHeard = providerStatus && isFromProvider && !isKnownById(connection.manifest, row.method);
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

/** Returns whether a provider's question is about a withdrawal of ours as it stands. Raises an alert where it is not. */
export async function isWithdrawalAsked(
  app: Pick<FastifyInstance, 'database' | 'log'>,
  { platformId, id: connectionId, providerId: provider }: Connection,
  question: WithdrawQuestion,
): Promise<boolean> {
  const row = await findWithdrawalByProvider(app, platformId, connectionId, question);
  if (row && isApproved(row, question)) return true;
  app.log.error(
    { alert: 'withdrawal-not-authorised', connectionId, provider, withdrawalId: row?.id ?? null },
    'A provider asked about a withdrawal that is not ours as it stands, and was told no',
  );
  return false;
}

export const withdrawalSubject = (app: FastifyInstance): EventSubject => ({
  unknown: 'UNKNOWN_WITHDRAW',
  async find({ platformId, connectionId, batchId, id }, result) {
    const row = await findWithdrawalByProvider(app, platformId, connectionId, result);
    const requestId = batchId ?? id;
    return (
      row && {
        id: row.id,
        version: row.providerVersion ?? undefined,
        paymentId: null,
        apply: (made, event) => applyWithdrawalEvent(app, platformId, row, made, { ...event, requestId }),
      }
    );
  },
});
