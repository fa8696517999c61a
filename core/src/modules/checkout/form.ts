/** Reads the input that arrives as text: the query of a checkout's address, and the form posted without JavaScript. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { type BuyerFormValues, UPSELL_METHODS } from '@feira/schemas/documents';
import { MOST_CUSTOM_FIELDS } from '@feira/schemas/entities/offer';
import { parseCurrency } from '@feira/schemas/rules/currency';
import { normalizeDocument } from '@feira/schemas/rules/document';
import { normalizePhone } from '@feira/schemas/rules/phone';

import type { StepForm } from './funnel-visits.ts';

type Query = Record<string, unknown>;

const LONGEST = 500;
const PREFILL = { nome: 'name', email: 'email', telefone: 'phone', cpf: 'cpf', coupon: 'coupon' } as const;

const textOf = (value: unknown): string | undefined => {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.length > 0 ? first.slice(0, LONGEST) : undefined;
};

const withoutEmpty = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as T;

/** Returns undefined for a text that is no number of pieces. */
const readQuantity = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,2}$/.test(text) ? Number(text) : undefined;

/** A method that there is not is ignored; one that the offer does not have is left to the page, which takes its first. */
export function readPrefill(query: Query): BuyerFormValues {
  const typed = textOf(query.method)?.toUpperCase();
  const paymentMethod = PAYMENT_METHODS.find((method) => method === typed);
  const texts = Object.entries(PREFILL).map(([name, field]) => [field, textOf(query[name])]);
  const quantity = readQuantity(textOf(query.quantity));
  return withoutEmpty({ ...Object.fromEntries(texts), quantity, ...(paymentMethod && { paymentMethod }) });
}

/** utm_* and the click ids of ad networks travel with the purchase; affiliateId credits the affiliate who sent the buyer. */
export function readTracking(query: Query): { utmQuery: Record<string, string>; affiliateId?: string } {
  const tracked = Object.entries(query).filter(([name]) =>
    /^(utm_[a-z_]{1,40}|src|sck|fbclid|gclid|gbraid|wbraid|ttclid|kwai_click_id|click_id|clickid)$/.test(name),
  );
  const utmQuery = withoutEmpty(
    Object.fromEntries(tracked.slice(0, 30).map(([name, value]) => [name, textOf(value) ?? ''])),
  );
  const affiliateId = textOf(query.affiliateId)?.slice(0, 64);
  return { utmQuery, ...(affiliateId && { affiliateId }) };
}

/** Returns the parameters of an address that the checkout understands, besides the amount. */
export function readCarried(query: Query): Record<string, string> {
  const { utmQuery, affiliateId } = readTracking(query);
  const prefilled = [...Object.keys(PREFILL), 'method', 'quantity', 'lang'].map((name) => [name, textOf(query[name])]);
  return withoutEmpty({ ...utmQuery, affiliateId, ...Object.fromEntries(prefilled) }) as Record<string, string>;
}

/** Returns the cents of the amount that a buyer has typed or that a link brings; undefined where there is none. */
export function readAmount({ amount }: Query): number | undefined {
  const typed = textOf(amount);
  return typed === undefined ? undefined : parseCurrency(typed);
}

const STEP_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LONGEST_TOKEN = 8192;

const LONGEST_PAGE_VIEW = 100;

/** Returns the token of the page that has the form. */
export function readPageView(form: URLSearchParams): string | undefined {
  const pageView = form.get('pageView');
  return pageView && pageView.length <= LONGEST_PAGE_VIEW ? pageView : undefined;
}

/** Returns null for a form that no page of a funnel wrote. */
export function readStepForm(form: URLSearchParams): StepForm | null {
  const number = (name: string, most: number) => {
    const text = form.get(name) ?? '';
    const value = /^\d{1,12}$/.test(text) ? Number(text) : -1;
    return value <= most ? value : -1;
  };
  const stepId = form.get('step') ?? '';
  const method = UPSELL_METHODS.find((one) => one === form.get('method'));
  const [attempt, total] = [number('attempt', 32_767), number('total', Number.MAX_SAFE_INTEGER)];
  const installments = Math.max(1, number('installments', 12));
  const cardToken = form.get('cardToken');
  const pageView = readPageView(form);
  if (!STEP_ID.test(stepId) || !method || attempt < 0 || total < 0) return null;
  const hasToken = cardToken && cardToken.length <= LONGEST_TOKEN;
  return {
    stepId,
    attempt,
    method,
    installments,
    total,
    ...(hasToken && { cardToken }),
    ...(pageView && { pageView }),
  };
}

export interface FormPost {
  values: BuyerFormValues;
  /** Shaped like the purchase's input, still to be validated. */
  input: Record<string, unknown>;
  /** Absent only from forms we did not render. */
  idempotencyKey?: string;
  /** The buyer wants to see the price with the coupon, not to buy yet. */
  isCouponTried: boolean;
  /** The view of the page that has the form, which goes on where the page is shown again. */
  pageView?: string;
}

const CUSTOM = /^customFields\.([a-z0-9]{6,12})$/;

/** Returns what was typed into the offer's own fields, by the key of each; undefined where there are none. */
function readCustomValues(form: URLSearchParams): Record<string, string> | undefined {
  const typed = [...form].flatMap(([name, value]) => {
    const key = CUSTOM.exec(name)?.[1];
    return key && value.trim() ? [[key, value.trim().slice(0, LONGEST)] as const] : [];
  });
  return typed.length > 0 ? Object.fromEntries(typed.slice(0, MOST_CUSTOM_FIELDS)) : undefined;
}

export function readForm(
  offerId: string,
  form: URLSearchParams,
  tracking: ReturnType<typeof readTracking> & { chosenAmount?: number },
): FormPost {
  const text = (name: string) => form.get(name)?.trim().slice(0, LONGEST) || undefined;
  const method = text('paymentMethod');
  const pageView = readPageView(form);
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
    quantity: readQuantity(text('quantity')),
    customFields: readCustomValues(form),
    orderBumpsIds: form.getAll('orderBumpsIds').slice(0, 20),
    coupon: text('coupon'),
  });
  const input = withoutEmpty({
    ...values,
    customFields: values.customFields && Object.entries(values.customFields).map(([key, value]) => ({ key, value })),
    offerId,
    paymentMethod: method,
    phone: values.phone && normalizePhone(values.phone),
    cpf: values.cpf && normalizeDocument(values.cpf),
    cep: values.cep?.replace(/\D/g, ''),
    abandonedCartId: text('abandonedCartId'),
    pageView,
    isRepeat: form.get('isRepeat') === 'true',
    ...tracking,
  });
  const idempotencyKey = text('idempotencyKey')
    ?.replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255);
  return {
    values,
    input,
    ...(idempotencyKey && { idempotencyKey }),
    ...(pageView && { pageView }),
    isCouponTried: form.has('applyCoupon'),
  };
}
