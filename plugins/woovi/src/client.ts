/** Calls Woovi (OpenPix), which finds everything by our reference, its correlationID. Reference: https://developers.woovi.com/api */
import { createCalls, type Fields, type Http, path } from '@feira/plugin-kit';

const reasonOf = (body: Fields) => body.reason('error') ?? body.reason('errors.0.message');

export function createClient(http: Http) {
  const { get, list, post } = createCalls(http, reasonOf);
  return {
    /** The provider answers a repeat under the same correlationID with the charge that is there. */
    createCharge: (charge: object) => post('/api/v1/charge', charge, { query: { return_existing: true } }),
    getCharge: (correlationID: string) => get(path`/api/v1/charge/${correlationID}`),
    createRefund: (correlationID: string, refund: object) => post(path`/api/v1/charge/${correlationID}/refund`, refund),
    listRefunds: (correlationID: string) => list(path`/api/v1/charge/${correlationID}/refund`, 'refunds'),
    getTransaction: (endToEndId: string) => get(path`/api/v1/transaction/${endToEndId}`),
    createPayment: (payment: object) => post('/api/v1/payment', payment),
    getPayment: (correlationID: string) => get(path`/api/v1/payment/${correlationID}`),
  };
}
