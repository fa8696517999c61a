/** Maps a charge of the book to the acquirer's wire format. */
import type { BookedCharge, ChargeState } from '@feira/plugin-kit';

/** The fields of a charge that the acquirer keeps beyond the kit's book. */
export interface ChargeData {
  installments: number;
  pix: { code: string } | null;
  boleto: { line: string; barcode: string; url: string } | null;
  card: { brand: string | null; last_digits: string } | null;
  /** The page where the owner of the card confirms the charge. */
  challengeUrl: string | null;
  returnUrl: string | null;
  webhookUrl: string | null;
  refundOutcome: 'done' | 'pending' | 'refused';
}
export type Charge = BookedCharge<ChargeData>;

export const METHODS = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BILLET' } as const;
const METHOD_WORDS = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;

export const WORDS: Partial<Record<ChargeState, string>> = {
  WAITING: 'waiting',
  PROCESSING: 'processing',
  AUTHORIZED: 'authorized',
  PAID: 'paid',
  PARTLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
  REFUSED: 'refused',
  EXPIRED: 'expired',
  CANCELED: 'voided',
  CHARGED_BACK: 'charged_back',
  UNKNOWN: 'quarantined',
};

export const EVENTS: Partial<Record<ChargeState, string>> = {
  PAID: 'charge.paid',
  PARTLY_REFUNDED: 'charge.refunded',
  REFUNDED: 'charge.refunded',
  REFUSED: 'charge.refused',
  EXPIRED: 'charge.expired',
  CANCELED: 'charge.voided',
  CHARGED_BACK: 'charge.charged_back',
};

/** The reasons of refusals, and the code that goes with each. */
export const REFUSALS = {
  insufficient_funds: 'Saldo ou limite insuficiente.',
  stolen_card: 'Cartão roubado ou perdido.',
  invalid_cvv: 'Código de segurança não confere.',
  do_not_honor: 'Recusado pelo banco emissor.',
} as const;
const codeOf = (reason: string | null) => Object.entries(REFUSALS).find(([, text]) => text === reason)?.[0] ?? null;

export function toWireCharge(charge: Charge) {
  const { pix, boleto, card, installments, challengeUrl } = charge.data;
  return {
    id: charge.transactionId,
    reference: charge.reference,
    method: METHOD_WORDS[charge.method],
    status: WORDS[charge.status],
    amount: charge.amount,
    currency: charge.currency,
    paid_amount: charge.paidAmount,
    refunded_amount: charge.refundedAmount,
    held_amount: charge.status === 'AUTHORIZED' ? charge.amount : 0,
    payments: charge.payments.map(({ id, amount, paidAt }) => ({ id, amount, paid_at: paidAt })),
    reason: charge.reason,
    decline_code: codeOf(charge.reason),
    installments,
    pix,
    boleto,
    card,
    // Its owner has confirmed it: the bank bears a chargeback because of fraud.
    liability: charge.isChallenged && charge.payments.length > 0 ? 'issuer' : null,
    next_step:
      charge.status === 'PROCESSING' && challengeUrl ? { url: challengeUrl, expires_at: charge.expiresAt } : null,
    expires_at: charge.expiresAt,
    created_at: charge.createdAt,
  };
}
