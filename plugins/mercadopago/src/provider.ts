import { invalidRequest, keepOwn, type ProviderContext, whenRefused } from '@feira/plugin-kit';
import type { Provider, RefundResult } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import {
  fromCardToken,
  fromEvent,
  fromPayment,
  fromPayout,
  fromRefund,
  toCardToken,
  toPayment,
  toPayout,
  toRefund,
} from './mapping.ts';

export function createMercadopagoProvider({ http, settings, crypto, clock }: ProviderContext): Provider {
  const client = createClient(http, String(settings.publicKey ?? ''));

  return {
    async createCardToken({ card, ...request }) {
      if (!card) throw invalidRequest('card is required: a token from the browser is already one');
      const methods = await client.findCardMethods(card.cardNumber.slice(0, 6));
      return client.createCardToken(toCardToken({ ...request, card })).then(
        (token) => fromCardToken(token, methods),
        whenRefused([400, 422], (refusedReason) => ({ token: '', refusedReason })),
      );
    },

    async createTransaction(request) {
      return fromPayment(await client.createPayment(toPayment(request, clock.now()), request.reference));
    },

    async getTransaction({ transactionId, reference }) {
      if (transactionId) return client.findPayment(transactionId).then((payment) => payment && fromPayment(payment));
      const found = (await client.listPayments(reference)).map(fromPayment);
      return keepOwn(found, (payment) => payment.reference === reference)[0] ?? null;
    },

    async refund({ transactionId, amount, reference }) {
      const refused = (reason: string): RefundResult => ({
        refundId: reference,
        status: 'REFUSED',
        reason: `Erro ao aprovar o reembolso. ${reason}`,
      });
      return client
        .createRefund(transactionId, toRefund(amount), reference)
        .then(fromRefund, whenRefused([400, 422], refused));
    },

    async withdraw(request) {
      const text = JSON.stringify(toPayout(request));
      const signature = crypto.sign('sha512', 'payoutPrivateKey', text);
      return fromPayout(await client.createPayout(text, signature, request.withdrawReference));
    },

    async getWithdraw({ withdrawId }) {
      if (!withdrawId) throw invalidRequest('withdrawId is required: Payouts are not found by our reference.');
      const payout = await client.findPayout(withdrawId);
      return payout && fromPayout(payout);
    },

    processWebhook: async ({ body }) => fromEvent(body),
  };
}
