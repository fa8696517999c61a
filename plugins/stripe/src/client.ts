/** Calls Stripe's API, whose bodies are forms with fields in brackets. Reference: https://docs.stripe.com/api */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

type Value = string | number | boolean | undefined | readonly Value[] | { readonly [name: string]: Value };
export type Params = Readonly<Record<string, Value>>;

/** `{ card: { number: 1 } }` is the field `card[number]`; what is undefined is left out. */
export function toForm(value: Value, name = ''): Record<string, string> {
  if (value === undefined) return {};
  if (typeof value !== 'object') return { [name]: String(value) };
  const fields = Object.entries(value).map(([key, inner]) => toForm(inner, name ? `${name}[${key}]` : key));
  return Object.assign({}, ...fields);
}

const reasonOf = (body: Fields) => body.reason('error.message');
/** The amounts of a PaymentIntent stand in its charge, and in the refunds of the charge. */
const CHARGE = 'latest_charge.refunds';

export function createClient(http: Http) {
  const { find, get, list, post } = createCalls(http, reasonOf);
  const send = (address: string, params: Params, idempotencyKey: string) =>
    post(address, undefined, { form: toForm(params), idempotencyKey });
  return {
    /** The call of the browser: the publishable key, and no secret one. */
    createPaymentMethod: (method: Params, publicKey: string) =>
      post('/v1/payment_methods', undefined, {
        form: toForm(method),
        auth: 'none',
        headers: { authorization: `Bearer ${publicKey}` },
      }),
    createCustomer: (customer: Params, method: string) => send('/v1/customers', customer, `customer-${method}`),
    attachMethod: (method: string, customer: string) =>
      send(path`/v1/payment_methods/${method}/attach`, { customer }, `attach-${method}`),
    detachMethod: (method: string) => post(path`/v1/payment_methods/${method}/detach`),
    findMethod: (method: string) => find(path`/v1/payment_methods/${method}`),
    createIntent: (intent: Params, reference: string) =>
      send('/v1/payment_intents', { ...intent, expand: [CHARGE] }, reference),
    findIntent: (id: string) => find(path`/v1/payment_intents/${id}`, { query: { 'expand[0]': CHARGE } }),
    getIntent: (id: string) => get(path`/v1/payment_intents/${id}`, { query: { 'expand[0]': CHARGE } }),
    searchIntents: (reference: string) =>
      list('/v1/payment_intents/search', 'data', {
        query: { query: `metadata['reference']:'${reference}'`, 'expand[0]': `data.${CHARGE}`, limit: 100 },
      }),
    captureIntent: (id: string) => send(path`/v1/payment_intents/${id}/capture`, { expand: [CHARGE] }, `capture-${id}`),
    cancelIntent: (id: string) => send(path`/v1/payment_intents/${id}/cancel`, { expand: [CHARGE] }, `cancel-${id}`),
    createRefund: (refund: Params, reference: string) => send('/v1/refunds', refund, reference),
    /** The newest first. */
    listDisputes: (paymentIntent: string) =>
      list('/v1/disputes', 'data', { query: { payment_intent: paymentIntent, limit: 100 } }),
  };
}
