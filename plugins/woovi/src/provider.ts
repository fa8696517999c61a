import { invalidRequest, isProviderError, type ProviderContext } from '@feira/plugin-kit';
import type { Provider, TransactionResult, WithdrawResult } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';

export function createWooviProvider({ http }: ProviderContext): Provider {
  const client = createClient(http);

  async function read(correlationID: string, endToEndId: string | undefined): Promise<TransactionResult> {
    const charge = (await client.getCharge(correlationID)).fields('charge');
    if (!mapping.isPaid(charge)) return mapping.fromCharge(charge);
    const result = mapping.fromCharge(charge, await client.listRefunds(correlationID));
    if (!endToEndId) return result;
    const transaction = await client.getTransaction(endToEndId);
    return { ...result, ...mapping.fromPayer(transaction.fields('transaction'), correlationID) };
  }

  /** A payment that was refused may have been made all the same: under this reference before, or without the money to approve it. */
  async function orMade(error: unknown, reference: string): Promise<WithdrawResult> {
    if (!isProviderError(error) || error.outcome !== 'REJECTED' || !error.reason) throw error;
    const made = await client.getPayment(reference).catch((missing) => {
      if (isProviderError(missing) && missing.status === 400) return undefined;
      throw missing;
    });
    if (!made) throw error;
    return mapping.fromPayment(made);
  }

  return {
    createTransaction: async (request) =>
      mapping.fromCharge((await client.createCharge(mapping.toCharge(request))).fields('charge')),

    getTransaction: ({ transactionId, reference, memo }) => read(transactionId ?? reference, memo?.endToEndId),

    refund: async (request) =>
      mapping.fromRefund(
        (await client.createRefund(request.transactionId, mapping.toRefund(request))).fields('refund'),
      ),

    async withdraw(request) {
      if (!request.pixKey) throw invalidRequest('pixKey is required: Woovi pays to PIX keys.');
      const made = client.createPayment(mapping.toPayment(request));
      return made.then(mapping.fromPayment, (error) => orMade(error, request.withdrawReference));
    },

    getWithdraw: async ({ withdrawId, withdrawReference }) =>
      mapping.fromPayment(await client.getPayment(withdrawId ?? withdrawReference)),

    processWebhook: async ({ body }) => mapping.fromEvent(body),
  };
}
