import { invalidRequest, type ProviderContext } from '@feira/plugin-kit';
import type { Provider, RefundRequest } from '@feira/schemas/provider';
import { encryptCard } from './cards.ts';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';

export function createPagbankProvider({ http, settings, clock }: ProviderContext): Provider {
  const client = createClient(http);

  async function findChargeId({ transactionId, memo }: RefundRequest): Promise<string> {
    if (memo?.chargeId) return memo.chargeId;
    const charge = (await client.findOrder(transactionId))?.fields('charges.0');
    if (!charge?.has('id')) throw invalidRequest('The order has no charge that could go back.');
    return charge.requireText('id');
  }

  return {
    /** The card is sealed here as in the browser: PagBank is asked nothing. */
    async createCardToken({ card }) {
      if (!card) throw invalidRequest('card is required: a token from the browser is already one');
      return {
        token: await encryptCard(card, String(settings.publicKey ?? ''), clock.now().getTime()),
        cardLastDigits: card.cardNumber.slice(-4),
      };
    },

    createTransaction: async (request) =>
      mapping.fromOrder(await client.createOrder(mapping.toOrder(request), request.reference)),

    async getTransaction({ transactionId }) {
      if (!transactionId) throw invalidRequest('transactionId is required: orders are not found by our reference.');
      const order = await client.findOrder(transactionId);
      return order && mapping.fromOrder(order);
    },

    async refund(request) {
      const chargeId = await findChargeId(request);
      return mapping.fromCanceled(await client.cancelCharge(chargeId, request.amount, request.reference));
    },

    processWebhook: async ({ body }) => mapping.fromEvent(body),
  };
}
