import {
  asUnsent,
  type Fields,
  invalidRequest,
  isProviderError,
  keepOwn,
  orUnknown,
  type ProviderContext,
  ProviderError,
  whenRefused,
} from '@feira/plugin-kit';
import type { CardTokenRequest, CardTokenResult, Provider, TransactionResult } from '@feira/schemas/provider';
import { createClient, LIST_SIZE } from './client.ts';
import { fromKyc, fromKycLink, fromRecipient, KYC, toRecipient } from './documents.ts';
import { toCardReason } from './errors.ts';
import * as mapping from './mapping.ts';
import { fromWebhook } from './webhook.ts';

/** Saving a card holds nothing but the card, so a refused request is a refused card. */
const whenCardRefused = whenRefused([412, 422], (_, error) => ({ token: '', refusedReason: toCardReason(error) }));

const whenMissing = (error: unknown): null => {
  if (isProviderError(error) && error.status === 404) return null;
  throw error;
};

export function createPagarmeProvider({ http, settings, crypto }: ProviderContext): Provider {
  const client = createClient(http);
  /** Only Gateway accounts may put the token of a card into an order. */
  const isPsp = settings.accountType !== 'GATEWAY';
  const defaultRecipientId = settings.defaultRecipientId ? String(settings.defaultRecipientId) : undefined;

  async function findOrderByReference(reference: string): Promise<Fields | null> {
    const own = keepOwn(await client.listOrders(reference), (order) => order.text('code') === reference, LIST_SIZE);
    const order = own.find((one) => one.text('status') === 'paid') ?? own[0];
    // The list may leave the charges out, so the order is read whole.
    return order ? client.findOrder(order.requireText('id')) : null;
  }

  /** Refunds need the charge, the contract knows the order. */
  async function findCharge(transactionId: string): Promise<Fields | null | undefined> {
    if (transactionId.startsWith('ch_')) return client.findCharge(transactionId);
    const order = await client.findOrder(transactionId);
    return order && mapping.pickCharge(order);
  }

  async function getHold(transactionId: string): Promise<Fields> {
    const charge = await findCharge(transactionId);
    if (!charge) throw invalidRequest(`transactionId ${transactionId} has no charge`);
    return charge;
  }

  /** The charge after a refusal: what was asked may have been done before. */
  async function readAgain(transactionId: string, chargeId: string): Promise<TransactionResult> {
    const charge = await orUnknown(client.findCharge(chargeId), 'A refused hold could not be looked for.');
    if (!charge) throw new ProviderError('UNAVAILABLE', 'UNKNOWN', 'The charge of a hold is gone.');
    return mapping.fromCharge(charge, charge.fields('order'), transactionId);
  }

  /** Stores a card with its customer. The reference of a sale makes this repeatable, for the token of the browser works once. */
  async function saveCard(request: CardTokenRequest, reference?: string): Promise<CardTokenResult> {
    if (!request.card && !request.cardToken) throw invalidRequest('card or cardToken is required');
    const customer = await client.createCustomer(
      mapping.toCustomer(request.customer, request.address),
      reference && `customer-${reference}`,
    );
    const customerId = customer.requireText('id');
    // A stored card only works with its customer, so both travel as one id.
    return client
      .createCard(customerId, mapping.toCard(request, reference !== undefined), reference && `card-${reference}`)
      .then(
        (saved) => ({ token: `${customerId}:${saved.requireText('id')}`, ...mapping.fromCard(saved) }),
        whenCardRefused,
      );
  }

  return {
    async createCardToken({ card }) {
      if (!settings.publicKey) throw invalidRequest('Public key is required');
      if (!card) throw invalidRequest('card is required: a token from the browser is already one');
      return client
        .createToken(String(settings.publicKey), mapping.toCardToken(card))
        .then((saved) => ({ token: saved.requireText('id'), ...mapping.fromCard(saved, 'card.') }), whenCardRefused);
    },

    createCardId: (request) => saveCard(request),

    async deleteCard({ cardId }) {
      const [customerId = '', id] = cardId.split(':');
      if (!id) throw invalidRequest('cardId is no id of a stored card: it has the form cus_…:card_…');
      return client.deleteCard(customerId, id).then(() => ({}), whenMissing);
    },

    async createTransaction(request) {
      const { reference, cardToken } = request;
      let { cardId } = request;
      if (isPsp && cardToken && !cardId) {
        const saved = await asUnsent(saveCard(request, reference), 'Pagar.me did not say which card this is.');
        const reason = saved.refusedReason;
        // No order was made, so our reference stands in for its id.
        if (reason !== undefined) return { transactionId: reference, reference, providerStatus: 'failed', reason };
        cardId = saved.token;
      }
      const order = mapping.toOrder({ ...request, cardId }, defaultRecipientId);
      return mapping.fromOrder(await client.createOrder(order, reference));
    },

    async getTransaction({ transactionId, reference }) {
      if (transactionId?.startsWith('ch_'))
        return client.findCharge(transactionId).then((charge) => charge && mapping.fromCharge(charge));
      const isKnown = transactionId && transactionId !== reference;
      const order = await (isKnown ? client.findOrder(transactionId) : findOrderByReference(reference));
      return order && mapping.fromOrder(order);
    },

    async refund({ transactionId, amount, isFull, reference, splits }) {
      const charge = await findCharge(transactionId);
      if (!charge) throw invalidRequest(`transactionId ${transactionId} has no charge to refund`);
      const whole = (one: Fields | null) => (isFull && one ? mapping.fromWholeRefund(one, amount) : undefined);
      const earlier = whole(charge);
      if (earlier) return earlier;
      const chargeId = charge.requireText('id');
      // Without rules of its own a part would be taken by those of the charge, whose cents may be more than the part.
      const split = mapping.toSplit({ amount, splits }, defaultRecipientId);
      const body = { amount, split, operation_reference: reference };
      // The prefix keeps this key apart from the order's: Pagar.me replays whatever was made first under a key.
      return client.cancelCharge(chargeId, body, `refund-${reference}`).then(
        (changed) => mapping.fromRefund(changed, charge, amount),
        whenRefused([412, 422], async (reason) => {
          // The first of two calls may have been carried out after the charge was read.
          const now = await orUnknown(client.findCharge(chargeId), 'A refused refund could not be looked for.');
          return whole(now) ?? mapping.fromRefusedRefund(chargeId, reason);
        }),
      );
    },

    async capture({ transactionId, amount, reference }) {
      const charge = await getHold(transactionId);
      const chargeId = charge.requireText('id');
      return client.captureCharge(chargeId, { amount, code: reference }, `capture-${reference}`).then(
        (captured) => mapping.fromCharge(captured, captured.fields('order'), transactionId),
        whenRefused([412, 422], () => readAgain(transactionId, chargeId)),
      );
    },

    async void({ transactionId, reference }) {
      const charge = await getHold(transactionId);
      const chargeId = charge.requireText('id');
      // Pagar.me gives back what was captured by the same call that lets a hold go.
      if (mapping.wasPaid(charge) || charge.text('status') === 'paid')
        return mapping.fromCharge(charge, charge.fields('order'), transactionId);
      return client.cancelCharge(chargeId, {}, `void-${reference}`).then(
        (voided) => mapping.fromCharge(voided, voided.fields('order'), transactionId),
        whenRefused([412, 422], () => readAgain(transactionId, chargeId)),
      );
    },

    async withdraw({ receiverId = '', amount, withdrawReference }) {
      const body = { amount, metadata: { reference: withdrawReference } };
      return client.createWithdrawal(receiverId, body, withdrawReference).then(mapping.fromWithdrawal);
    },

    async getWithdraw({ withdrawId, withdrawReference, receiverId }) {
      if (withdrawId) {
        const reading = receiverId ? client.findWithdrawal(receiverId, withdrawId) : client.findTransfer(withdrawId);
        return reading.then((found) => found && mapping.fromWithdrawal(found));
      }
      const listed = receiverId ? await client.listWithdrawals(receiverId) : [];
      const marks = listed.map((withdrawal) => withdrawal.text('metadata.reference'));
      const found = listed[marks.indexOf(withdrawReference)];
      if (found) return mapping.fromWithdrawal(found);
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
