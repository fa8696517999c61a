import { type Fields, invalidRequest, type ProviderContext, ProviderError, whenRefused } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createClient, LIST_SIZE } from './client.ts';
import { fromKyc, fromKycLink, fromRecipient, KYC, toRecipient } from './documents.ts';
import { toCardReason } from './errors.ts';
import {
  fromCard,
  fromCharge,
  fromOrder,
  fromRefund,
  fromRefusedRefund,
  fromWithdrawal,
  isRefunding,
  pickCharge,
  toCard,
  toCardToken,
  toCustomer,
  toOrder,
  toRefundId,
  toStatusWord,
} from './mapping.ts';
import { fromWebhook } from './webhook.ts';

/** Saving a card holds nothing but the card, so a refused request is a refused card. */
const whenCardRefused = whenRefused([412, 422], (_, error) => ({ token: '', refusedReason: toCardReason(error) }));

export function createPagarmeProvider({ http, settings, crypto }: ProviderContext): Provider {
  const client = createClient(http);
  const defaultRecipientId = settings.defaultRecipientId ? String(settings.defaultRecipientId) : undefined;

  async function findOrderByReference(reference: string): Promise<Fields | null> {
    const listed = (await client.listOrders(reference)).filter((order) => order.text('code') === reference);
    const order = listed.find((one) => one.text('status') === 'paid') ?? listed[0];
    // The list may leave the charges out, so the order is read whole.
    return order ? client.findOrder(order.requireText('id')) : null;
  }

  /** Refunds need the charge, the contract knows the order. */
  async function findCharge(transactionId: string): Promise<Fields | null | undefined> {
    if (transactionId.startsWith('ch_')) return client.findCharge(transactionId);
    const order = await client.findOrder(transactionId);
    return order && pickCharge(order);
  }

  return {
    async createCardToken({ card }) {
      if (!settings.publicKey) throw invalidRequest('Public key is required');
      if (!card) throw invalidRequest('card is required: a token from the browser is already one');
      return client
        .createToken(String(settings.publicKey), toCardToken(card))
        .then((saved) => ({ token: saved.requireText('id'), ...fromCard(saved.fields('card')) }), whenCardRefused);
    },

    async createCardId(request) {
      if (!request.card && !request.cardToken) throw invalidRequest('card or cardToken is required');
      const customer = await client.createCustomer(toCustomer(request.customer, request.address));
      const customerId = customer.requireText('id');
      // A stored card only works with its customer, so both travel as one id.
      return client
        .createCard(customerId, toCard(request))
        .then((saved) => ({ token: `${customerId}:${saved.requireText('id')}`, ...fromCard(saved) }), whenCardRefused);
    },

    async createTransaction(request) {
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
      const charge = await findCharge(transactionId);
      if (!charge) throw invalidRequest(`transactionId ${transactionId} has no charge to refund`);
      // Asked again after a lost answer: a charge given back whole refuses another refund, which would read as a refusal.
      if (isFull && (isRefunding(charge) || toStatusWord(charge) === 'canceled_with_refund')) {
        return { refundId: toRefundId(charge), status: isRefunding(charge) ? 'PENDING' : 'DONE' };
      }
      const chargeId = charge.requireText('id');
      const body = { amount, operation_reference: reference };
      // The prefix keeps this key apart from the order's: Pagar.me replays whatever was made first under a key.
      return client.cancelCharge(chargeId, body, `refund-${reference}`).then(
        (changed) => fromRefund(changed, charge, amount),
        whenRefused([412, 422], (reason) => fromRefusedRefund(chargeId, reason)),
      );
    },

    async withdraw({ receiverId = '', amount, withdrawReference }) {
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
      const marks = listed.map((withdrawal) => withdrawal.text('metadata.reference'));
      const found = listed[marks.indexOf(withdrawReference)];
      if (found) return fromWithdrawal(found);
      // One entry without our mark may be the one that was lost: only a whole, fully marked list proves there is none.
      if (receiverId && listed.length < LIST_SIZE && marks.every(Boolean)) return null;
      const message = 'The withdrawal cannot be recognised by its reference: check the Pagar.me panel';
      throw new ProviderError('UNAVAILABLE', 'UNKNOWN', message);
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
      if (!recipient) throw invalidRequest('Pagar.me does not know this recipient.');
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
