import type { Input } from '@feira/schemas/procedure';
import type { purchase } from '@feira/schemas/procedures/checkout';
import { normalizeDocument } from '@feira/schemas/rules/document';
import { normalizePhone } from '@feira/schemas/rules/phone';
import { cleanName } from '@feira/schemas/rules/text';
import type { Session } from './session.ts';
import type { Values } from './validate-buyer.ts';

export type PurchaseBody = Input<typeof purchase>;

function addressOf(values: Values) {
  if (!values.cep) return {};
  const { street, number, complement, district, city, state } = values;
  return {
    cep: values.cep.replace(/\D/g, ''),
    street,
    number,
    district,
    city,
    state: state as PurchaseBody['state'],
    ...(complement && { complement }),
  };
}

const CUSTOM = 'customFields.';

/** Returns what was typed into the seller's own fields. */
function customFieldsOf(values: Values) {
  const typed = Object.entries(values).filter(([name, value]) => name.startsWith(CUSTOM) && value);
  return typed.map(([name, value]) => ({ key: name.slice(CUSTOM.length), value }));
}

/** Returns the order without the card, normalised from the form. Empty fields stay empty. */
export function createPurchaseBody(session: Session, values: Values): PurchaseBody {
  const { boot } = session;
  const { choice, totals, coupon, installment } = session.state();
  const isCard = choice.method === 'CREDIT_CARD';
  const customFields = customFieldsOf(values);
  return {
    offerId: boot.checkout.id,
    ...(boot.checkout.amountRange && { chosenAmount: boot.checkout.price }),
    name: cleanName(values.name!),
    email: values.email!,
    paymentMethod: choice.method!,
    ...(values.phone && { phone: normalizePhone(values.phone) }),
    ...(values.cpf && { cpf: normalizeDocument(values.cpf) }),
    ...addressOf(values),
    ...(choice.quantity > 1 && { quantity: choice.quantity }),
    ...(choice.bumps.length > 0 && { orderBumpsIds: choice.bumps }),
    ...(customFields.length > 0 && { customFields }),
    ...(coupon && { coupon: coupon.code }),
    ...(totals.isShipped && { deliveryFare: totals.freight }),
    ...(totals.deliveryOption && { deliveryOptionId: totals.deliveryOption.id }),
    expectedTotal: isCard && typeof installment === 'object' ? installment.total : totals.total,
    ...(Object.keys(boot.utmQuery).length > 0 && { utmQuery: boot.utmQuery }),
    ...(boot.affiliateId && { affiliateId: boot.affiliateId }),
  };
}
