/** Calls Mercado Pago's Payments API v1 and Payouts. Reference: https://www.mercadopago.com.br/developers/en/reference */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

/** The first cause is about the field; the message often only says that there is one. */
const reasonOf = (body: Fields) => body.reason('cause.0.description') ?? body.reason('message');

export function createClient(http: Http, publicKey: string) {
  const { get, find, list, post } = createCalls(http, reasonOf);
  const open = { query: { public_key: publicKey }, auth: 'none' } as const;
  const payouts = { base: 'payouts' } as const;
  return {
    // The two calls of the browser: the public key stands in the query, and the access token stays away.
    createCardToken: (card: object) => post('/v1/card_tokens', card, open),
    findCardMethods: (bins: string) => get('/v1/payment_methods/search', { ...open, query: { ...open.query, bins } }),
    createPayment: (payment: object, idempotencyKey: string) => post('/v1/payments', payment, { idempotencyKey }),
    findPayment: (id: string) => find(path`/v1/payments/${id}`),
    listPayments: (reference: string) =>
      list('/v1/payments/search', 'results', {
        query: { external_reference: reference, sort: 'date_created', criteria: 'desc' },
      }),
    createRefund: (id: string, refund: object, idempotencyKey: string) =>
      post(path`/v1/payments/${id}/refunds`, refund, { idempotencyKey }),
    /** The signature is over exactly the bytes that are sent. */
    createPayout: (text: string, signature: string, idempotencyKey: string) =>
      post('/v1/transaction-intents/process', undefined, {
        ...payouts,
        text,
        headers: { 'x-signature': signature, 'x-enforce-signature': 'true' },
        idempotencyKey,
      }),
    findPayout: (id: string) => find(path`/v1/transaction-intents/${id}`, payouts),
  };
}
