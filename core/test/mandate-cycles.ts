/** Charges a cycle under a mandate as the engine of subscriptions does: a purchase that nobody makes at a page. */

import { purchaseOffer } from '../src/modules/checkout/purchase.ts';
import type { PurchaseCall } from '../src/modules/checkout/stages.ts';
import { findChargeable } from '../src/modules/mandates/service.ts';
import { newId } from '../src/shared/ids.ts';
import { type Bought, findBought, type Market } from './market.ts';
import { pixPurchase } from './world.ts';

interface Cycle {
  /** Our row of the mandate. */
  mandateId: string;
  amount: number;
  dueDate: string;
  key?: string;
}

/** Throws where the mandate cannot be charged. */
export async function chargeUnderMandate(
  { node: { app }, world, inspector }: Market,
  { mandateId, amount, dueDate, key = newId() }: Cycle,
): Promise<Bought> {
  const chargeable = await findChargeable(app, world.platformId, mandateId, { amount, dueDate });
  if ('refusal' in chargeable) throw new Error(`The mandate cannot be charged: ${chargeable.refusal}.`);
  const call = {
    platform: await app.findPlatform(world.platformId),
    input: { ...pixPurchase(world), isRepeat: true },
    idempotencyKey: key,
    customerIp: '127.0.0.1',
    remembered: new Map(),
    variants: new Map(),
    visitor: { secret: null, resumedCartId: null },
    adConsent: null,
    locale: 'pt-BR',
    reply: { header: () => undefined },
    mandate: chargeable.mandate,
  } as unknown as PurchaseCall;
  return findBought(inspector, (await purchaseOffer(app, call)).paymentId);
}
