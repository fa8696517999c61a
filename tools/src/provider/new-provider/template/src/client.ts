/** Acme's calls, one line for each. An answer's reason to refuse stands in error.message. */
import { createCalls, type Http, path } from '@feira/plugin-kit';

export function createClient(http: Http) {
  const { find, list, post } = createCalls(http, (body) => body.reason('error.message'));
  return {
    // FILL IN: send the reference as idempotencyKey, so that a call sent twice makes one charge.
    createCharge: (charge: object) => post('/charges', charge),
    findCharge: (id: string) => find(path`/charges/${id}`),
    listCharges: (reference: string) => list('/charges', 'items', { query: { reference } }),
  };
}
