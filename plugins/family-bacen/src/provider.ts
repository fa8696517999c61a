/** The operations of every member of the family: charges and their returns. What differs between banks stands in their manifests. */
import { type Fields, invalidEvent, makeOnce, type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { Provider, RefundRequest, RefundResult } from '@feira/schemas/provider';
import { type Client, createClient } from './client.ts';
import { findRefundable, findReturn, fromCharge, fromChargeEvent, fromReturn, toCharge, toReturn } from './mapping.ts';

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

export function createChargeProvider({ http, settings, clock }: ProviderContext): Provider {
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

    async processWebhook({ body }) {
      const event = fromChargeEvent(body);
      if (event) return event;
      throw invalidEvent('The event has no list of PIX.');
    },

    async ensureWebhook({ webhookUrl }) {
      await client.setChargeWebhook(pixKey, webhookUrl);
    },
  };
}
