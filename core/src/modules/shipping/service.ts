/** Moves a shipment from one state to the next, and tells the buyer once for each step. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { findPayment } from '../payments/service.ts';
import { mailBuyer } from '../purchase-mails/service.ts';
import { insertShipment, lockPaid, type Parcel, selectShippedSale, toShipment, updateShipment } from './model.ts';
import { isSending, mayBecome, obstacleOf } from './status.ts';

export interface Change {
  saleId: string;
  /** The version that the caller has seen. */
  version: number;
  to: keyof typeof EVENTS;
  parcel: Parcel | null;
}

const EVENTS = { SHIPPED: 'shipping.shipped', DELIVERED: 'shipping.delivered', RETURNED: 'shipping.returned' } as const;

/** Throws SHIPMENT_CHANGED where another tab was first. Then nothing is written and no mail is sent. */
export async function changeShipment(
  app: FastifyInstance,
  { platform, person, request }: PersonCall,
  { saleId, version, to, parcel }: Change,
) {
  const sale = await app.database.find(platform.id, selectShippedSale(platform.id, saleId), true);
  if (sale?.sellerId !== person.id) throw new AppError('SALE_NOT_FOUND', { fields: ['saleId'] });
  const { state: from, paymentId, status } = sale;
  if (sale.version !== version) throw new AppError('SHIPMENT_CHANGED', { fields: ['version'] });
  if (!mayBecome(from, to)) throw new AppError('SHIPMENT_STATE_WRONG', { fields: ['saleId'] });
  if (isSending(from, to) && obstacleOf(status)) throw new AppError('SHIPMENT_NOT_DUE', { fields: ['saleId'] });
  const now = app.clock.now();
  const mail = await writeMail(app, platform.id, paymentId, { to, version: version + 1, parcel });
  await app.database.transaction(platform.id, async (transaction) => {
    // Money that goes back at this moment is waited for, and stops the parcel.
    if (isSending(from, to) && !(await transaction.find(lockPaid(platform.id, paymentId))))
      throw new AppError('SHIPMENT_NOT_DUE', { fields: ['saleId'] });
    const changed = await transaction.find(
      version === 0 && parcel
        ? insertShipment(platform.id, saleId, parcel, now)
        : updateShipment(platform.id, saleId, { from, to, version, parcel }, now),
    );
    if (!changed) throw new AppError('SHIPMENT_CHANGED', { fields: ['version'] });
    if (mail) await transaction.run(mail);
    const subject = { type: 'payment', id: sale.publicId, name: sale.publicId } as const;
    await transaction.run(recordEvent(platform.id, request, { type: EVENTS[to], subject, details: { ...parcel } }));
  });
  return toShipment((await app.database.find(platform.id, selectShippedSale(platform.id, saleId), true)) ?? sale);
}

/** A parcel that came back is between the seller and the carrier: the buyer hears of it from the seller. */
async function writeMail(
  app: FastifyInstance,
  platformId: string,
  paymentId: string,
  { to, version, parcel }: Pick<Change, 'to' | 'version' | 'parcel'>,
) {
  const payment = to === 'RETURNED' ? null : await findPayment(app, platformId, paymentId);
  if (!payment) return null;
  return mailBuyer(app, payment, `shipment|${version}`, (common) =>
    parcel
      ? {
          template: 'order-shipped',
          parameters: {
            ...common,
            link: parcel.trackingUrl ?? common.link,
            carrier: parcel.carrier,
            trackingCode: parcel.trackingCode ?? '',
            isTracked: parcel.trackingUrl !== null,
          },
        }
      : { template: 'order-delivered', parameters: common },
  );
}
