/** What events of providers say about cases. */

import type { DisputeWord } from '@feira/schemas/manifest';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { Connection } from '../connections/service.ts';
import type { Payment } from '../payments/model.ts';
import { selectOfPayment } from './model.ts';
import { hearSpecialReturn } from './opening.ts';
import { closeCase, PROVIDER, settleDispute } from './outcomes.ts';

/**
 * Follows the words of a provider that its manifest calls those of special returns. Looks at everything that was said of the
 * charge, so that words in any order and told again end at the same.
 */
export async function hearDisputeWords(
  app: FastifyInstance,
  payment: Payment,
  { manifest }: Connection,
  { attemptId, event }: { attemptId: string; event: string },
): Promise<void> {
  const map = manifest.disputeWords;
  if (!map || payment.method !== 'PIX') return;
  const meanings = new Map(Object.entries(map).map(([word, meaning]) => [word.toLowerCase(), meaning]));
  const heard = payment.evidence.filter((item) => item.attemptId === attemptId && item.isRecognised);
  const said = new Map(
    heard.flatMap(({ providerStatus, reason }): [DisputeWord, string | null][] => {
      const meaning = meanings.get(providerStatus.toLowerCase());
      return meaning ? [[meaning, reason]] : [];
    }),
  );
  if (said.size === 0) return;
  const { platformId, id } = payment;
  await hearSpecialReturn(app, platformId, id, { event, reason: said.get('OPENED') ?? null });
  const outcome = said.has('LOST') ? 'LOST' : said.has('WON') ? 'WON' : null;
  if (outcome) await decide(app, payment, outcome, event);
}

async function decide(
  app: FastifyInstance,
  { platformId, id: paymentId }: Payment,
  outcome: 'WON' | 'LOST',
  event: string,
): Promise<void> {
  const cases = await app.database.list(platformId, selectOfPayment(platformId, paymentId), true);
  const open = cases.find(({ kind, state }) => kind === 'MED' && (state === 'OPEN' || state === 'ANSWERED'));
  if (!open) return;
  const ending = { id: open.id, outcome, closedBy: null, note: '', event } as const;
  try {
    await app.database.transaction(platformId, (transaction) =>
      closeCase(transaction, app, platformId, PROVIDER, ending),
    );
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof AppError && error.code === 'DISPUTE_CLOSED')) throw error;
  }
  await settleDispute(app, platformId, open.id);
}
