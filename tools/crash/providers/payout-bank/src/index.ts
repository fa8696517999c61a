/** The adapter of the bank in ../../../payout-bank.ts: it pays, and does nothing else. */
import { defineProvider, ProviderError } from '@feira/plugin-kit';
import type { BankPayout } from '../../../payout-bank.ts';

const fromPayout = ({ id, reference, amount, status }: BankPayout) => ({
  withdrawId: id,
  reference,
  amount,
  providerStatus: status,
});

export default defineProvider({
  createProvider: ({ http }) => ({
    async createTransaction() {
      throw new ProviderError('UNSUPPORTED', 'NOT_SENT', 'This bank takes no money in.');
    },
    async withdraw({ withdrawReference, amount }) {
      const json = { reference: withdrawReference, amount };
      return fromPayout((await http.request<BankPayout>({ method: 'POST', path: '/payouts', json })).body);
    },
    async getWithdraw({ withdrawReference }) {
      const path = `/payouts/${encodeURIComponent(withdrawReference)}`;
      const { status, body } = await http.request<BankPayout>({ method: 'GET', path, accept: [404] });
      return status === 404 ? null : fromPayout(body);
    },
    async processWebhook({ body }) {
      return { subject: 'withdraw', ...fromPayout(body as BankPayout) };
    },
  }),
});
