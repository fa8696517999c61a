/** The adapter of the bank in ../../bank.ts: as small as the contract allows. */
import { defineProvider } from '@feira/plugin-kit';
import type { WireCard, WireCharge } from '../../../bank.ts';

const fromCharge = ({ id, reference, status, amount, paid, movements }: WireCharge) => ({
  transactionId: id,
  reference,
  providerStatus: status,
  amount,
  paidAmount: paid,
  movementIds: movements,
});

export default defineProvider({
  createProvider: ({ http }) => ({
    async createTransaction({ reference, amount, paymentMethod, customer, cardId, webhookUrl }) {
      const payer = customer.email;
      const json = { reference, amount, method: paymentMethod, payer, webhookUrl, ...(cardId && { cardId }) };
      const { body } = await http.request<WireCharge>({ method: 'POST', path: '/charges', json });
      return { ...fromCharge(body), ...(paymentMethod === 'PIX' && { pixCode: `pix-of-${body.id}` }) };
    },
    async getTransaction({ reference }) {
      const path = `/charges/${encodeURIComponent(reference)}`;
      const { status, body } = await http.request<WireCharge>({ method: 'GET', path, accept: [404] });
      return status === 404 ? null : fromCharge(body);
    },
    async createCardId() {
      const { body } = await http.request<WireCard>({ method: 'POST', path: '/cards', json: {} });
      return { token: body.id };
    },
    async processWebhook({ body }) {
      const { reference, transactionId, providerStatus, amount, paidAmount, movementIds } = fromCharge(
        body as WireCharge,
      );
      return { subject: 'payment', reference, transactionId, providerStatus, amount, paidAmount, movementIds };
    },
  }),
});
