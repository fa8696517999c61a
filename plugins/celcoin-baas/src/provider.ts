import { asUnsent, makeOnce, orUnknown, type ProviderContext, ProviderError } from '@feira/plugin-kit';
import type { Provider, TransactionRequest, TransactionResult, WithdrawRequest } from '@feira/schemas/provider';
import { createClient } from './client.ts';
import { isNothingReceived, isRefusedRepeat } from './errors.ts';
import * as mapping from './mapping.ts';
import { ENTITIES, fromEvent } from './webhook.ts';

export function createCelcoinBaasProvider({ http, settings, clock }: ProviderContext): Provider {
  const client = createClient(http);
  const account = String(settings.accountNumber ?? '');

  async function createPix(request: TransactionRequest): Promise<TransactionResult> {
    const message = 'Celcoin made no place for the QR code.';
    const location = await asUnsent(client.createLocation(mapping.toLocation(request, settings)), message);
    const locationId = location.number('locationId');
    if (locationId === undefined) throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', message);
    const pixKey = String(settings.pixKey ?? '');
    const collection = mapping.toCollection(request, { locationId, pixKey, now: clock.now() });
    return mapping.fromCollection(await client.createCollection(collection), null);
  }

  async function getPix(query: Parameters<typeof client.findCollection>[0]): Promise<TransactionResult | null> {
    const collection = await client.findCollection(query);
    if (!collection) return null;
    // The charge says nothing of its payment, which is shown some two minutes after it came in.
    const open = mapping.fromCollection(collection, null);
    return client.getReceived(open.transactionId).then(
      (received) => mapping.fromCollection(collection, received),
      (refusal) => {
        if (isNothingReceived(refusal)) return open;
        throw refusal;
      },
    );
  }

  async function getBoleto(query: Parameters<typeof client.findCharge>[0]): Promise<TransactionResult | null> {
    const charge = await client.findCharge(query);
    return charge && mapping.fromCharge(charge);
  }

  /** A key is looked up first: the payment needs the end-to-end id that this gives. */
  async function pay(request: WithdrawRequest) {
    const found = await client.getKey(account, mapping.toKey(request));
    return mapping.fromPayment(await client.createPayment(mapping.toPayment(request, found, account)));
  }

  return {
    async createTransaction(request) {
      const { reference } = request;
      const isOwn = (found: TransactionResult | null) => (found?.reference === reference ? found : null);
      if (request.paymentMethod === 'PIX')
        return makeOnce(createPix(request), async () => isOwn(await getPix({ clientRequestId: reference })));
      const made = client.createCharge(mapping.toCharge(request, settings)).then(mapping.fromNewCharge);
      return makeOnce(made, async () => isOwn(await getBoleto({ ExternalId: reference })));
    },

    async getTransaction({ transactionId, reference, paymentMethod, wantsBilletPdf }) {
      const found =
        paymentMethod === 'PIX'
          ? await getPix(transactionId ? { transactionId } : { clientRequestId: reference })
          : await getBoleto(transactionId ? { TransactionId: transactionId } : { ExternalId: reference });
      if (!transactionId) return found?.reference === reference ? found : null;
      if (found?.transactionId === transactionId && wantsBilletPdf)
        return { ...found, billetPdf: await client.getBoletoPdf(transactionId) };
      if (!found || found.transactionId === transactionId) return found;
      throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The answer of getTransaction is about something else.');
    },

    async withdraw(request) {
      try {
        return await pay(request);
      } catch (refusal) {
        if (!isRefusedRepeat(refusal)) throw refusal;
        const earlier = client.getPayment({ clientCode: request.withdrawReference });
        return mapping.fromPayment(await orUnknown(earlier, 'Celcoin knows this payment, but did not tell of it.'));
      }
    },

    /** No answer is known that says "no such payment": a refused question leaves open whether there is one. */
    async getWithdraw({ withdrawId, withdrawReference }) {
      return mapping.fromPayment(
        await client.getPayment(withdrawId ? { id: withdrawId } : { clientCode: withdrawReference }),
      );
    },

    processWebhook: async ({ body }) => fromEvent(body),

    async ensureWebhook({ webhookUrl }) {
      const auth = { type: 'basic' };
      for (const entity of ENTITIES) {
        const answer = await client.findSubscription(entity);
        const known = answer?.list('body.subscriptions').find((one) => one.text('entity') === entity);
        if (!known) await client.createSubscription({ entity, webhookUrl, auth });
        else if (known.text('webhookUrl') !== webhookUrl || known.flag('active') === false)
          await client.changeSubscription(entity, { entity, webhookUrl, auth, active: true });
      }
    },
  };
}
