import type { ProviderContext } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';

export function createRedeProvider({ http }: ProviderContext): Provider {
  const client = createClient(http);

  return {
    createTransaction: (request) =>
      client.createTransaction(mapping.toTransaction(request)).then(mapping.fromCreated, (error: unknown) => {
        throw mapping.toOpen(error);
      }),

    async getTransaction({ transactionId, reference }) {
      const found = await (transactionId ? client.findTransaction(transactionId) : client.findByReference(reference));
      if (!found || mapping.isMissing(found)) return null;
      const read = mapping.fromTransaction(found);
      return transactionId || read.reference === reference ? read : null;
    },

    refund: (request) =>
      client.refund(request.transactionId, request.amount).then(
        (answer) => mapping.fromRefundAnswer(answer, request),
        (error: unknown) => mapping.fromRefusedRefund(error, request),
      ),
  };
}
