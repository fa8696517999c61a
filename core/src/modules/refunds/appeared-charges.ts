/**
 * Money that comes for payments that had ended. It pays for its sale, unless what was bought is sold out by then: then all of it goes back. So
 * does a charge that appears after its buyer was told that it was refused, where the buyer has bought the offer anew or it is no longer sold.
 */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { newId } from '../../shared/ids.ts';
import { authoriseRefund, keptOf, lockPayment } from '../payments/service.ts';

const NOTES = {
  UNWANTED: 'Cobrança que apareceu depois de recusada',
  SOLD_OUT: 'Pagamento que chegou depois do prazo, com o estoque esgotado',
} as const;

/**
 * True where the payment took a piece of a limited stock of which nothing was left, as SQL. Its piece was free for others while the payment had
 * ended: those who still wait for their buyer or were paid earlier come first, so that one of two late payments for the last piece keeps it.
 */
const IS_SOLD_OUT = `EXISTS (SELECT FROM stock_claim own
  JOIN offer limited ON limited.platform_id = own.platform_id AND limited.id = own.offer_id AND limited.stock_limit IS NOT NULL
  WHERE own.platform_id = p.platform_id AND own.payment_id = p.id AND limited.stock_limit < own.quantity + (
    SELECT coalesce(sum(c.quantity), 0) FROM stock_claim c JOIN payment y ON y.id = c.payment_id AND y.platform_id = c.platform_id
    WHERE c.platform_id = own.platform_id AND c.offer_id = own.offer_id AND c.payment_id <> p.id
      AND y.status NOT IN ('REJECTED', 'CANCELED')
      AND (y.settlement <> 'LATE' OR y.approved_at IS NULL OR (y.approved_at, y.id) < (p.approved_at, p.id))))`;

/** Returns a row if the sale is not wanted any more. `isAppeared`: the buyer was told that the charge was refused. */
const selectUnwanted = (
  platformId: string,
  paymentId: string,
  isAppeared: boolean,
): Statement<{ reason: keyof typeof NOTES }> => ({
  text: `SELECT CASE WHEN ${IS_SOLD_OUT} THEN 'SOLD_OUT' ELSE 'UNWANTED' END AS reason FROM payment p
    JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
    JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id
    WHERE p.platform_id = $1 AND p.id = $2 AND p.status = 'APPROVED'
      -- What a subscription charges twice goes back by its own rule.
      AND NOT EXISTS (SELECT FROM subscription_sale l WHERE l.platform_id = s.platform_id AND l.sale_id = s.id AND l.cycle > 1)
      AND (${IS_SOLD_OUT} OR $3::boolean AND (o.status <> 'PUBLISHED' OR EXISTS (
      SELECT 1 FROM sale again JOIN payment paid ON paid.platform_id = again.platform_id AND paid.sale_id = again.id
      WHERE again.buyer_email_lower = s.buyer_email_lower AND again.platform_id = s.platform_id AND again.offer_id = s.offer_id
        AND again.created_at > s.created_at AND paid.status = 'APPROVED')))`,
  values: [platformId, paymentId, isAppeared],
});

export async function returnUnwanted(
  app: FastifyInstance,
  platformId: string,
  id: string,
  isAppeared: boolean,
): Promise<void> {
  const unwanted = await app.database.find(platformId, selectUnwanted(platformId, id, isAppeared), true);
  if (!unwanted) return;
  const refusal = await app.database.transaction(platformId, async (transaction) => {
    const payment = await lockPayment(transaction, platformId, id);
    // A refund that was ordered by a job that ended before its work was noted is not ordered again.
    if (payment.refunds.some(({ cause }) => cause === 'WANTED')) return null;
    const author = { authorisedAs: 'buyer', authorisedBy: null, note: NOTES[unwanted.reason] } as const;
    const order = { id: newId(), amount: keptOf(payment), ...author };
    return (await authoriseRefund(app, transaction, payment, order)).refusal;
  });
  if (!refusal) return app.outbox.wake();
  app.log.error(
    { alert: 'appeared-charge-kept', paymentId: id, refusal },
    'A charge that nobody wants any more could not be given back: a person has to',
  );
}
