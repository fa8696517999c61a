/** Mails a buyer the approval once more: mails get lost, and the access is in it. */
import { toSaoPauloDate } from '@feira/plugin-kit';
import { RESENDS_A_DAY } from '@feira/schemas/procedures/purchase-mails';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { findPayment } from '../payments/service.ts';
import { selectPaidSale } from './model.ts';
import { mailApproval } from './service.ts';

/** Throws SALE_NOT_FOUND, RESEND_NOT_DUE where nothing is paid or the money went back, and RESEND_LIMIT. */
export async function resendApproval(
  app: FastifyInstance,
  { platform, person, request }: PersonCall,
  saleId: string,
): Promise<{ left: number }> {
  const sale = await app.database.find(platform.id, selectPaidSale(platform.id, saleId), true);
  if (sale?.sellerId !== person.id) throw new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });
  const payment = sale.paymentId && (await findPayment(app, platform.id, sale.paymentId));
  if (!payment) throw new AppError('RESEND_NOT_DUE', { fields: ['saleId'] });
  const day = toSaoPauloDate(app.clock.now());
  const mails: Statement[] = [];
  // Each place of the day is one mail: of many calls at once, as many find a free place as there are.
  for (let place = 1; place <= RESENDS_A_DAY; place++) {
    const mail = await mailApproval(app, payment, `resent|${day}|${place}`);
    if (!mail) throw new AppError('RESEND_NOT_DUE', { fields: ['saleId'] });
    mails.push(mail);
  }
  return app.database.transaction(platform.id, async (transaction) => {
    for (const [index, mail] of mails.entries()) {
      if (!(await transaction.run(mail))) continue;
      const subject = { type: 'sale', id: saleId, name: orderCodeOf(saleId) } as const;
      await transaction.run(recordEvent(platform.id, request, { type: 'mail.resent', subject }));
      return { left: RESENDS_A_DAY - 1 - index };
    }
    throw new AppError('RESEND_LIMIT', { fields: ['saleId'] });
  });
}
