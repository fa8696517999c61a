/** Calls Rede's API e.Rede. Reference: its manual of integration, and https://developer.userede.com.br/e-rede */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

const reasonOf = (body: Fields) => body.reason('returnMessage');

export function createClient(http: Http) {
  const { find, post } = createCalls(http, reasonOf);
  return {
    createTransaction: (transaction: object) => post('/v1/transactions', transaction),
    findTransaction: (tid: string) => find(path`/v1/transactions/${tid}`),
    findByReference: (reference: string) => find('/v1/transactions', { query: { reference } }),
    refund: (tid: string, amount: number) => post(path`/v1/transactions/${tid}/refunds`, { amount }),
  };
}
