import { type Http, type HttpAnswer, type HttpRequest, ProviderError } from '@feira/plugin-kit';
import { explain } from './errors.ts';

type Maybe<T> = T | null | undefined;

export interface WireTransaction {
  id?: Maybe<string>;
  status?: Maybe<string>;
  success?: Maybe<boolean>;
  qr_code?: Maybe<string>;
  expires_at?: Maybe<string>;
  end_to_end_id?: Maybe<string>;
  line?: Maybe<string>;
  url?: Maybe<string>;
  pdf?: Maybe<string>;
  due_at?: Maybe<string>;
  acquirer_message?: Maybe<string>;
  antifraud_response?: Maybe<{ status?: Maybe<string> }>;
  gateway_response?: Maybe<{ errors?: Maybe<{ message?: Maybe<string> }[]> }>;
  card?: Maybe<{ brand?: Maybe<string>; last_four_digits?: Maybe<string> }>;
}

export interface WireCharge {
  id: string;
  code?: Maybe<string>;
  status: string;
  amount?: Maybe<number>;
  paid_amount?: Maybe<number>;
  paid_at?: Maybe<string>;
  /** Cumulative over partial refunds. */
  canceled_amount?: Maybe<number>;
  payment_method?: Maybe<string>;
  order?: Maybe<{ id: string; code?: Maybe<string> }>;
  last_transaction?: Maybe<WireTransaction>;
}

export interface WireOrder {
  id: string;
  code?: Maybe<string>;
  status: string;
  amount?: Maybe<number>;
  charges?: Maybe<WireCharge[]>;
}

export interface WireCard {
  id: string;
  brand?: Maybe<string>;
  last_four_digits?: Maybe<string>;
}

export interface WireToken {
  id: string;
  card?: Maybe<{ brand?: Maybe<string>; last_four_digits?: Maybe<string> }>;
}

export interface WireWithdrawal {
  id: string;
  status: string;
  amount?: Maybe<number>;
  funding_date?: Maybe<string>;
  metadata?: Maybe<Record<string, string>>;
}

export interface WireRecipient {
  id: string;
  status: string;
  name?: Maybe<string>;
  email?: Maybe<string>;
  document?: Maybe<string>;
  /** Missing until the recipient may prove who they are. */
  kyc_details?: Maybe<{ status?: Maybe<string>; status_reason?: Maybe<string> }>;
  register_information?: Maybe<{
    name?: Maybe<string>;
    company_name?: Maybe<string>;
    email?: Maybe<string>;
    document?: Maybe<string>;
  }>;
}

export const LIST_SIZE = 30;

const segment = encodeURIComponent;
/** The page of the withdrawal object announces that this route will give way to transfers; both answer today. */
const withdrawalsPath = (receiverId: string) => `/recipients/${segment(receiverId)}/withdrawals`;

export type Client = ReturnType<typeof createClient>;

export function createClient(http: Http) {
  async function request<T>(wanted: HttpRequest): Promise<HttpAnswer<T>> {
    try {
      return await http.request<T>(wanted);
    } catch (error) {
      throw explain(error);
    }
  }

  async function read<T>(path: string, query?: HttpRequest['query']): Promise<T | null> {
    const answer = await request<T>({ method: 'GET', path, query, accept: [404] });
    if (answer.status === 404) return null;
    // Only a 404 says that there is nothing; an empty answer says nothing at all.
    if (typeof answer.body === 'object' && answer.body !== null) return answer.body;
    throw new ProviderError(
      'INVALID_ANSWER',
      'NOT_SENT',
      `GET ${path.split('/', 2).join('/')} was answered with nothing.`,
    );
  }

  /** A list proves that something is missing only where it is one. */
  async function readList<T>(path: string, query: HttpRequest['query']): Promise<T[]> {
    const answer = await read<{ data?: unknown }>(path, query);
    if (answer === null) return [];
    if (Array.isArray(answer.data)) return answer.data as T[];
    throw new ProviderError(
      'INVALID_ANSWER',
      'NOT_SENT',
      `GET ${path.split('/', 2).join('/')} was answered without a list.`,
    );
  }

  async function write<T>(wanted: HttpRequest): Promise<T> {
    const answer = await request<T>({ ...wanted, accept: [409] });
    // The same idempotency key is still at work: the first call may yet move money, so this is no refusal.
    if (answer.status === 409) {
      const message = 'Pagar.me is still working on this key: read before asking again';
      throw new ProviderError('UNAVAILABLE', 'UNKNOWN', message, { status: 409 });
    }
    return answer.body;
  }

  /** Saving a card holds nothing but the card, so a refused request is a refused card. */
  async function save<T>(wanted: HttpRequest): Promise<{ saved: T } | { refused: unknown }> {
    const answer = await request<T>({ ...wanted, accept: [412, 422] });
    return answer.status < 300 ? { saved: answer.body } : { refused: answer.body };
  }

  // Reference of every call: https://docs.pagar.me/reference. Pages that say more than the reference stand beside the call.
  return {
    // https://docs.pagar.me/docs/tokenizecard
    createToken: (publicKey: string, json: object) =>
      save<WireToken>({ method: 'POST', path: '/tokens', query: { appId: publicKey }, json, auth: 'none' }),
    createCustomer: (json: object) => write<{ id: string }>({ method: 'POST', path: '/customers', json }),
    createCard: (customerId: string, json: object) =>
      save<WireCard>({ method: 'POST', path: `/customers/${segment(customerId)}/cards`, json }),
    // https://docs.pagar.me/docs/o-que-é (idempotency)
    createOrder: (json: object, idempotencyKey: string) =>
      write<WireOrder>({ method: 'POST', path: '/orders', json, idempotencyKey }),
    findOrder: (id: string) => read<WireOrder>(`/orders/${segment(id)}`),
    listOrders: (code: string) => readList<WireOrder>('/orders', { code, page: 1, size: LIST_SIZE }),
    findCharge: (id: string) => read<WireCharge>(`/charges/${segment(id)}`),
    // https://docs.pagar.me/docs/cobrança
    cancelCharge: (id: string, json: object, idempotencyKey: string) =>
      write<WireCharge>({ method: 'DELETE', path: `/charges/${segment(id)}`, json, idempotencyKey }),
    // https://docs.pagar.me/reference/saque-1
    createWithdrawal: (receiverId: string, json: object, idempotencyKey: string) =>
      write<WireWithdrawal>({ method: 'POST', path: withdrawalsPath(receiverId), json, idempotencyKey }),
    findWithdrawal: (receiverId: string, id: string) =>
      read<WireWithdrawal>(`${withdrawalsPath(receiverId)}/${segment(id)}`),
    listWithdrawals: (receiverId: string) =>
      readList<WireWithdrawal>(withdrawalsPath(receiverId), { page: 1, size: LIST_SIZE }),
    findTransfer: (id: string) => read<WireWithdrawal>(`/transfers/${segment(id)}`),
    // https://docs.pagar.me/reference/criar-recebedor-1
    createRecipient: (json: object) => write<WireRecipient>({ method: 'POST', path: '/recipients', json }),
    findRecipient: (id: string) => read<WireRecipient>(`/recipients/${segment(id)}`),
    // https://docs.pagar.me/page/api-v5-adição-do-fluxo-de-prova-de-vida
    createKycLink: (id: string) =>
      write<{ url: string; expiration_date?: Maybe<string> }>({
        method: 'POST',
        path: `/recipients/${segment(id)}/kyc_link`,
      }),
    findBalance: (receiverId: string) =>
      read<{ available_amount?: Maybe<number> }>(`/recipients/${segment(receiverId)}/balance`),
  };
}
