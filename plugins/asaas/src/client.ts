import { type Http, type HttpAnswer, type HttpRequest, ProviderError } from '@feira/plugin-kit';
import { explain } from './errors.ts';

/** Wire types: only the fields we read or send. Amounts are reais, dates are days or wall-clock times of São Paulo. */
export interface Page<T> {
  data: T[];
  hasMore?: boolean;
}

export interface Payment {
  id: string;
  /** The plan this charge is one installment of. */
  installment?: string | null;
  status: string;
  deleted?: boolean;
  billingType: string;
  value: number;
  /** What was charged, when `value` became what was paid instead. */
  originalValue?: number | null;
  dueDate?: string;
  confirmedDate?: string | null;
  paymentDate?: string | null;
  clientPaymentDate?: string | null;
  externalReference?: string | null;
  bankSlipUrl?: string | null;
  pixTransaction?: string | null;
  creditCard?: { creditCardNumber?: string; creditCardBrand?: string } | null;
  /** As GET /payments/{id}/refunds tells; never part of the payment itself. */
  listedRefunds?: Refund[];
}

export interface Refund {
  status: string;
  value: number;
  description?: string | null;
}

export interface Customer {
  id: string;
  notificationDisabled?: boolean;
}

export interface Webhook {
  id: string;
  url: string;
  enabled?: boolean;
  interrupted?: boolean;
  hasAuthToken?: boolean;
  events?: string[];
}

export interface PixQrCode {
  payload: string;
  encodedImage?: string;
  expirationDate?: string;
}

export interface BoletoLine {
  identificationField: string;
  barCode?: string;
}

export interface CardToken {
  creditCardToken: string;
  creditCardNumber?: string;
  creditCardBrand?: string;
}

export interface Transfer {
  id: string;
  status: string;
  value: number;
  effectiveDate?: string | null;
  failReason?: string | null;
  externalReference?: string | null;
}

export interface Account {
  walletId: string;
  /** An opaque reference: the host keeps the key itself. */
  apiKey: string;
}

/** A group of documents; with `onboardingUrl` it is shown on a page of Asaas, and files of it are refused. */
export interface DocumentGroup {
  id: string;
  status: string;
  type?: string | null;
  title?: string | null;
  description?: string | null;
  onboardingUrl?: string | null;
  onboardingUrlExpirationDate?: string | null;
}

export interface Documents {
  /** Of all of them together. */
  rejectReasons?: string | string[] | null;
  data: DocumentGroup[];
}

