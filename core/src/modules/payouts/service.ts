/** Withdrawals for other domains: what an event of a provider teaches about one. */
import type { WebhookResult } from '@feira/schemas/provider';
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../connections/service.ts';
import { lookAt } from './follow-up.ts';
import { learn } from './provider-words.ts';
import { makeUnreachableDue, selectByProvider, type WithdrawalRow } from './withdrawal-model.ts';

export { removeForeign } from './model.ts';
export { CHOSEN_METHODS, type Chosen, listChoices } from './payers.ts';

/** Gives back what waits to go where nothing goes any more. Should the node die first, approving such a one gives it back too. */
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

/** Whether something was learnt: a signed word is believed, any other is only a reason to look. */
export async function hearOfWithdrawal(
  app: FastifyInstance,
  platformId: string,
  row: WithdrawalRow,
  connection: Connection,
  { said, isSigned }: { said: WebhookResult; isSigned: boolean },
): Promise<boolean> {
  const { providerStatus, withdrawId, amount, reason } = said;
  if (!isSigned || !providerStatus) return row.closedAt !== null || lookAt(app, platformId, row, withdrawId);
  await learn(app, platformId, row, connection, {
    providerStatus,
    withdrawId,
    ...(amount !== undefined && { amount }),
    ...(reason !== undefined && { reason }),
  });
  return true;
}
