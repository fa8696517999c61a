/** Reads the input that arrives as text: the query of a checkout's address, and the form posted without JavaScript. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { BuyerFormValues } from '@feira/schemas/documents';
import { normalizeDocument } from '@feira/schemas/rules/document';
import { normalizePhone } from '@feira/schemas/rules/phone';

type Query = Record<string, unknown>;

const LONGEST = 500;
const PREFILL = { nome: 'name', email: 'email', telefone: 'phone', cpf: 'cpf', coupon: 'coupon' } as const;

const textOf = (value: unknown): string | undefined => {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.length > 0 ? first.slice(0, LONGEST) : undefined;
};

const withoutEmpty = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as T;

export const readPrefill = (query: Query): BuyerFormValues =>
  withoutEmpty(Object.fromEntries(Object.entries(PREFILL).map(([name, field]) => [field, textOf(query[name])])));

/** utm_* and the click ids of ad networks travel with the purchase; affiliateId credits the affiliate who sent the buyer. */
export function readTracking(query: Query): { utmQuery: Record<string, string>; affiliateId?: string } {
  const tracked = Object.entries(query).filter(([name]) =>
    /^(utm_[a-z_]{1,40}|src|sck|fbclid|gclid|ttclid|kwai_click_id)$/.test(name),
  );
  const utmQuery = withoutEmpty(
    Object.fromEntries(tracked.slice(0, 30).map(([name, value]) => [name, textOf(value) ?? ''])),
  );
  const affiliateId = textOf(query.affiliateId)?.slice(0, 64);
  return { utmQuery, ...(affiliateId && { affiliateId }) };
}

export interface FormPost {
  values: BuyerFormValues;
  /** Shaped like the purchase's input, still to be validated. */
  input: Record<string, unknown>;
  /** Absent only from forms we did not render. */
  idempotencyKey?: string;
  /** The buyer wants to see the price with the coupon, not to buy yet. */
  isCouponTried: boolean;
}

export function readForm(offerId: string, form: URLSearchParams, tracking: ReturnType<typeof readTracking>): FormPost {
  const text = (name: string) => form.get(name)?.trim().slice(0, LONGEST) || undefined;
  const method = text('paymentMethod');
  const values: BuyerFormValues = withoutEmpty({
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    cpf: text('cpf'),
    cep: text('cep'),
    street: text('street'),
    number: text('number'),
    complement: text('complement'),
    district: text('district'),
    city: text('city'),
    state: text('state'),
    paymentMethod: PAYMENT_METHODS.includes(method as PaymentMethod) ? (method as PaymentMethod) : undefined,
    deliveryOptionId: text('deliveryOptionId'),
    orderBumpsIds: form.getAll('orderBumpsIds').slice(0, 20),
    coupon: text('coupon'),
  });
  const input = withoutEmpty({
    ...values,
    offerId,
    paymentMethod: method,
    phone: values.phone && normalizePhone(values.phone),
    cpf: values.cpf && normalizeDocument(values.cpf),
    cep: values.cep?.replace(/\D/g, ''),
    abandonedCartId: text('abandonedCartId'),
    ...tracking,
  });
  const idempotencyKey = text('idempotencyKey')
    ?.replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255);
  return { values, input, ...(idempotencyKey && { idempotencyKey }), isCouponTried: form.has('applyCoupon') };
}
