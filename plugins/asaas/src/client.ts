/** Calls Asaas' API. Amounts are reais, dates are days or wall-clock times of São Paulo. */
import { createCalls, type Http, path } from '@feira/plugin-kit';

/** The most a page of any list holds. */
export const PAGE_SIZE = 100;
const LATEST = { query: { limit: PAGE_SIZE } };

export function createClient(http: Http) {
  // Asaas may quote the document it refuses.
  const { get, find, list, post, put } = createCalls(http, (body) => body.reason('errors.0.description'));
  /** A sub-account's own key, or the platform's. */
  const by = (token?: string) => ({ auth: token ? { token } : 'default' }) as const;

  return {
    /** https://docs.asaas.com/reference/list-customers */
    listCustomers: (cpfCnpj: string) => list('/customers', 'data', { query: { cpfCnpj, limit: 1 } }),
    /** https://docs.asaas.com/reference/create-new-customer */
    createCustomer: (json: object) => post('/customers', json),
    /** https://docs.asaas.com/reference/update-existing-customer */
    updateCustomer: (id: string, json: object) => put(path`/customers/${id}`, json),
    /** https://docs.asaas.com/reference/credit-card-tokenization */
    tokenizeCard: (json: object) => post('/creditCard/tokenizeCreditCard', json),
    /** https://docs.asaas.com/reference/create-new-payment */
    createPayment: (json: object) => post('/payments', json),
    /** https://docs.asaas.com/reference/retrieve-a-single-payment */
    findPayment: (id: string) => find(path`/payments/${id}`),
    /** https://docs.asaas.com/reference/list-payments */
    listPayments: (externalReference: string) =>
      list('/payments', 'data', { query: { externalReference, limit: PAGE_SIZE } }),
    /** https://docs.asaas.com/reference/list-payments-of-a-installment */
    listPlanPayments: (planId: string) => list(path`/installments/${planId}/payments`, 'data', LATEST),
    /** https://docs.asaas.com/reference/get-qr-code-for-pix-payments */
    getPixQrCode: (paymentId: string) => get(path`/payments/${paymentId}/pixQrCode`),
    /** https://docs.asaas.com/reference/get-typeable-bill-line */
    getBoletoLine: (paymentId: string) => get(path`/payments/${paymentId}/identificationField`),
    /** https://docs.asaas.com/reference/list-refunds-of-a-single-payment */
    listRefunds: (paymentId: string) => list(path`/payments/${paymentId}/refunds`, 'data', LATEST),
    /** https://docs.asaas.com/reference/refund-payment */
    refundPayment: (paymentId: string, json: object) => post(path`/payments/${paymentId}/refund`, json),
    /** https://docs.asaas.com/reference/refund-installment */
    refundPlan: (planId: string, json: object) => post(path`/installments/${planId}/refund`, json),
    /** https://docs.asaas.com/reference/transfer-to-another-institution-account-or-pix-key */
    createTransfer: (json: object, token?: string) => post('/transfers', json, by(token)),
    /** https://docs.asaas.com/reference/retrieve-a-single-transfer */
    findTransfer: (id: string, token?: string) => find(path`/transfers/${id}`, by(token)),
    /** https://docs.asaas.com/reference/list-transfers */
    listTransfers: (offset: number, token?: string) =>
      get('/transfers', { ...by(token), query: { offset, limit: PAGE_SIZE } }),
    /** https://docs.asaas.com/reference/create-subaccount; the host keeps the new account's key and gives us a reference. */
    createAccount: (json: object) => post('/accounts', json, { secretFields: ['apiKey'] }),
    /** https://docs.asaas.com/reference/check-account-status */
    findAccountStatus: (token: string) => find('/myAccount/status', by(token)),
    /** https://docs.asaas.com/reference/check-pending-documents */
    getDocuments: (token: string) => get('/myAccount/documents', by(token)),
    /** https://docs.asaas.com/reference/send-documents-via-api */
    sendDocument: (groupId: string, type: string, file: string, token: string) =>
      post(path`/myAccount/documents/${groupId}`, undefined, {
        multipart: { type, documentFile: { file } },
        auth: { token },
      }),
    /** https://docs.asaas.com/reference/retrieve-account-balance */
    getBalance: (token: string) => get('/finance/balance', by(token)),
    /** https://docs.asaas.com/reference/list-webhooks */
    listWebhooks: () => list('/webhooks', 'data', LATEST),
    /** https://docs.asaas.com/reference/create-new-webhook, https://docs.asaas.com/reference/update-existing-webhook */
    saveWebhook: (id: string | undefined, json: object, token?: string) => {
      const options = { ...by(token), secretJson: { authToken: 'webhookAuthToken' } };
      return id ? put(path`/webhooks/${id}`, json, options) : post('/webhooks', json, options);
    },
  };
}
export type Client = ReturnType<typeof createClient>;
