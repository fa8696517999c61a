import {
  asUnsent,
  type Fields,
  invalidRequest,
  isProviderError,
  keepOwn,
  type ProviderContext,
  whenRefused,
} from '@feira/plugin-kit';
import type {
  CardData,
  CardTokenRequest,
  CardTokenResult,
  Provider,
  RefundResult,
  TransactionResult,
} from '@feira/schemas/provider';
import { createClient } from './client.ts';
import {
  fromDecline,
  fromEvent,
  fromIntent,
  fromPaymentMethod,
  fromRefund,
  isDisputed,
  readCardId,
  toCardId,
  toCustomer,
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

  const createMethod = (card: CardData) =>
    client.createPaymentMethod(toPaymentMethod(card), String(settings.publicKey ?? ''));
  const whenCardRefused = whenRefused([400, 402], (refusedReason): CardTokenResult => ({ token: '', refusedReason }));

  async function storeCard({ card, cardToken, ...request }: CardTokenRequest): Promise<CardTokenResult> {
    const method = cardToken ?? (card && (await createMethod(card)).requireText('id'));
    if (!method) throw invalidRequest('card or cardToken is required.');
    const customer = await asUnsent(client.createCustomer(toCustomer(request), method), 'No customer could be made.');
    return toCardId(customer, await client.attachMethod(method, customer.requireText('id')));
  }

  return {
    async createCardToken({ card }) {
      if (!card) throw invalidRequest('card is required: a token from the browser is already one');
      return createMethod(card).then(fromPaymentMethod, whenCardRefused);
    },

    createCardId: (request) => storeCard(request).catch(whenCardRefused),

    /** One that has no customer any more is charged no more, so that it counts as deleted. */
    async deleteCard({ cardId }) {
      const { method } = readCardId(cardId);
      const found = await client.findMethod(method);
      const id = found?.requireText('id');
      if (!id || !found?.has('customer')) return null;
      await client.detachMethod(id);
      return {};
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
