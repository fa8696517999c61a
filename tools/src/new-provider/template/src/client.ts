/** Acme's wire format, amounts as Acme writes them; only fields we send or read stand here. One line for each call. */
import type { Http } from '@feira/plugin-kit';

export interface WireChargeRequest {
  reference: string;
  method: 'pix' | 'card' | 'boleto';
  amount: number;
  description: string;
  payer: { name: string; email: string; document?: string };
  // [CREDIT_CARD]
  card?: { number: string; holder: string; exp_month: number; exp_year: number; cvv: string };
  installments: number;
  // [/CREDIT_CARD]
  expires_at?: string;
  webhook_url: string;
}

export interface WireCharge {
  id: string;
  reference: string;
  method: 'pix' | 'card' | 'boleto';
  status: string;
  amount: number;
  paid_amount: number;
  reason: string | null;
  pix: { code: string } | null; // [PIX]
  boleto: { line: string; url: string } | null; // [BILLET]
  card: { brand: string; last_digits: string } | null; // [CREDIT_CARD]
  expires_at: string | null;
}

export interface WireEvent {
  id: string;
  type: string;
  charge: WireCharge;
}

export function createClient(http: Http) {
  return {
    // FILL IN: send charge.reference as idempotencyKey, so that a call sent twice makes one charge.
    createCharge: (charge: WireChargeRequest) =>
      http.request<WireCharge>({ method: 'POST', path: '/charges', json: charge }),
    getCharge: (id: string) =>
      http.request<WireCharge>({ method: 'GET', path: `/charges/${encodeURIComponent(id)}`, accept: [404] }),
    findCharges: (reference: string) =>
      http.request<{ items: WireCharge[] }>({ method: 'GET', path: '/charges', query: { reference } }),
  };
}
