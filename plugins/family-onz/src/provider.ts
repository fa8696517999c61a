/** The operations of every member of the family: what differs between brands stands in their manifests. */
import { type Fields, makeOnce, type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { Provider, RefundRequest, RefundResult } from '@feira/schemas/provider';
import { type Client, createClient } from './client.ts';
import {
  findRefundable,
  findReturn,
  fromCharge,
  fromEvent,
  fromPayment,
  fromReturn,
  toCharge,
  toPayment,
  toReturn,
} from './mapping.ts';

/** Events of the accounts API that tell of money. */
const ACCOUNT_EVENTS = ['receive', 'refund', 'transfer', 'cashout'];
const refused = (message: string) => new ProviderError('INVALID_REQUEST', 'REJECTED', message);

/** Gives money of a charge back, by a return of one of its payments that is known by our reference. */
export async function giveBack(
  client: Pick<Client, 'putReturn'>,
  request: Pick<RefundRequest, 'reference' | 'amount' | 'description'>,
  readCharge: () => Promise<Fields | null>,
): Promise<RefundResult> {
  const { reference, amount } = request;
  const charge = await readCharge();
  const earlier = charge && findReturn(charge, reference);
  if (earlier) return fromReturn(earlier);
  const payment = charge && findRefundable(charge, amount);
  if (!payment) throw refused('No payment of this charge has so much left to give back.');
  const make = client.putReturn(payment.requireText('endToEndId'), reference, toReturn(request));
  return fromReturn(
    await makeOnce(make, async () => {
      const now = await readCharge();
      return now && findReturn(now, reference);
    }),
  );
}

export function createFamilyProvider({ http, settings, clock }: ProviderContext): Provider {
  const client = createClient(http);
  const pixKey = String(settings.pixKey ?? '');

  return {
    async createTransaction(request) {
      const charge = toCharge(request, pixKey, clock.now());
      const find = () => client.findCharge(request.reference);
      return fromCharge(await makeOnce(client.putCharge(request.reference, charge), find));
    },

    async getTransaction({ transactionId, reference }) {
      const charge = await client.findCharge(transactionId ?? reference);
      return charge && fromCharge(charge);
    },

    refund: (request) => giveBack(client, request, () => client.findCharge(request.transactionId)),

    async withdraw(request) {
      const { withdrawReference: key } = request;
      const find = () => client.findPaymentByKey(key);
      return fromPayment(await makeOnce(client.createPayment(toPayment(request), key), find));
    },

    async getWithdraw({ withdrawId, withdrawReference }) {
      const payment = withdrawId
        ? await client.findPayment(withdrawId)
        : await client.findPaymentByKey(withdrawReference);
      return payment && fromPayment(payment);
    },

    processWebhook: async ({ body }) => fromEvent(body),

    async ensureWebhook({ webhookUrl }) {
      await client.setChargeWebhook(pixKey, webhookUrl);
      // Who only sells through this account has no client of the accounts API.
      if (!settings.cashOutClientId) return;
      for (const kind of ACCOUNT_EVENTS) await client.setAccountWebhook(kind, webhookUrl);
    },
  };
}
