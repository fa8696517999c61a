import { type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createClient, LIST_SIZE, type WireCharge } from './client.ts';
import { invalid, refundRefusal, toCardReason } from './errors.ts';
import {
  fromCard,
  fromCharge,
  fromOrder,
  fromRefund,
  fromRefusedRefund,
  fromWithdrawal,
  pickCharge,
  toCard,
  toCardToken,
  toCustomer,
  toOrder,
  toStatusWord,
} from './mapping.ts';
import { fromKyc, fromKycLink, fromRecipient, KYC, toRecipient } from './recipient.ts';
import { fromWebhook } from './webhook.ts';

/** Joined with another, a missing id would look like one. */
function requireId(id: unknown, what: string): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The answer of Pagar.me lacks the id of the ${what}.`);
}

export function createProvider({ http, settings, crypto }: ProviderContext): Provider {
  const client = createClient(http);
  const defaultRecipientId = settings.defaultRecipientId ? String(settings.defaultRecipientId) : undefined;

  async function findOrderByReference(reference: string) {
    const listed = (await client.listOrders(reference)).filter((order) => order.code === reference);
    const order = listed.find(({ status }) => status === 'paid') ?? listed[0];
    // The list may leave the charges out, so the order is read whole.
    return order ? client.findOrder(order.id) : null;
  }

  /** Refunds need the charge, the contract knows the order. */
  async function getCharge(transactionId: string) {
    if (transactionId.startsWith('ch_')) return client.findCharge(transactionId);
    const order = await client.findOrder(transactionId);
    return order ? pickCharge(order) : null;
  }

  return {
    async createCardToken({ card }) {
      if (!settings.publicKey) throw invalid('Public key is required');
      if (!card) throw invalid('card is required: a token from the browser is already one');
      const answer = await client.createToken(String(settings.publicKey), toCardToken(card));
      if ('refused' in answer) return { token: '', refusedReason: toCardReason(answer.refused) };
      return { token: answer.saved.id, ...fromCard(answer.saved.card) };
    },

    async createCardId(request) {
      if (!request.card && !request.cardToken) throw invalid('card or cardToken is required');
      const customer = await client.createCustomer(toCustomer(request.customer, request.address));
      const customerId = requireId(customer?.id, 'customer');
      const answer = await client.createCard(customerId, toCard(request));
      if ('refused' in answer) return { token: '', refusedReason: toCardReason(answer.refused) };
      // A stored card only works with its customer, so both travel as one id.
      return { token: `${customerId}:${requireId(answer.saved?.id, 'card')}`, ...fromCard(answer.saved) };
    },

    async createTransaction(request) {
      if (request.paymentMethod === 'CREDIT_CARD' && !request.cardToken && !request.cardId) {
        throw invalid('Card token is required for credit card payments.');
      }
      return fromOrder(await client.createOrder(toOrder(request, defaultRecipientId), request.reference));
    },

    async getTransaction({ transactionId, reference }) {
      if (transactionId?.startsWith('ch_')) {
        const charge = await client.findCharge(transactionId);
        return charge && fromCharge(charge);
      }
      const order = await (transactionId ? client.findOrder(transactionId) : findOrderByReference(reference));
      return order && fromOrder(order);
    },

    async refund({ transactionId, amount, isFull, reference }) {
      const charge = await getCharge(transactionId);
      if (!charge) throw invalid(`transactionId ${transactionId} has no charge to refund`);
      const refundId = charge.last_transaction?.id ?? charge.id;
      const isPending = charge.last_transaction?.status === 'pending_refund';
      // Asked again after a lost answer: a charge given back whole refuses another refund, which would read as a refusal.
      if (isFull && (isPending || toStatusWord(charge) === 'canceled_with_refund')) {
        return { refundId, status: isPending ? 'PENDING' : 'DONE' };
      }
      const body = { amount, operation_reference: reference };
      let changed: WireCharge;
      try {
        // The prefix keeps this key apart from the order's: Pagar.me replays whatever was made first under a key.
        changed = await client.cancelCharge(charge.id, body, `refund-${reference}`);
      } catch (error) {
        const reason = refundRefusal(error);
        if (!reason) throw error;
        return fromRefusedRefund(charge.id, reason);
      }
      return fromRefund(changed, charge, amount);
    },

    async withdraw({ paymentMethod, receiverId, amount, withdrawReference }) {
      if (paymentMethod !== 'RECEIVER') {
        throw new ProviderError('UNSUPPORTED', 'NOT_SENT', 'Method not implemented.');
      }
      if (!receiverId) throw invalid('Recebedor não encontrado.');
      const body = { amount, metadata: { reference: withdrawReference } };
      return fromWithdrawal(await client.createWithdrawal(receiverId, body, withdrawReference));
    },

    async getWithdraw({ withdrawId, withdrawReference, receiverId }) {
      if (withdrawId) {
        const found = await (receiverId
          ? client.findWithdrawal(receiverId, withdrawId)
          : client.findTransfer(withdrawId));
        return found && fromWithdrawal(found);
      }
      const listed = receiverId ? await client.listWithdrawals(receiverId) : [];
      const marks = listed.map(({ metadata }) => metadata?.reference);
      const found = listed[marks.indexOf(withdrawReference)];
      if (found) return fromWithdrawal(found);
      // One entry without our mark may be the one that was lost: only a whole, fully marked list proves there is none.
      if (receiverId && listed.length < LIST_SIZE && marks.every(Boolean)) return null;
      throw new ProviderError(
        'UNAVAILABLE',
        'UNKNOWN',
        'withdrawReference cannot be told apart: check the Pagar.me panel',
      );
    },

    async createReceiver(request) {
      // Codes show in panels and lists, so the document only stands behind it.
      const code = crypto.hmac('sha256', 'secretKey', request.document, 'hex').slice(0, 32);
      return fromRecipient(await client.createRecipient({ code, ...toRecipient(request) }));
    },

    async getReceiver({ receiverId }) {
      const recipient = await client.findRecipient(receiverId);
      return recipient && fromRecipient(recipient, await client.findBalance(receiverId));
    },

    async getReceiverDocuments({ receiverId }) {
      const recipient = await client.findRecipient(receiverId);
      if (!recipient) throw invalid('Pagar.me does not know this recipient.');
      return { documents: fromKyc(recipient) };
    },

    async getReceiverLink({ receiverId, documentId }) {
      return documentId === KYC ? fromKycLink(await client.createKycLink(receiverId)) : null;
    },

    async processWebhook({ body }) {
      return fromWebhook(body);
    },
  };
}
