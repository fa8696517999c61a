/** The calls of the two APIs, one line for each: cash-in is the Central Bank's "API Pix", `accounts` is ONZ's own. */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

/** Problem JSON: a title, and often what exactly is wrong. */
export const problemOf = (body: Fields) =>
  [body.reason('title'), body.reason('detail') ?? body.reason('violacoes.0.razao')].filter(Boolean).join(': ');

export function createClient(http: Http) {
  const charges = createCalls(http, (body) => problemOf(body) || 'Erro ao criar transação');
  const payments = createCalls(http, (body) => problemOf(body) || 'Error on withdraw');
  const { find, put } = createCalls(http, problemOf);
  const base = 'accounts';
  return {
    putCharge: (txid: string, charge: object) => charges.put(path`/cob/${txid}`, charge),
    findCharge: (txid: string) => find(path`/cob/${txid}`),
    putReturn: (endToEndId: string, id: string, wanted: object) =>
      put(path`/pix/${endToEndId}/devolucao/${id}`, wanted),
    setChargeWebhook: (pixKey: string, webhookUrl: string) => put(path`/webhook/${pixKey}`, { webhookUrl }),
    createPayment: (payment: object, key: string) =>
      payments.post('/pix/payments/dict', payment, { base, headers: { 'x-idempotency-key': key } }),
    findPayment: (endToEndId: string) => find(path`/pix/payments/${endToEndId}`, { base }),
    findPaymentByKey: (key: string) => find(path`/pix/payments/idempotencyKey/${key}`, { base }),
    setAccountWebhook: (kind: string, uri: string) =>
      payments.post(path`/webhooks/${kind}`, { uri, enabled: true, headers: {} }, { base }),
  };
}

export type Client = ReturnType<typeof createClient>;
