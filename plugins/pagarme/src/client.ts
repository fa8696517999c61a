/** Calls Pagar.me's Core API v5. Amounts are cents; times without a zone are times of São Paulo. */
import { type CallOptions, createCalls, type Http, isProviderError, ProviderError, path } from '@feira/plugin-kit';
import { toReason } from './errors.ts';

/** The most a page of any list holds. */
export const LIST_SIZE = 30;
const PAGE = { page: 1, size: LIST_SIZE };

/** The same idempotency key is still at work: the first call may yet move money, so this is no refusal. */
function explainConflict(error: unknown): never {
  if (!isProviderError(error) || error.status !== 409) throw error;
  const message = 'Pagar.me is still working on this key: read before asking again';
  throw new ProviderError('UNAVAILABLE', 'UNKNOWN', message, { status: 409 });
}

export type Client = ReturnType<typeof createClient>;

// Reference of every call: https://docs.pagar.me/reference. Pages that say more than the reference stand beside the call.
export function createClient(http: Http) {
  const calls = createCalls(http, toReason);
  const { find, list } = calls;
  const post = (address: string, json?: object, options?: CallOptions) =>
    calls.post(address, json, options).catch(explainConflict);
  /** The page of the withdrawal object announces that this route will give way to transfers; both answer today. */
  const withdrawals = (receiverId: string) => path`/recipients/${receiverId}/withdrawals`;

  return {
    // https://docs.pagar.me/docs/tokenizecard
    createToken: (appId: string, json: object) => calls.post('/tokens', json, { query: { appId }, auth: 'none' }),
    createCustomer: (json: object, idempotencyKey?: string) => post('/customers', json, { idempotencyKey }),
    createCard: (customerId: string, json: object, idempotencyKey?: string) =>
      post(path`/customers/${customerId}/cards`, json, { idempotencyKey }),
    deleteCard: (customerId: string, cardId: string) => calls.delete(path`/customers/${customerId}/cards/${cardId}`),
    // https://docs.pagar.me/docs/o-que-é (idempotency)
    createOrder: (json: object, idempotencyKey: string) => post('/orders', json, { idempotencyKey }),
    findOrder: (id: string) => find(path`/orders/${id}`),
    listOrders: (code: string) => list('/orders', 'data', { query: { code, ...PAGE } }),
    findCharge: (id: string) => find(path`/charges/${id}`),
    // https://docs.pagar.me/reference/capturar-cobrança
    captureCharge: (id: string, json: object, idempotencyKey: string) =>
      post(path`/charges/${id}/capture`, json, { idempotencyKey }),
    // https://docs.pagar.me/docs/cobrança
    cancelCharge: (id: string, json: object, idempotencyKey: string) =>
      calls.delete(path`/charges/${id}`, json, { idempotencyKey }).catch(explainConflict),
    // https://docs.pagar.me/reference/saque-1
    createWithdrawal: (receiverId: string, json: object, idempotencyKey: string) =>
      post(withdrawals(receiverId), json, { idempotencyKey }),
    findWithdrawal: (receiverId: string, id: string) => find(withdrawals(receiverId) + path`/${id}`),
    listWithdrawals: (receiverId: string) => list(withdrawals(receiverId), 'data', { query: PAGE }),
    findTransfer: (id: string) => find(path`/transfers/${id}`),
    // https://docs.pagar.me/reference/criar-recebedor-1
    createRecipient: (json: object) => post('/recipients', json),
    findRecipient: (id: string) => find(path`/recipients/${id}`),
    // https://docs.pagar.me/page/api-v5-adição-do-fluxo-de-prova-de-vida
    createKycLink: (id: string) => post(path`/recipients/${id}/kyc_link`),
    findBalance: (receiverId: string) => find(path`/recipients/${receiverId}/balance`),
  };
}
