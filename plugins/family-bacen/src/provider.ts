/** The operations of every member of the family: charges and their returns. What differs between banks stands in their manifests. */
import { type Fields, invalidEvent, makeOnce, orUnknown, type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { Provider, RefundRequest, RefundResult, TransactionResult } from '@feira/schemas/provider';
import { type Client, createClient } from './client.ts';
import {
  findRefundable,
  findReturn,
  fromCharge,
  fromChargeEvent,
  fromReturn,
  toCharge,
  toCode,
  toReturn,
} from './mapping.ts';

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

/**
 * The place of a charge's code where the charge itself does not hold it: a call of its own, or the address of the charge, of which the code is made.
 */
export type CodePlace = 'qrcode' | 'location';

export function createChargeProvider({ http, settings, clock }: ProviderContext, codePlace?: CodePlace): Provider {
  const client = createClient(http);
  const pixKey = String(settings.pixKey ?? '');

  async function readCode(charge: Fields): Promise<string | undefined> {
    if (codePlace === 'location') return toCode(charge, settings);
    const read = client.findCode(charge.requireText('txid'));
    return (await orUnknown(read, 'The code of a charge could not be read.'))?.text('emv');
  }

  /** A charge that nobody can pay any more needs no code. */
  async function read(charge: Fields): Promise<TransactionResult> {
    const result = fromCharge(charge);
    const isWithout = codePlace && !result.pixCode && result.providerStatus.toUpperCase() === 'ATIVA';
    return isWithout ? { ...result, pixCode: await readCode(charge) } : result;
  }

  return {
    async createTransaction(request) {
      const charge = toCharge(request, pixKey, clock.now());
      const find = () => client.findCharge(request.reference);
      return read(await makeOnce(client.putCharge(request.reference, charge), find));
    },

    async getTransaction({ transactionId, reference }) {
      const charge = await client.findCharge(transactionId ?? reference);
      return charge && read(charge);
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
