/** Tells the buyer of a debit before it happens: once for each charge, as soon as the provider has it. */
import type { FastifyInstance } from 'fastify';
import type { Payment } from '../payments/model.ts';
import { mailBuyer } from '../purchase-mails/service.ts';

/** A product whose seller wants no mails still tells its buyer of money that leaves their account. */
export async function mailNotice(app: FastifyInstance, payment: Payment, dueDate: string): Promise<void> {
  const statement = await mailBuyer(app, payment, 'mandate-notice', (common) => ({
    template: 'mandate-notice',
    parameters: { ...common, dueDate },
  }));
  if (statement) await app.database.write(payment.platformId, [statement]);
}
