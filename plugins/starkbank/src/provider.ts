import { keepOwn, makeOnce, type ProviderContext } from '@feira/plugin-kit';
import type { Provider, WithdrawResult } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';

export function createStarkbankProvider(context: ProviderContext): Provider {
  const client = createClient(context);

  async function findByReference(reference: string): Promise<WithdrawResult | null> {
    const transfers = await client.listTransfers(reference);
    const [transfer] = keepOwn(transfers, (one) => mapping.isOf(one, reference));
    return transfer ? mapping.fromTransfer(transfer) : null;
  }

  return {
    async withdraw(request) {
      const made = client.createTransfers([mapping.toTransfer(request)]);
      const transfer = made.then((answer) => mapping.fromTransfer(answer.fields('transfers.0')));
      return makeOnce(transfer, () => findByReference(request.withdrawReference));
    },

    async getWithdraw({ withdrawId, withdrawReference }) {
      if (!withdrawId) return findByReference(withdrawReference);
      const answer = await client.findTransfer(withdrawId);
      return answer && mapping.fromTransfer(answer.fields('transfer'));
    },

    processWebhook: async ({ body }) => mapping.fromEvent(body),
  };
}
