/**
 * Notifies people of how a refund ended: the buyer when the money is back, the seller and the author when it could not be sent, and then also
 * a buyer who was told that it is granted.
 */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { claimEnded, type EndedRow } from './model.ts';

/** The event may be delivered more than once; people are notified the first time alone. */
export async function notifyRefundEnd(app: FastifyInstance, platformId: string, refundId: string): Promise<void> {
  const platform = await app.findPlatform(platformId);
  if (!platform) return;
  await app.database.transaction(platformId, async (transaction) => {
    const row = await transaction.find(claimEnded(platformId, refundId));
    if (!row) return;
    const { title, amount, currency, method, buyerName: name, buyerEmail: to, sellerName: seller, supportEmail } = row;
    const order = { name, title, seller, amount, currency, orderCode: orderCodeOf(row.saleId), supportEmail };
    const mail = { to, locale: row.locale ?? platform.settings.locale };
    const messages: Statement[] = [];
    if (row.state === 'DONE') {
      const parameters = { ...order, method };
      messages.push(await prepareMail(app, platformId, { ...mail, template: 'refund-done', parameters }));
    } else {
      messages.push(...prepareFailure(platformId, refundId, row));
      if (row.wasGranted)
        messages.push(await prepareMail(app, platformId, { ...mail, template: 'refund-failed', parameters: order }));
    }
    await transaction.runAll(messages);
  });
}

function prepareFailure(platformId: string, refundId: string, row: EndedRow): Statement[] {
  const { title, buyerName, amount, currency, sellerId, authorisedBy } = row;
  const notification = {
    type: 'refund.failed',
    parameters: { title, buyerName, amount, currency },
    source: `refund:${refundId}:failed`,
  } as const;
  const others = authorisedBy && authorisedBy !== sellerId ? [authorisedBy] : [];
  return [
    prepareNotification(platformId, sellerId, { ...notification, href: `${DASHBOARD_PATHS.seller}/refunds` }),
    ...others.map((id) => prepareNotification(platformId, id, { ...notification, href: null })),
  ];
}
