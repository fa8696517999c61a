/** The adapter of the bank in ../../../return-bank.ts: it gives paid money back, or buyers' banks take it. */
import { defineProvider } from '@feira/plugin-kit';
import type { ReturnCharge, WireReturn } from '../../../return-bank.ts';

const fromCharge = ({ id, reference, status, paid, returned }: ReturnCharge) => ({
  transactionId: id,
  reference,
  providerStatus: status,
  amount: paid,
  paidAmount: paid,
  refundedAmount: returned,
});

const STATUSES = { done: 'DONE', pending: 'PENDING', refused: 'REFUSED' } as const;

export default defineProvider({
  createProvider: ({ http }) => ({
    async createTransaction({ reference, amount, webhookUrl }) {
      const json = { reference, amount, webhookUrl };
      const { body } = await http.request<ReturnCharge>({ method: 'POST', path: '/charges', json });
      return { ...fromCharge(body), pixCode: `pix-of-${body.id}` };
    },
    async getTransaction({ reference }) {
      const path = `/charges/${encodeURIComponent(reference)}`;
      const { status, body } = await http.request<ReturnCharge>({ method: 'GET', path, accept: [404] });
      return status === 404 ? null : fromCharge(body);
    },
    async refund({ reference, transactionId, amount }) {
      const json = { reference, transactionId, amount };
      const { body } = await http.request<WireReturn>({ method: 'POST', path: '/returns', json });
      return { refundId: body.id, status: STATUSES[body.status] };
    },
    async processWebhook({ body }) {
      return { subject: 'payment', ...fromCharge(body as ReturnCharge) };
    },
  }),
});
