/** Makes a code for the rest of a PIX that was paid in part: one more attempt of its payment, for exactly the missing cents. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { findOffer } from '../offers/model.ts';
import type { Payment } from '../payments/model.ts';
import { addAttempt, applyCommand, findPaymentByPublicId, restRefusalOf } from '../payments/service.ts';
import { decide } from '../routing/service.ts';
import { sendCharges } from './charge.ts';
import { toNextAttempt } from './failover.ts';
import { readCharging } from './order-charging.ts';
import { toRouteRequest } from './prepare.ts';
import { methodBusy, refuseUnserved } from './refusals.ts';

interface Order {
  platform: PlatformContext;
  publicId: string;
  customerIp: string;
}

/**
 * Returns the payment with the code for its rest, or as it is where a code for exactly the missing cents is open already, or nothing is
 * missing: of many calls at once one makes a code. The order stands, whatever became of the stock and the dates of its offer since. Where
 * no provider makes the code the part stays as it was, and the buyer may ask again. Throws PAYMENT_NOT_FOUND, OFFER_NOT_FOUND,
 * METHOD_NOT_ENABLED, METHOD_LIMIT_REACHED and METHOD_PAUSED.
 */
export async function createRestCode(
  app: FastifyInstance,
  { platform, publicId, customerIp }: Order,
): Promise<Payment> {
  const payment = await findPaymentByPublicId(app, platform.id, publicId);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND', { fields: ['paymentId'] });
  if (restRefusalOf(payment, app.clock.now()) !== null) return payment;
  const offer = await findOffer(app, platform, payment.offerId);
  if (!offer) throw new AppError('OFFER_NOT_FOUND');
  const charging = await readCharging(app, { platform, customerIp, payment, offer });
  const id = newId();
  const decision = await decide(app, platform.id, toRouteRequest(charging.call, charging.prepared, id));
  if (decision.connection === null) throw decision.openUntil ? methodBusy() : refuseUnserved(decision.verdicts);
  const leave = app.callRoom.enter(decision.connection.id);
  if (!leave) throw methodBusy();
  try {
    const next = await toNextAttempt(app, charging, payment, { id, decision });
    const added = await addAttempt(app, payment, { kind: 'ATTEMPT_ADDED', why: 'REST', next });
    if (!added.isAdded) return added.payment;
    const after = await sendCharges(app, charging, { payment: added.payment, decision }, ({ payment: sent, ended }) =>
      applyCommand(app, sent, ended),
    );
    if (restRefusalOf(after, app.clock.now()) === null) throw methodBusy();
    return after;
  } finally {
    leave();
  }
}
