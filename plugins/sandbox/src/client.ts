/** Calls the sandbox in its wire format, cents of the charge's currency everywhere. README.md describes every call; only the fields in use stand here. */
import type { Http, HttpRequest } from '@feira/plugin-kit';
import type {
  WireMandate,
  WireMandateCharge,
  WireMandateChargeRequest,
  WireMandateRefund,
  WireMandateRequest,
} from './mandates.ts';

export interface WireChargeRequest {
  reference: string;
  method: 'pix' | 'card' | 'boleto';
  amount: number;
  currency: string;
  description: string;
  installments: number;
  soft_descriptor?: string;
  payer: { name: string; email: string; document?: string; phone?: string };
  card?: { token?: string; id?: string };
  initiator?: 'buyer' | 'merchant';
  agreement?: string;
  /** false: the amount is only held. */
  capture?: boolean;
  three_d_secure?: 'required';
  splits?: { receiver_id: string; amount: number; unit: 'cents' | 'basis_points' }[];
  expires_at: string;
  webhook_url: string;
  return_url?: string;
  checkout_url?: string;
  referrer_url?: string;
  seller?: { id: string; document?: string };
  fingerprints?: { provider: string; value: string }[];
  simulation: { auto_pay_seconds?: number; refund?: string };
}

export interface WireCharge {
  id: string;
  reference: string;
  method: 'pix' | 'card' | 'boleto';
  status: string;
  amount: number;
  paid_amount: number;
  refunded_amount: number;
  held_amount: number;
  liability: 'issuer' | null;
  payments: { id: string; amount: number }[];
  reason: string | null;
  /** Of a refused card; left out by versions that did not know it. */
  decline_code?: string | null;
  pix: { code: string } | null;
  boleto: { line: string; barcode: string; url: string } | null;
  card: { brand: string | null; last_digits: string } | null;
  /** The page where the owner of the card confirms the charge, for as long as that is to be done. */
  next_step: { url: string; expires_at: string } | null;
  expires_at: string;
}

export interface WireRefund {
  id: string;
  status: 'done' | 'pending' | 'refused';
  reason: string | null;
}

export interface WireTransferRequest {
  reference: string;
  kind: 'pix' | 'bank_account' | 'receiver';
  amount: number;
  description?: string;
  pix_key?: string;
  pix_key_type?: string;
  receiver_id?: string;
  bank_account?: {
    bank_code?: string;
    branch?: string;
    branch_digit?: string;
    account?: string;
    account_digit?: string;
    type?: string;
    holder?: string;
    document?: string;
  };
}

export interface WireTransfer {
  id: string;
  reference: string;
  amount: number;
  status: string;
  reason: string | null;
  paid_at: string | null;
}

export interface WireReceiverRequest {
  name: string;
  document: string;
  email: string;
  phone?: string;
}

export interface WireReceiver {
  id: string;
  status: string;
  name: string;
  document: string;
  email: string;
  balance: number;
  reason: string | null;
  /** Only in the answer of the creation; the host turns it into a reference. */
  api_key?: string;
}

export interface WireDocument {
  id: string;
  kind: string;
  title: string;
  status: string;
  reason: string | null;
  /** Sent as a file, or shown on a page. */
  way: 'file' | 'page';
}

export interface WireCardRequest {
  number: string;
  holder_name: string;
  exp_month: number;
  exp_year: number;
  cvv: string;
}

export interface WireCard {
  id: string;
  brand: string | null;
  last_digits: string;
  exp_month: number;
  exp_year: number;
}

export interface WireScoreRequest {
  reference: string;
  amount: number;
  currency: string;
  method: 'pix' | 'card' | 'boleto';
  installments: number;
  payer: { name: string; email: string; document?: string; phone?: string };
  items: { title: string; amount: number; quantity: number }[];
  zip_code?: string;
  ip?: string;
  seller_id?: string;
  card_bin?: string;
  page_seconds?: number;
}

export interface WireScore {
  id: string;
  score: number;
  reason: string | null;
}

export interface WirePersonCheckRequest {
  reference: string;
  name: string;
  document: string;
  email: string;
  webhook_url: string;
}

export interface WirePersonCheck {
  id: string;
  status: string;
  reason: string | null;
  refused: { file: string; reason: string }[];
}

export interface WireError {
  error: { message: string };
}

type Auth = HttpRequest['auth'];

