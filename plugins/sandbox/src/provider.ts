import { keepOwn, type ProviderContext, whenRefused } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createClient, type WireCharge } from './client.ts';
import { fromMandate, fromMandateCharge, toMandate, toMandateCharge } from './mandates.ts';
import {
  fromCard,
  fromCharge,
  fromDocument,
  fromEvent,
  fromPersonCheck,
  fromReceiver,
  fromRefund,
  fromScore,
  fromTransfer,
  toCard,
  toCharge,
  toFiles,
  toPersonCheck,
  toReceiver,
  toRefund,
  toScore,
  toTransfer,
} from './mapping.ts';

const isNamed =
  (wanted: string) =>
  ({ reference }: { reference: string }) =>
    reference === wanted;

export function createSandboxProvider({ http, settings }: ProviderContext): Provider {
  const client = createClient(http);
  const authOf = ({ receiverToken }: { receiverToken?: string }) =>
    receiverToken ? { token: receiverToken } : ('default' as const);

  /** Refused, the hold ended another way before: the charge says which. */
  async function afterHold(id: string, { status, body }: { status: number; body: WireCharge }) {
    return fromCharge(status === 409 ? (await client.getCharge(id, 'default')).body : body);
  }

  return {
    async createCardToken({ card }) {
      return fromCard((await client.createToken(toCard(card!))).body);
    },

    async createCardId({ card, cardToken, ...request }) {
      if (cardToken) return fromCard((await client.createCard(cardToken, authOf(request))).body);
      const token = fromCard((await client.createToken(toCard(card!))).body);
      return token.refusedReason ? token : fromCard((await client.createCard(token.token, authOf(request))).body);
    },

    async deleteCard({ cardId, ...request }) {
      const { status } = await client.deleteCard(cardId, authOf(request));
      return status === 404 ? null : {};
    },

    async createTransaction(request) {
      return fromCharge((await client.createCharge(toCharge(request, settings), authOf(request))).body);
    },

    async getTransaction({ transactionId, reference, wantsBilletPdf, ...lookup }) {
      if (transactionId) {
        const { status, body } = await client.getCharge(transactionId, authOf(lookup));
        if (status === 404) return null;
        if (!wantsBilletPdf) return fromCharge(body);
        const billetPdf = (await client.getBoletoPdf(transactionId, authOf(lookup))).body.pdf;
        return { ...fromCharge(body), billetPdf };
      }
      const [found] = keepOwn((await client.findCharges(reference, authOf(lookup))).body.items, isNamed(reference));
      return found ? fromCharge(found) : null;
    },

    async refund(request) {
      const { body } = await client.refund(request.transactionId, toRefund(request), authOf(request));
      return fromRefund(body, request.reference);
    },

    async capture({ transactionId }) {
      return afterHold(transactionId, await client.capture(transactionId, 'default'));
    },

    async void({ transactionId }) {
      return afterHold(transactionId, await client.void(transactionId, 'default'));
    },

    async withdraw(request) {
      // A receiver is paid by the platform: with its own key it would pay itself.
      const payer = request.paymentMethod === 'RECEIVER' ? 'default' : authOf(request);
      return fromTransfer((await client.createTransfer(toTransfer(request), payer)).body);
    },

    async getWithdraw({ withdrawId, withdrawReference, ...lookup }) {
      if (withdrawId) {
        const { status, body } = await client.getTransfer(withdrawId, authOf(lookup));
        return status === 404 ? null : fromTransfer(body);
      }
      const [found] = keepOwn(
        (await client.findTransfers(withdrawReference, authOf(lookup))).body.items,
        isNamed(withdrawReference),
      );
      return found ? fromTransfer(found) : null;
    },

    async createReceiver(request) {
      return fromReceiver((await client.createReceiver(toReceiver(request), toFiles(request))).body);
    },

    async getReceiver({ receiverId }) {
      const { status, body } = await client.getReceiver(receiverId);
      return status === 404 ? null : fromReceiver(body);
    },

    async getReceiverDocuments({ receiverId }) {
      return { documents: (await client.listDocuments(receiverId)).body.items.map(fromDocument) };
    },

    async sendReceiverDocument({ receiverId, documentId, file }) {
      const { providerStatus, reason } = fromDocument(
        (await client.sendDocument(receiverId, documentId, file.reference)).body,
      );
      return { providerStatus, reason };
    },

    async getReceiverLink({ receiverId, documentId }) {
      const { status, body } = await client.createVerification(receiverId, documentId);
      return status === 404 ? null : { url: body.url, expiresAt: body.expires_at };
    },

    async createMandate(request) {
      return fromMandate((await client.createMandate(toMandate(request))).body);
    },

    async getMandate({ mandateId, reference }) {
      if (mandateId) {
        const { status, body } = await client.getMandate(mandateId);
        return status === 404 ? null : fromMandate(body);
      }
      const [found] = keepOwn((await client.findMandates(reference)).body.items, isNamed(reference));
      return found ? fromMandate(found) : null;
    },

    async cancelMandate({ mandateId }) {
      return fromMandate((await client.cancelMandate(mandateId)).body);
    },

    async chargeMandate(request) {
      return fromMandateCharge((await client.chargeMandate(request.mandateId, toMandateCharge(request))).body);
    },

    async getMandateCharge({ mandateChargeId, reference }) {
      if (mandateChargeId) {
        const { status, body } = await client.getMandateCharge(mandateChargeId);
        return status === 404 ? null : fromMandateCharge(body);
      }
      const [found] = keepOwn((await client.findMandateCharges(reference)).body.items, isNamed(reference));
      return found ? fromMandateCharge(found) : null;
    },

    async retryMandateCharge({ mandateChargeId, date }) {
      return fromMandateCharge((await client.retryMandateCharge(mandateChargeId, date)).body);
    },

    async cancelMandateCharge({ mandateChargeId }) {
      return fromMandateCharge((await client.cancelMandateCharge(mandateChargeId)).body);
    },

    async refundMandateCharge({ mandateChargeId, reference, amount }) {
      return client.refundMandateCharge(mandateChargeId, { reference, amount }).then(
        ({ body }) => ({ refundId: body.id, status: 'DONE' as const }),
        whenRefused([422], (reason) => ({ refundId: reference, status: 'REFUSED' as const, reason })),
      );
    },

    async scoreTransaction(request) {
      return fromScore((await client.createScore(toScore(request))).body);
    },

    async reportOutcome({ scoreId, outcome, amount, occurredAt }) {
      await client.reportOutcome(scoreId, { outcome: outcome.toLowerCase(), amount, occurred_at: occurredAt });
      return {};
    },

    async checkPerson(request) {
      return fromPersonCheck((await client.checkPerson(toPersonCheck(request), toFiles(request))).body);
    },

    async getPersonCheck({ personCheckId }) {
      const { status, body } = await client.getPersonCheck(personCheckId);
      return status === 404 ? null : fromPersonCheck(body);
    },

    async processWebhook({ body }) {
      return fromEvent(body);
    },

    async ensureWebhook({ webhookUrl }) {
      await client.setWebhook(webhookUrl);
    },
  };
}
