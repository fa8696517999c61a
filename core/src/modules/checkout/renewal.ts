/** Makes a new code for an order whose PIX or boleto expired: one more attempt of its payment, at the price that was bought. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { getOfferOnSale } from '../offers/service.ts';
import type { Payment } from '../payments/model.ts';
import { addAttempt, applyCommand, findPaymentByPublicId, renewalRefusalOf } from '../payments/service.ts';
import { decide } from '../routing/service.ts';
import { sendCharges } from './charge.ts';
import { toNextAttempt } from './failover.ts';
import { toTaken } from './intent.ts';
import { readCharging } from './order-charging.ts';
import { toRouteRequest } from './prepare.ts';
import { methodBusy, refuseUnserved } from './refusals.ts';
import { isMethodSold } from './view.ts';

interface Renewal {
  platform: PlatformContext;
  publicId: string;
  customerIp: string;
}

/**
 * Returns the payment with its new code, or as it is where it has not expired: of many calls at once one makes a code. Price, freight,
 * coupon and shares stay as they were bought, whatever became of the offer since; what is no longer sold gets no code. Throws
 * PAYMENT_NOT_FOUND, PRICE_NOT_KEPT, METHOD_NOT_ENABLED, METHOD_PAUSED, METHOD_LIMIT_REACHED, and the errors of an offer that is not on
 * sale.
 */
export async function renewCode(app: FastifyInstance, { platform, publicId, customerIp }: Renewal): Promise<Payment> {
  const payment = await findPaymentByPublicId(app, platform.id, publicId);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
  const refusal = renewalRefusalOf(payment, app.clock.now());
  if (refusal === 'NOT_EXPIRED') return payment;
  if (refusal === 'PRICE_NOT_KEPT') throw new AppError('PRICE_NOT_KEPT');
  const offer = await getOfferOnSale(app, platform, payment.offerId, 'offerId');
  if (!isMethodSold(platform, offer, payment.method)) throw new AppError('METHOD_NOT_ENABLED');
  const charging = await readCharging(app, { platform, customerIp, payment, offer });
  const id = newId();
  const decision = await decide(app, platform.id, toRouteRequest(charging.call, charging.prepared, id));
  if (decision.connection === null) throw decision.openUntil ? methodBusy() : refuseUnserved(decision.verdicts);
  const leave = app.callRoom.enter(decision.connection.id);
  if (!leave) throw methodBusy();
  try {
    const next = await toNextAttempt(app, charging, payment, { id, decision });
    const renewed = await addAttempt(app, payment, { kind: 'ATTEMPT_ADDED', why: 'RENEWAL', next }).catch((error) => {
      throw toTaken(error, offer);
    });
    if (!renewed.isAdded) return renewed.payment;
    return await sendCharges(app, charging, { payment: renewed.payment, decision }, ({ payment: sent, ended }) =>
      applyCommand(app, sent, ended),
    );
  } finally {
    leave();
  }
}