/** One line per call. */
export function createClient(http: Http) {
  const post = <T>(path: string, json: unknown, more: Partial<HttpRequest> = {}) =>
    http.request<T>({ method: 'POST', path, json, ...more });
  const get = <T>(path: string, more: Partial<HttpRequest> = {}) => http.request<T>({ method: 'GET', path, ...more });
  const id = encodeURIComponent;
  return {
    createCharge: (charge: WireChargeRequest, auth: Auth) =>
      post<WireCharge>('/charges', charge, { auth, idempotencyKey: charge.reference }),
    getCharge: (chargeId: string, auth: Auth) => get<WireCharge>(`/charges/${id(chargeId)}`, { auth, accept: [404] }),
    getBoletoPdf: (chargeId: string, auth: Auth) => get<{ pdf: string }>(`/charges/${id(chargeId)}/boleto`, { auth }),
    findCharges: (reference: string, auth: Auth) =>
      get<{ items: WireCharge[] }>('/charges', { auth, query: { reference } }),
    capture: (chargeId: string, auth: Auth) =>
      post<WireCharge>(`/charges/${id(chargeId)}/capture`, {}, { auth, accept: [409] }),
    void: (chargeId: string, auth: Auth) =>
      post<WireCharge>(`/charges/${id(chargeId)}/void`, {}, { auth, accept: [409] }),
    refund: (
      chargeId: string,
      refund: { reference: string; amount: number; splits?: { receiver_id: string; amount: number }[] },
      auth: Auth,
    ) =>
      post<WireRefund | WireError>(`/charges/${id(chargeId)}/refunds`, refund, {
        auth,
        accept: [422],
        idempotencyKey: refund.reference,
      }),
    createToken: (card: WireCardRequest) => post<WireCard | WireError>('/tokens', { card }, { accept: [422] }),
    createCard: (token: string, auth: Auth) => post<WireCard | WireError>('/cards', { token }, { auth, accept: [422] }),
    deleteCard: (cardId: string, auth: Auth) =>
      http.request({ method: 'DELETE', path: `/cards/${id(cardId)}`, auth, accept: [404] }),
    createTransfer: (transfer: WireTransferRequest, auth: Auth) =>
      post<WireTransfer>('/transfers', transfer, { auth, idempotencyKey: transfer.reference }),
    getTransfer: (transferId: string, auth: Auth) =>
      get<WireTransfer>(`/transfers/${id(transferId)}`, { auth, accept: [404] }),
    findTransfers: (reference: string, auth: Auth) =>
      get<{ items: WireTransfer[] }>('/transfers', { auth, query: { reference } }),
    createReceiver: (receiver: WireReceiverRequest, files: NonNullable<HttpRequest['files']>) =>
      post<WireReceiver>('/receivers', receiver, { secretFields: ['api_key'], files }),
    getReceiver: (receiverId: string) => get<WireReceiver>(`/receivers/${id(receiverId)}`, { accept: [404] }),
    listDocuments: (receiverId: string) => get<{ items: WireDocument[] }>(`/receivers/${id(receiverId)}/documents`),
    sendDocument: (receiverId: string, documentId: string, file: string) =>
      http.request<WireDocument>({
        method: 'POST',
        path: `/receivers/${id(receiverId)}/documents/${id(documentId)}`,
        multipart: { file: { file } },
      }),
    createVerification: (receiverId: string, documentId: string) =>
      post<{ url: string; expires_at: string }>(
        `/receivers/${id(receiverId)}/verifications`,
        { document_id: documentId },
        { accept: [404] },
      ),
    createMandate: (mandate: WireMandateRequest) =>
      post<WireMandate>('/mandates', mandate, { idempotencyKey: mandate.reference }),
    getMandate: (mandateId: string) => get<WireMandate>(`/mandates/${id(mandateId)}`, { accept: [404] }),
    findMandates: (reference: string) => get<{ items: WireMandate[] }>('/mandates', { query: { reference } }),
    cancelMandate: (mandateId: string) => post<WireMandate>(`/mandates/${id(mandateId)}/cancel`, {}),
    chargeMandate: (mandateId: string, charge: WireMandateChargeRequest) =>
      post<WireMandateCharge>(`/mandates/${id(mandateId)}/charges`, charge, { idempotencyKey: charge.reference }),
    getMandateCharge: (chargeId: string) =>
      get<WireMandateCharge>(`/mandate-charges/${id(chargeId)}`, { accept: [404] }),
    findMandateCharges: (reference: string) =>
      get<{ items: WireMandateCharge[] }>('/mandate-charges', { query: { reference } }),
    retryMandateCharge: (chargeId: string, date: string) =>
      post<WireMandateCharge>(`/mandate-charges/${id(chargeId)}/retries`, { date }),
    cancelMandateCharge: (chargeId: string) => post<WireMandateCharge>(`/mandate-charges/${id(chargeId)}/cancel`, {}),
    refundMandateCharge: (chargeId: string, refund: { reference: string; amount: number }) =>
      post<WireMandateRefund>(`/mandate-charges/${id(chargeId)}/refunds`, refund, {
        idempotencyKey: refund.reference,
      }),
    createScore: (score: WireScoreRequest) => post<WireScore>('/scores', score, { idempotencyKey: score.reference }),
    reportOutcome: (scoreId: string, outcome: { outcome: string; amount: number; occurred_at: string }) =>
      http.request({ method: 'PUT', path: `/scores/${id(scoreId)}/outcome`, json: outcome }),
    checkPerson: (check: WirePersonCheckRequest, files: NonNullable<HttpRequest['files']>) =>
      post<WirePersonCheck>('/identity-checks', check, { files, idempotencyKey: check.reference }),
    getPersonCheck: (checkId: string) => get<WirePersonCheck>(`/identity-checks/${id(checkId)}`, { accept: [404] }),
    setWebhook: (url: string) => http.request({ method: 'PUT', path: '/webhook', json: { url } }),
  };
}

export type Client = ReturnType<typeof createClient>;
