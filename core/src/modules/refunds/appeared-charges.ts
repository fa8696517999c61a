/**
 * Charges that appear of payments whose buyers were told that they were refused. Such a charge pays for its sale, unless the buyer has
 * bought the offer anew or it is no longer sold: then all of it goes back.
 */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import { authoriseRefund, keptOf, lockPayment } from '../payments/service.ts';

const NOTE = 'Cobrança que apareceu depois de recusada';

/** Returns a row if the sale is not wanted any more. */
const selectUnwanted = (platformId: string, paymentId: string): Statement<{ saleId: string }> => ({
  text: `SELECT s.id AS "saleId" FROM payment p
    JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
    JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    WHERE p.platform_id = $1 AND p.id = $2 AND p.status = 'APPROVED'
      -- What a subscription charges twice goes back by its own rule.
      AND NOT EXISTS (SELECT FROM subscription_sale l WHERE l.platform_id = s.platform_id AND l.sale_id = s.id AND l.cycle > 1)
      AND (o.status <> 'PUBLISHED' OR EXISTS (
      SELECT 1 FROM sale again JOIN payment paid ON paid.platform_id = again.platform_id AND paid.sale_id = again.id
      WHERE again.buyer_email_lower = s.buyer_email_lower AND again.platform_id = s.platform_id AND again.offer_id = s.offer_id
        AND again.created_at > s.created_at AND paid.status = 'APPROVED'))`,
  values: [platformId, paymentId],
});

export async function returnUnwanted(app: FastifyInstance, platformId: string, id: string): Promise<void> {
  if (!(await app.database.find(platformId, selectUnwanted(platformId, id), true))) return;
  const refusal = await app.database.transaction(platformId, async (transaction) => {
    const payment = await lockPayment(transaction, platformId, id);
    // A refund that was ordered by a job that ended before its work was noted is not ordered again.
    if (payment.refunds.some(({ cause }) => cause === 'WANTED')) return null;
    const author = { authorisedAs: 'buyer', authorisedBy: null, note: NOTE } as const;
    const order = { id: newId(), amount: keptOf(payment), ...author };
    return (await authoriseRefund(app, transaction, payment, order)).refusal;
  });
  if (!refusal) return app.outbox.wake();
  app.log.error(
    { alert: 'appeared-charge-kept', paymentId: id, refusal },
    'A charge that nobody wants any more could not be given back: a person has to',
  );
}
