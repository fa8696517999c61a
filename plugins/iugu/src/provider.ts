import {
  asUnsent,
  type Fields,
  invalidRequest,
  isProviderError,
  orUnknown,
  type ProviderContext,
  ProviderError,
  whenRefused,
} from '@feira/plugin-kit';
import type {
  CardData,
  CardTokenResult,
  Provider,
  TransactionRequest,
  TransactionResult,
} from '@feira/schemas/provider';
import { createAccountOperations } from '../../family-iugu/src/accounts.ts';
import { registerEvents } from '../../family-iugu/src/events.ts';
import { createTransferOperations } from '../../family-iugu/src/transfers.ts';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';
import { EVENTS, fromWebhook } from './webhook.ts';

const REFUSED = [400, 422];
const whenCardRefused = whenRefused(REFUSED, (refusedReason): CardTokenResult => ({ token: '', refusedReason }));

export function createIuguProvider(context: ProviderContext): Provider {
  const { settings, clock } = context;
  const client = createClient(context);

  async function makeToken(card: CardData): Promise<Fields> {
    if (!settings.publicKey) throw invalidRequest('Public key is required');
    return client.createToken(mapping.toCardToken(String(settings.publicKey), card));
  }

  /** A repeated key is refused with 409: then the first request may have made what this one asks for. */
  async function makeInvoice(request: TransactionRequest): Promise<Fields> {
    try {
      return await client.createInvoice(mapping.toInvoice(request, clock.now()), request.reference);
    } catch (error) {
      if (!isProviderError(error) || error.status !== 409) throw error;
      return findMade(request.reference);
    }
  }
  async function findMade(reference: string): Promise<Fields> {
    const found = await orUnknown(client.findInvoiceByReference(reference), 'iugu did not say what a sale became.');
    if (found) return found;
    throw new ProviderError('UNAVAILABLE', 'UNKNOWN', 'iugu is still at work on this sale.');
  }

  /** Only invoices are split, so a split sale makes one first; without a charge nobody pays it. */
  async function chargeCard(request: TransactionRequest): Promise<TransactionResult> {
    const { reference, splits = [] } = request;
    const invoice =
      splits.length > 0 ? await asUnsent(makeInvoice(request), 'iugu did not say which invoice it made.') : undefined;
    const invoiceId = invoice?.requireText('id');
    let charge: Fields;
    try {
      charge = await client.createCharge(mapping.toCharge(request, invoiceId), reference);
    } catch (error) {
      if (!isProviderError(error) || error.status !== 409) throw error;
      return mapping.fromInvoice(await findMade(reference));
    }
    const isCharged = charge.flag('success');
    if (isCharged === undefined) throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field success is missing.');
    if (!isCharged) {
      // One that cannot be cancelled runs out by itself.
      if (invoiceId) await client.cancelInvoice(invoiceId).catch(() => undefined);
      return mapping.fromRefusedCharge(charge, reference);
    }
    // The charge tells of the card; what the sale is worth, and whether it is paid, stands in the invoice alone.
    const made = await orUnknown(
      client.findInvoice(charge.requireText('invoice_id')),
      'A charged invoice was not told.',
    );
    if (!made) throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'iugu does not know the invoice that it charged.');
    return { ...mapping.fromInvoice(made), ...mapping.fromChargedCard(charge) };
  }

  return {
    async createCardToken({ card }) {
      if (!card) throw invalidRequest('card is required: a token from the browser is already one');
      return makeToken(card).then(mapping.fromCardToken, whenCardRefused);
    },

    async createCardId({ card, cardToken, customer }) {
      if (!card && !cardToken) throw invalidRequest('card or cardToken is required');
      const made = card && (await makeToken(card));
      const token = cardToken ?? made!.requireText('id');
      const owner = (await client.createCustomer(mapping.toCustomer(customer))).requireText('id');
      return client
        .createPaymentMethod(owner, mapping.toPaymentMethod(token, customer))
        .then((made) => mapping.fromStored(made, owner), whenCardRefused);
    },

    async deleteCard({ cardId }) {
      const { customer, method } = mapping.toStored(cardId);
      return client.deletePaymentMethod(customer, method).then(
        () => ({}),
        (error) => {
          if (isProviderError(error) && error.status === 404) return null;
          throw error;
        },
      );
    },

    async createTransaction(request) {
      if (request.paymentMethod === 'CREDIT_CARD') return chargeCard(request);
      return mapping.fromInvoice(await makeInvoice(request));
    },

    async getTransaction({ transactionId, reference }) {
      // A refused card may have left no invoice; its id is our reference then.
      const isKnown = transactionId && transactionId !== reference;
      const invoice = await (isKnown ? client.findInvoice(transactionId) : client.findInvoiceByReference(reference));
      return invoice && mapping.fromInvoice(invoice);
    },

    async refund({ transactionId, amount, isFull }) {
      const before = await client.findInvoice(transactionId);
      if (!before) throw invalidRequest('iugu does not know this invoice.');
      const done = { refundId: transactionId, status: 'DONE' } as const;
      if (isFull && mapping.isRefunded(before)) return done;
      const part = isFull ? undefined : { partial_value_refund_cents: amount };
      return client.refundInvoice(transactionId, part).then(
        (invoice) => mapping.fromRefund(invoice, before, amount),
        whenRefused(REFUSED, async (reason) => {
          // The first of two calls may have been carried out after the invoice was read.
          const now = await orUnknown(client.findInvoice(transactionId), 'A refused refund could not be looked for.');
          return isFull && now && mapping.isRefunded(now)
            ? done
            : { refundId: transactionId, status: 'REFUSED' as const, reason };
        }),
      );
    },

    ...createTransferOperations(client),
    ...createAccountOperations(client, context),

    processWebhook: async ({ body }) => fromWebhook(body),

    ensureWebhook: ({ webhookUrl }) => registerEvents(client, webhookUrl, EVENTS),
  };
}
