/** Celcoin's calls, one line for each: the APIs of PIX, of charges and of the account. */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

/** The banking calls wrap their refusals in `error`, those of PIX do not. */
const toReason = (body: Fields) => body.reason('error.message') ?? body.reason('message');

// Reference of every call: https://developers.celcoin.com.br/reference. Pages that say more stand beside the call.
export function createClient(http: Http) {
  const { get, find, put } = createCalls(http, toReason);
  const charges = createCalls(http, (body) => toReason(body) ?? 'Erro ao criar transação');
  const payments = createCalls(http, (body) => toReason(body) ?? 'Error on withdraw');
  const subscriptions = '/baas-webhookmanager/v1/webhook/subscription';
  /** A payment that failed says ERROR as well: there it is an answer. */
  const asked = { refusedWhen: {} };
  return {
    createLocation: (json: object) => charges.post('/pix/v1/location', json),
    createCollection: (json: object) => charges.post('/pix/v1/collection/immediate', json),
    findCollection: (query: { transactionId: string } | { clientRequestId: string }) =>
      find('/pix/v1/collection/pi/immediate', { query }),
    // https://developers.celcoin.com.br/docs/consultar-recebimentos-pix
    getReceived: (transactionIdBrCode: string) => get('/pix/v1/receivement/status', { query: { transactionIdBrCode } }),
    // https://developers.celcoin.com.br/docs/criar-uma-cobrança
    createCharge: (json: object) => charges.post('/baas/v2/charge', json),
    findCharge: (query: { TransactionId: string } | { ExternalId: string }) => find('/baas/v2/charge', { query }),
    // https://developers.celcoin.com.br/docs/criar-um-pdf-para-uma-cobrança; the answer is the file, while nobody has paid.
    getBoletoPdf: async (id: string) =>
      (await http.request<string>({ method: 'GET', path: path`/baas/v2/charge/pdf/${id}`, answerAs: 'base64' })).body,
    // https://developers.celcoin.com.br/docs/realizar-um-pix-cash-out-por-chaves-pix
    getKey: (account: string, key: string) =>
      get(path`/baas/v2/pix/dict/entry/external/${account}`, { query: { key } }),
    createPayment: (json: object) => payments.post('/baas/v2/pix/payment', json),
    getPayment: (query: { id: string } | { clientCode: string }) =>
      get('/baas/v2/pix/payment/status', { ...asked, query }),
    // https://developers.celcoin.com.br/docs/gerenciamento-de-webhook
    findSubscription: (Entity: string) => find(subscriptions, { query: { Entity } }),
    createSubscription: (json: object) => payments.post(subscriptions, json, { secrets: PASSWORD }),
    changeSubscription: (entity: string, json: object) =>
      put(subscriptions + path`/${entity}`, json, { secrets: PASSWORD }),
  };
}

/** Celcoin proves with these that an event is its own. */
const PASSWORD = {
  json: [
    { path: ['auth', 'login'], value: [{ credential: 'webhookLogin' }] },
    { path: ['auth', 'pwd'], value: [{ credential: 'webhookPassword' }] },
  ],
};