export function createClient(http: Http) {
  async function request<T>(request: HttpRequest): Promise<HttpAnswer<T>> {
    try {
      return await http.request<T>(request);
    } catch (error) {
      throw explain(error);
    }
  }
  const get = async <T>(path: string, query?: HttpRequest['query'], token?: string): Promise<T> =>
    (await request<T>({ method: 'GET', path, query, auth: token ? { token } : 'default' })).body;
  const post = async <T>(path: string, json: unknown, token?: string): Promise<T> =>
    (await request<T>({ method: 'POST', path, json, auth: token ? { token } : 'default' })).body;
  /** null where Asaas answers that the thing does not exist. */
  async function find<T>(path: string, query?: HttpRequest['query'], token?: string): Promise<T | null> {
    const auth = token ? { token } : 'default';
    const answer = await request<T>({ method: 'GET', path, query, auth, accept: [404] });
    if (answer.status === 404) return null;
    // Only a 404 says that there is nothing; an empty answer says nothing at all.
    if (typeof answer.body === 'object' && answer.body !== null) return answer.body;
    throw new ProviderError(
      'INVALID_ANSWER',
      'NOT_SENT',
      `GET ${path.split('/', 2).join('/')} was answered with nothing.`,
    );
  }
  const id = encodeURIComponent;

  return {
    /** https://docs.asaas.com/reference/list-customers */
    listCustomers: (cpfCnpj: string) => get<Page<Customer>>('/customers', { cpfCnpj, limit: 1 }),
    /** https://docs.asaas.com/reference/create-new-customer */
    createCustomer: (json: object) => post<Customer>('/customers', json),
    /** https://docs.asaas.com/reference/update-existing-customer */
    updateCustomer: (customerId: string, json: object) =>
      request({ method: 'PUT', path: `/customers/${id(customerId)}`, json }),
    /** https://docs.asaas.com/reference/credit-card-tokenization */
    tokenizeCard: (json: object) => post<CardToken>('/creditCard/tokenizeCreditCard', json),
    /** https://docs.asaas.com/reference/create-new-payment */
    createPayment: (json: object) => post<Payment>('/payments', json),
    /** https://docs.asaas.com/reference/retrieve-a-single-payment */
    findPayment: (paymentId: string) => find<Payment>(`/payments/${id(paymentId)}`),
    /** https://docs.asaas.com/reference/list-payments */
    listPayments: (externalReference: string) => get<Page<Payment>>('/payments', { externalReference, limit: 100 }),
    /** https://docs.asaas.com/reference/list-payments-of-a-installment */
    findPlanPayments: (planId: string) => find<Page<Payment>>(`/installments/${id(planId)}/payments`, { limit: 100 }),
    /** https://docs.asaas.com/reference/get-qr-code-for-pix-payments */
    getPixQrCode: (paymentId: string) => get<PixQrCode>(`/payments/${id(paymentId)}/pixQrCode`),
    /** https://docs.asaas.com/reference/get-typeable-bill-line */
    getBoletoLine: (paymentId: string) => get<BoletoLine>(`/payments/${id(paymentId)}/identificationField`),
    /** https://docs.asaas.com/reference/list-refunds-of-a-single-payment */
    listRefunds: async (paymentId: string) =>
      (await get<Page<Refund>>(`/payments/${id(paymentId)}/refunds`, { limit: 100 })).data,
    /** https://docs.asaas.com/reference/refund-payment */
    refundPayment: (paymentId: string, json: object) => post<unknown>(`/payments/${id(paymentId)}/refund`, json),
    /** https://docs.asaas.com/reference/refund-installment */
    refundPlan: (planId: string, json: object) => post<unknown>(`/installments/${id(planId)}/refund`, json),
    /** https://docs.asaas.com/reference/transfer-to-another-institution-account-or-pix-key */
    createTransfer: (json: object, token?: string) => post<Transfer>('/transfers', json, token),
    /** https://docs.asaas.com/reference/retrieve-a-single-transfer */
    findTransfer: (transferId: string, token?: string) =>
      find<Transfer>(`/transfers/${id(transferId)}`, undefined, token),
    /** https://docs.asaas.com/reference/list-transfers */
    listTransfers: (offset: number, token?: string) => get<Page<Transfer>>('/transfers', { offset, limit: 100 }, token),
    /** https://docs.asaas.com/reference/create-subaccount */
    createAccount: async (json: object) =>
      (await request<Account>({ method: 'POST', path: '/accounts', json, secretFields: ['apiKey'] })).body,
    /** https://docs.asaas.com/reference/check-account-status */
    findAccountStatus: (token: string) => find<{ general: string }>('/myAccount/status', undefined, token),
    /** https://docs.asaas.com/reference/check-pending-documents */
    listDocuments: (token: string) => get<Documents>('/myAccount/documents', undefined, token),
    /** https://docs.asaas.com/reference/send-documents-via-api */
    sendDocument: async (groupId: string, { type, file }: { type: string; file: string }, token: string) =>
      (
        await request<{ status: string }>({
          method: 'POST',
          path: `/myAccount/documents/${id(groupId)}`,
          multipart: { type, documentFile: { file } },
          auth: { token },
        })
      ).body,
    /** https://docs.asaas.com/reference/retrieve-account-balance */
    getBalance: (token: string) => get<{ balance: number }>('/finance/balance', undefined, token),
    /** https://docs.asaas.com/reference/list-webhooks */
    listWebhooks: () => get<Page<Webhook>>('/webhooks', { limit: 100 }),
    /** https://docs.asaas.com/reference/create-new-webhook, https://docs.asaas.com/reference/update-existing-webhook */
    saveWebhook: (webhookId: string | undefined, json: object, secretJson: Record<string, string>) =>
      request(
        webhookId
          ? { method: 'PUT', path: `/webhooks/${id(webhookId)}`, json, secretJson }
          : { method: 'POST', path: '/webhooks', json, secretJson },
      ),
  };
}
export type Client = ReturnType<typeof createClient>;
