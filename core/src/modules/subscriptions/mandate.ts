/** Keeps a subscription and its mandate (PIX Automático) in step: each may end without the other. */
import type { FastifyInstance } from 'fastify';
import { cancelMandate, findMandateOfPayment, findMandateOfSale, isMandateOver } from '../mandates/service.ts';
import { mailPayment } from './mails.ts';
import { type Subscription, selectByFirstSale, updateMethod } from './model.ts';
import { addEvidence } from './service.ts';

/**
 * Later cycles are paid by codes once the agreement has ended; the buyer's bank is told once the subscription does not need it any more.
 * A repeated call changes nothing. Returns whether the subscription began with an agreement.
 */
export async function syncMandate(app: FastifyInstance, subscription: Subscription): Promise<boolean> {
  const { platformId, id, firstSaleId, method, endedAt } = subscription;
  const mandate = firstSaleId && (await findMandateOfSale(app, platformId, firstSaleId));
  if (!mandate) return false;
  const isUsed = method === 'PIX_AUTOMATICO' && endedAt === null;
  if (!isMandateOver(mandate)) {
    if (!isUsed) await cancelMandate(app, platformId, mandate.id);
    return true;
  }
  if (!isUsed) return true;
  await app.database.transaction(platformId, async (transaction) => {
    const changed = await addEvidence(transaction, platformId, id, () => [
      {
        key: `mandate-ended:${mandate.id}`,
        kind: 'METHOD_CHANGED',
        at: app.clock.now().toISOString(),
        by: mandate.endedBy === 'BUYER' ? 'BUYER' : 'PROVIDER',
        cycle: null,
        data: { method: 'PIX' },
      },
    ]);
    if (!changed?.isNew) return;
    await transaction.run(updateMethod(platformId, id, 'PIX'));
    const mail = await mailPayment(app, changed, 'AGREEMENT_ENDED');
    if (mail) await transaction.run(mail);
  });
  app.subscriptions.wake();
  return true;
}

/** Applies what became of the mandate that a payment came with; a payment without a subscription changes nothing. */
export async function reportMandate(app: FastifyInstance, platformId: string, paymentId: string): Promise<void> {
  const mandate = await findMandateOfPayment(app, platformId, paymentId);
  const subscription =
    mandate && (await app.database.find(platformId, selectByFirstSale(platformId, mandate.saleId), true));
  if (subscription) await syncMandate(app, subscription);
}
