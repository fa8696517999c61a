/** The buyer's choices and their effects: price and needed fields. The functions are pure, the same on both sides. */
import type { Checkout } from '@feira/schemas/checkout';
import type { PaymentMethod } from '@feira/schemas/common';
import type { BuyerFormValues } from '@feira/schemas/documents';

export interface Choice {
  method: PaymentMethod | undefined;
  bumps: string[];
  deliveryOptionId: string | undefined;
  /** True once the zip code is complete, so that freight counts. */
  hasZip: boolean;
}

/** The first enabled method of this order is preselected. */
export function enabledMethods(checkout: Checkout): PaymentMethod[] {
  const methods: PaymentMethod[] = [];
  if (checkout.pixEnabled) methods.push('PIX');
  if (checkout.creditCardEnabled) methods.push('CREDIT_CARD');
  // A bank slip cannot renew itself, so subscriptions never offer it.
  if (checkout.billetEnabled && checkout.type === 'ONE_TIME') methods.push('BILLET');
  return methods;
}

export const isPhysical = (checkout: Checkout): boolean => checkout.product.typeProduct === 'FISICO';

/** The freight options of the buyer; a fixed freight leaves no choice. */
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

/** Reads the form itself, so that choices from before the page came alive count too. */
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
  /** The freight in cents; null while the zip code is incomplete or nothing is shipped. */
  freight: number | null;
  /** The total in cents: price, chosen bumps and freight. */
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

/** Returns the fields that this method's provider or the seller requires; the buyer sees no others. */
export function neededFields(checkout: Checkout, method: PaymentMethod | undefined): Needs {
  const fields = (method && checkout.requiredBuyerFields[method]) ?? [];
  return {
    document: checkout.requiredDocumentAndPhone || fields.includes('document'),
    phone: checkout.requiredDocumentAndPhone || fields.includes('phone'),
    address: isPhysical(checkout) || fields.includes('address'),
  };
}

/** Returns the fields of all enabled methods: the document holds all of them, for buyers without JavaScript. */
export function renderedFields(checkout: Checkout): Needs {
  const all = enabledMethods(checkout).map((method) => neededFields(checkout, method));
  return {
    document: all.some((needs) => needs.document),
    phone: all.some((needs) => needs.phone),
    address: all.some((needs) => needs.address),
  };
}
