/** What the buyer has chosen so far, and what follows from it: price, needed fields. Pure, the same on both sides. */
import type { Checkout } from '@feira/schemas/checkout';
import type { PaymentMethod } from '@feira/schemas/common';
import type { BuyerFormValues } from '@feira/schemas/documents';

export interface Choice {
  method: PaymentMethod | undefined;
  bumps: string[];
  deliveryOptionId: string | undefined;
  /** The zip code is fully typed, so freight counts. */
  hasZip: boolean;
}

/** In the order in which the first enabled one is preselected. */
export function enabledMethods(checkout: Checkout): PaymentMethod[] {
  const methods: PaymentMethod[] = [];
  if (checkout.pixEnabled) methods.push('PIX');
  if (checkout.creditCardEnabled) methods.push('CREDIT_CARD');
  // A bank slip cannot renew itself, so subscriptions never offer it.
  if (checkout.billetEnabled && checkout.type === 'ONE_TIME') methods.push('BILLET');
  return methods;
}

export const isPhysical = (checkout: Checkout): boolean => checkout.product.typeProduct === 'FISICO';

/** Options the buyer picks from; a fixed freight leaves nothing to pick. */
export function deliveryOptions(checkout: Checkout): Checkout['deliveryOptions'] {
  return isPhysical(checkout) && checkout.fretePrice == null ? checkout.deliveryOptions : [];
}

const isFullZip = (cep: string): boolean => cep.length === 9;

export function initialChoice(checkout: Checkout, values: BuyerFormValues): Choice {
  const methods = enabledMethods(checkout);
  const options = deliveryOptions(checkout);
  const option =
    options.find(({ id }) => id === values.deliveryOptionId) ?? options.find((o) => o.preSelected) ?? options[0];
  return {
    method: methods.find((method) => method === values.paymentMethod) ?? methods[0],
    bumps: checkout.orderBumps.map(({ id }) => id).filter((id) => values.orderBumpsIds?.includes(id)),
    deliveryOptionId: option?.id,
    hasZip: isFullZip(values.cep ?? ''),
  };
}

/** Reads the form itself, so that what was chosen before the page came alive counts too. */
export function readChoice(form: HTMLFormElement): Choice {
  const data = new FormData(form);
  return {
    method: (data.get('paymentMethod') as PaymentMethod | null) ?? undefined,
    bumps: data.getAll('orderBumpsIds').map(String),
    deliveryOptionId: data.get('deliveryOptionId')?.toString(),
    hasZip: isFullZip(String(data.get('cep') ?? '')),
  };
}

export interface Totals {
  bumps: Checkout['orderBumps'];
  /** Cents; null while the zip code is not fully typed or nothing is shipped. */
  freight: number | null;
  /** Cents: price, chosen bumps and freight. */
  total: number;
}

export function computeTotals(checkout: Checkout, choice: Choice): Totals {
  const bumps = checkout.orderBumps.filter(({ id }) => choice.bumps.includes(id));
  const option = deliveryOptions(checkout).find(({ id }) => id === choice.deliveryOptionId);
  const freight = isPhysical(checkout) && choice.hasZip ? (checkout.fretePrice ?? option?.fareAmount ?? 0) : null;
  const total = bumps.reduce((sum, bump) => sum + bump.price, checkout.price) + (freight ?? 0);
  return { bumps, freight, total };
}

export interface Needs {
  document: boolean;
  phone: boolean;
  address: boolean;
}

/** Which fields this method's provider or the seller asks for; nothing more is asked of the buyer. */
export function neededFields(checkout: Checkout, method: PaymentMethod | undefined): Needs {
  const fields = (method && checkout.requiredBuyerFields[method]) ?? [];
  return {
    document: checkout.requiredDocumentAndPhone || fields.includes('document'),
    phone: checkout.requiredDocumentAndPhone || fields.includes('phone'),
    address: isPhysical(checkout) || fields.includes('address'),
  };
}

/** Fields some enabled method asks for: all of them are in the document, for whoever has no JavaScript. */
export function renderedFields(checkout: Checkout): Needs {
  const all = enabledMethods(checkout).map((method) => neededFields(checkout, method));
  return {
    document: all.some((needs) => needs.document),
    phone: all.some((needs) => needs.phone),
    address: all.some((needs) => needs.address),
  };
}
