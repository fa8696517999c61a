import { type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import { fromCharge, fromEvent, toCharge } from './mapping.ts';

export function createAcmeProvider({ http }: ProviderContext): Provider {
  const client = createClient(http);

  return {
    async createTransaction(request) {
      return fromCharge((await client.createCharge(toCharge(request))).body);
    },

    async getTransaction({ transactionId }) {
      // FILL IN: without an id, after a lost answer, find the charge by its reference; null when there is none.
      if (!transactionId) throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'A charge is only found by its id.');
      const { status, body } = await client.getCharge(transactionId);
      return status === 404 ? null : fromCharge(body);
    },

    async processWebhook({ body }) {
      return fromEvent(body);
    },
  };
}
