/** The operations of a brand of ONZ's platform: charges as everywhere in the family, and payments of its accounts API. */
import { makeOnce, type ProviderContext } from '@feira/plugin-kit';
import type { Provider } from '@feira/schemas/provider';
import { createAccountsClient } from './accounts-client.ts';
import { fromAccountEvent, fromPayment, toPayment } from './accounts-mapping.ts';
import { fromChargeEvent } from './mapping.ts';
import { createChargeProvider } from './provider.ts';

/** Events of the accounts API that tell of money. */
const ACCOUNT_EVENTS = ['receive', 'refund', 'transfer', 'cashout'];

export function createAccountsProvider(context: ProviderContext): Provider {
  const { http, settings } = context;
  const client = createAccountsClient(http);
  const charges = createChargeProvider(context);

  return {
    ...charges,

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

    processWebhook: async ({ body }) => fromChargeEvent(body) ?? fromAccountEvent(body),

    async ensureWebhook(request) {
      await charges.ensureWebhook!(request);
      // An owner who only sells through this account has no client of the accounts API.
      if (!settings.cashOutClientId) return;
      for (const kind of ACCOUNT_EVENTS) await client.setAccountWebhook(kind, request.webhookUrl);
    },
  };
}
