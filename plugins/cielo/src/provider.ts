import { keepOwn, type ProviderContext, whenRefused } from '@feira/plugin-kit';
import type { HoldRequest, Provider, RefundResult, TransactionResult } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';

export function createCieloProvider({ http, clock }: ProviderContext): Provider {
  const client = createClient(http);

  async function findByReference(reference: string): Promise<TransactionResult | null> {
    const payments = await client.listPayments(reference);
    const sales = await Promise.all(payments.map((one) => client.getSale(one.requireText('PaymentId'))));
    const [sale] = keepOwn(sales, (one) => one.requireText('MerchantOrderId') === reference);
    return sale ? mapping.fromSale(sale) : null;
  }

  /** Its answer tells the status alone. One that was refused may have been carried out before: the sale says so. */
  async function afterHold(change: Promise<unknown>, { transactionId }: HoldRequest): Promise<TransactionResult> {
    await change.catch(whenRefused([400, 404], () => undefined));
    return mapping.fromSale(await client.getSale(transactionId));
  }

  return {
    createTransaction: async (request) =>
      mapping.fromSale(await client.createSale(mapping.toSale(request, clock.now()))),

    async getTransaction({ transactionId, reference }) {
      if (!transactionId) return findByReference(reference);
      const sale = await client.findSale(transactionId);
      return sale && mapping.fromSale(sale);
    },

    async refund(request) {
      const refused = (reason: string): RefundResult => ({ refundId: request.reference, status: 'REFUSED', reason });
      const asked = client.voidSale(request.transactionId, request.amount);
      return asked.then((answer) => mapping.fromVoid(answer, request), whenRefused([400], refused));
    },

    capture: (request) => afterHold(client.captureSale(request.transactionId, request.amount), request),

    /** The same call gives back what was captured, so that a hold alone is let go. */
    async void(request) {
      const found = mapping.fromSale(await client.getSale(request.transactionId));
      if (found.providerStatus !== mapping.AUTHORIZED) return found;
      return afterHold(client.voidSale(request.transactionId, request.amount), request);
    },

    processWebhook: async ({ body }) => mapping.fromEvent(body),
  };
}
