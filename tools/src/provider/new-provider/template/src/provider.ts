import { invalidRequest, type ProviderContext } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import { fromCharge, fromEvent, toCharge } from './mapping.ts';

export function createAcmeProvider({ http }: ProviderContext): Provider {
  const client = createClient(http);

  return {
    async createTransaction(request) {
      return fromCharge(await client.createCharge(toCharge(request)));
    },

    async getTransaction({ transactionId }) {
      // FILL IN: without an id, after a lost answer, find the charge by its reference; null when there is none.
      if (!transactionId) throw invalidRequest('A charge is only found by its id.');
      const charge = await client.findCharge(transactionId);
      return charge && fromCharge(charge);
    },

    processWebhook: async ({ body }) => fromEvent(body),
  };
}
