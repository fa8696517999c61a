/** Reads what a charge needs of an order that was made before: by a new code, the buyer, the items and the address stay as they were bought. */
import type { FastifyInstance } from 'fastify';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { FoundOffer } from '../offers/model.ts';
import type { Payment } from '../payments/model.ts';
import { missingOf } from '../payments/service.ts';
import { type Bought, selectBought } from './model.ts';
import type { Charging, PurchaseInput } from './stages.ts';

interface Order {
  platform: PlatformContext;
  customerIp: string;
  payment: Payment;
  offer: FoundOffer;
}

/** Returns the input of the charge that asks for what is missing of the order's price. */
export async function readCharging(
  app: FastifyInstance,
  { platform, customerIp, payment, offer }: Order,
): Promise<Charging> {
  const bought = await app.database.find(platform.id, selectBought(platform.id, payment.saleId), true);
  if (!bought) throw new Error('A payment has no sale.');
  const amount = missingOf(payment);
  return {
    call: { platform, customerIp, input: toInput(payment, bought), remembered: new Map() },
    prepared: {
      offer,
      coupon: bought.promisedDiscount && { ...bought.promisedDiscount, discount: bought.promisedDiscount.cut },
      amount,
      installments: payment.installments,
      card: null,
      buyer: { document: bought.document, phone: bought.phone },
      checkoutUrl: `${await app.findPlatformUrl(platform.id)}/checkout/${offer.id}`,
    },
    // The rest of a price may be less than what its extras cost: it is told as one item.
    intent: {
      sale: { id: payment.saleId, address: bought.address },
      items: amount < payment.amount ? bought.items.slice(0, 1) : bought.items,
    },
    earlier: payment.attempts.length,
  };
}

const toInput = ({ offerId, method }: Payment, bought: Bought): Charging['call']['input'] => ({
  ...toBuyerInput(bought),
  offerId,
  paymentMethod: method,
});

/** The buyer of an earlier order as the input of a purchase. */
export function toBuyerInput(
  bought: Pick<Bought, 'name' | 'email' | 'document' | 'phone' | 'address' | 'referer' | 'affiliateId'>,
): Omit<PurchaseInput, 'offerId' | 'paymentMethod'> {
  const { name, email, document, phone, referer, affiliateId } = bought;
  const { zipCode: cep, state, ...address } = bought.address ?? {};
  return {
    name,
    email,
    ...(document && { cpf: document }),
    ...(phone && { phone }),
    ...(cep && { ...address, cep, state: state as PurchaseInput['state'] }),
    ...(referer && { referer }),
    ...(affiliateId && { affiliateId }),
  };
}
