/** Computes the effects of the buyer's choices: price and needed fields. The functions are pure, the same on both sides. */
import type { Checkout } from '@feira/schemas/checkout';
import type { PaymentMethod } from '@feira/schemas/common';
import type { BuyerFormValues } from '@feira/schemas/documents';
import { findDelivery, mayShip, type OrderPrice } from '@feira/schemas/rules/order-price';

export interface Choice {
  method: PaymentMethod | undefined;
  quantity: number;
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
  if (checkout.billetEnabled) methods.push('BILLET');
  return methods;
}

/** Returns the least cents that a method takes, where an order of this total costs less. */
export function missedLeast(
  { leastAmounts }: Checkout,
  method: PaymentMethod | undefined,
  total: number,
): number | undefined {
  const least = method && leastAmounts?.[method];
  return least && total < least ? least : undefined;
}

const isFullZip = (cep: string): boolean => cep.length === 9;

export function initialChoice(checkout: Checkout, values: BuyerFormValues): Choice {
  const methods = enabledMethods(checkout);
  return {
    method: methods.find((method) => method === values.paymentMethod) ?? methods[0],
    quantity: Math.min(values.quantity ?? 1, checkout.maxQuantity ?? 1),
    bumps: checkout.orderBumps.map(({ id }) => id).filter((id) => values.orderBumpsIds?.includes(id)),
    deliveryOptionId: findDelivery(checkout, values.deliveryOptionId)?.id,
    hasZip: isFullZip(values.cep ?? ''),
  };
}

/** Reads the form itself, so that choices from before the page came alive count too. */
export function readChoice(form: HTMLFormElement): Choice {
  const data = new FormData(form);
  return {
    method: (data.get('paymentMethod') as PaymentMethod | null) ?? undefined,
    quantity: Number(data.get('quantity') ?? 1),
    bumps: data.getAll('orderBumpsIds').map(String),
    deliveryOptionId: data.get('deliveryOptionId')?.toString(),
    hasZip: isFullZip(String(data.get('cep') ?? '')),
  };
}

/** Returns the price of the order as it is chosen now. */
export type Totals = OrderPrice<Checkout['orderBumps'][number], Checkout['deliveryOptions'][number]>;

export interface Needs {
  document: boolean;
  phone: boolean;
  address: boolean;
}

/** Returns the fields that this method's provider or the seller requires; the buyer sees no others. */
export function neededFields(checkout: Checkout, method: PaymentMethod | undefined, isShipped: boolean): Needs {
  const fields = (method && checkout.requiredBuyerFields[method]) ?? [];
  return {
    document: checkout.requiredDocumentAndPhone || fields.includes('document'),
    phone: checkout.requiredDocumentAndPhone || fields.includes('phone'),
    address: isShipped || fields.includes('address'),
  };
}

/** Returns the fields of all enabled methods: the document holds all of them, for buyers without JavaScript. */
export function renderedFields(checkout: Checkout, isShipped = mayShip(checkout)): Needs {
  const all = enabledMethods(checkout).map((method) => neededFields(checkout, method, isShipped));
  return {
    document: all.some((needs) => needs.document),
    phone: all.some((needs) => needs.phone),
    address: all.some((needs) => needs.address),
  };
}

/** Returns the fields that some of the enabled methods need and others do not. */
export function methodFields(checkout: Checkout): Needs {
  const isShipped = checkout.product.typeProduct === 'FISICO';
  const all = enabledMethods(checkout).map((method) => neededFields(checkout, method, isShipped));
  const differs = (field: keyof Needs) => new Set(all.map((needs) => needs[field])).size > 1;
  return { document: differs('document'), phone: differs('phone'), address: differs('address') };
}
