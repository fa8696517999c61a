/** Calls Cielo's API E-commerce, which takes orders at one address and questions at another. Reference: https://docs.cielo.com.br/ecommerce-cielo */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

/** A refusal of what was sent is a list of codes; any other one is an object. */
const reasonOf = (body: Fields) => body.reason('0.Message') ?? body.reason('ReturnMessage') ?? body.reason('Message');
const QUERY = { base: 'query' } as const;

export function createClient(http: Http) {
  const { find, get, list, post, put } = createCalls(http, reasonOf);
  return {
    createSale: (sale: object) => post('/1/sales/', sale),
    findSale: (paymentId: string) => find(path`/1/sales/${paymentId}`, QUERY),
    getSale: (paymentId: string) => get(path`/1/sales/${paymentId}`, QUERY),
    /** The payments of an order, by their ids alone. */
    listPayments: (merchantOrderId: string) => list('/1/sales', 'Payment', { ...QUERY, query: { merchantOrderId } }),
    captureSale: (paymentId: string, amount: number) =>
      put(path`/1/sales/${paymentId}/capture`, undefined, { query: { amount } }),
    voidSale: (paymentId: string, amount: number) =>
      put(path`/1/sales/${paymentId}/void`, undefined, { query: { amount } }),
  };
}
