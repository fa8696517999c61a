import {
  type Fields,
  invalidRequest,
  isProviderError,
  keepOwn,
  type ProviderContext,
  whenRefused,
} from '@feira/plugin-kit';
import type { Provider, RefundResult, TransactionResult } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import {
  fromDecline,
  fromEvent,
  fromIntent,
  fromPaymentMethod,
  fromRefund,
  isDisputed,
  toIntent,
  toPaymentMethod,
  toRefund,
} from './mapping.ts';

export function createStripeProvider({ http, settings, clock }: ProviderContext): Provider {
  const client = createClient(http);

  async function read(intent: Fields): Promise<TransactionResult> {
    return fromIntent(intent, isDisputed(intent) ? await client.listDisputes(intent.requireText('id')) : []);
  }

  /** Refused, the hold ended another way before: the PaymentIntent says which. */
  const afterHold = (change: Promise<Fields>, id: string) =>
    change.then(
      fromIntent,
      whenRefused([400], () => client.getIntent(id).then(fromIntent)),
    );

  return {
    async createCardToken({ card }) {
      if (!card) throw invalidRequest('card is required: a token from the browser is already one');
      return client.createPaymentMethod(toPaymentMethod(card), String(settings.publicKey ?? '')).then(
        fromPaymentMethod,
        whenRefused([400, 402], (refusedReason) => ({ token: '', refusedReason })),
      );
    },

    async createTransaction(request) {
      try {
        return fromIntent(await client.createIntent(toIntent(request, clock.now()), request.reference));
      } catch (error) {
        const declined = isProviderError(error) && error.status === 402 ? fromDecline(error.body) : undefined;
        if (declined) return declined;
        throw error;
      }
    },

    async getTransaction({ transactionId, reference }) {
      if (transactionId) {
        const intent = await client.findIntent(transactionId);
        return intent && read(intent);
      }
      const isOwn = (intent: Fields) => intent.text('metadata.reference') === reference;
      const [found] = keepOwn(await client.searchIntents(reference), isOwn);
      return found ? read(found) : null;
    },

    async refund(request) {
      const refused = (reason: string): RefundResult => ({ refundId: request.reference, status: 'REFUSED', reason });
      return client.createRefund(toRefund(request), request.reference).then(fromRefund, whenRefused([400], refused));
    },

    capture: ({ transactionId }) => afterHold(client.captureIntent(transactionId), transactionId),

    void: ({ transactionId }) => afterHold(client.cancelIntent(transactionId), transactionId),

    processWebhook: async ({ body }) => fromEvent(body),
  };
}
