/** Calls PagBank's Orders API. Reference: https://developer.pagbank.com.br/reference/introducao-api-pedidos */
import { createCalls, type Http, path } from '@feira/plugin-kit';

export function createClient(http: Http) {
  const { find, post } = createCalls(
    http,
    (body) => body.reason('error_messages.0.description') ?? body.reason('error_messages.0.code'),
  );
  return {
    createOrder: (order: object, idempotencyKey: string) => post('/orders', order, { idempotencyKey }),
    findOrder: (id: string) => find(path`/orders/${id}`),
    /** Gives the whole or a part of a charge back, and answers with the charge. */
    cancelCharge: (id: string, value: number, idempotencyKey: string) =>
      post(path`/charges/${id}/cancel`, { amount: { value } }, { idempotencyKey }),
  };
}
