/** The calls of ONZ's accounts API, one line for each. */
import { createCalls, type Http, path } from '@feira/plugin-kit';
import { problemOf } from './client.ts';

export function createAccountsClient(http: Http) {
  const payments = createCalls(http, (body) => problemOf(body) || 'Error on withdraw');
  const { find } = createCalls(http, problemOf);
  const base = 'accounts';
  return {
    createPayment: (payment: object, key: string) =>
      payments.post('/pix/payments/dict', payment, { base, headers: { 'x-idempotency-key': key } }),
    findPayment: (endToEndId: string) => find(path`/pix/payments/${endToEndId}`, { base }),
    findPaymentByKey: (key: string) => find(path`/pix/payments/idempotencyKey/${key}`, { base }),
    setAccountWebhook: (kind: string, uri: string) =>
      payments.post(path`/webhooks/${kind}`, { uri, enabled: true, headers: {} }, { base }),
  };
}
