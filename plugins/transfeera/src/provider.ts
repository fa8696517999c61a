import { invalidRequest, makeOnce, type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import * as mapping from './mapping.ts';

/** The credential that proves events; Transfeera makes it up when an address is registered. */
const SECRET = 'webhookSecret';

export function createTransfeeraProvider({ http, settings, clock }: ProviderContext): Provider {
  const client = createClient(http);
  const pixKey = String(settings.pixKey ?? '');

  async function listDeposits(txid: string): Promise<mapping.Deposit[]> {
    const deposits = mapping.toDeposits(await client.listCashIns(txid), txid);
    return Promise.all(
      deposits.map(async (deposit) => ({ ...deposit, refunds: await client.listRefunds(deposit.endToEndId) })),
    );
  }

  return {
    async createTransaction(request) {
      const made = client.createCharge(mapping.toCharge(request, pixKey, clock.now()));
      return mapping.fromCharge(await makeOnce(made, () => client.findCharge(request.reference)));
    },

    async getTransaction({ transactionId, reference }) {
      const txid = transactionId ?? reference;
      const charge = await client.findCharge(txid);
      return charge && mapping.fromCharge(charge, await listDeposits(txid));
    },

    async refund(request) {
      const deposits = await listDeposits(request.transactionId);
      const made = deposits.flatMap(({ refunds }) => refunds.map(mapping.toRefundResult));
      const earlier = made.find(({ reference }) => reference === request.reference);
      if (earlier) return { refundId: earlier.refundId, status: earlier.status, reason: earlier.reason };
      const deposit = deposits.find((one) => mapping.leftOf(one) >= request.amount);
      if (deposit) return mapping.fromRefund(await client.createRefund(deposit.endToEndId, mapping.toRefund(request)));
      const message = 'No payment of this charge has so much left to give back.';
      throw new ProviderError('INVALID_REQUEST', 'REJECTED', message);
    },

    async withdraw(request) {
      const destination =
        request.paymentMethod === 'PIX'
          ? mapping.toPixDestination(request)
          : mapping.toAccountDestination(request, await client.listBanks());
      const batch = await client.createBatch(mapping.toBatch(request, destination));
      return mapping.fromTransfer(batch.fields('transfers.0'));
    },

    async getWithdraw({ withdrawId }) {
      if (!withdrawId) throw invalidRequest('withdrawId is required: transfers are not found by our reference.');
      const transfer = await client.findTransfer(withdrawId);
      return transfer && mapping.fromTransfer(transfer);
    },

    processWebhook: async ({ body }) => mapping.fromEvent(body),

    /** No call is known that lists addresses: one whose secret is known was registered, by us or by hand. */
    async ensureWebhook({ webhookUrl, missing = [] }) {
      if (!missing.includes(SECRET)) return;
      const made = await client.createWebhook(webhookUrl, mapping.EVENT_OBJECTS);
      return { secrets: { [SECRET]: made.requireText('signature_secret') } };
    },
  };
}
