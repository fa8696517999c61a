/** Maps scores of purchases between the contract and the sandbox's wire format. */
import type { ScoreRequest, ScoreResult } from '@feira/schemas/score';
import type { WireScore, WireScoreRequest } from './client.ts';

const METHODS = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;

export const toScore = ({ customer, items, address, ...request }: ScoreRequest): WireScoreRequest => ({
  reference: request.reference,
  amount: request.amount,
  currency: request.currency,
  method: METHODS[request.paymentMethod],
  installments: request.installments,
  payer: { name: customer.name, email: customer.email, document: customer.document, phone: customer.phone },
  items: items.map(({ title, unitPrice, quantity }) => ({ title, amount: unitPrice, quantity })),
  zip_code: address?.zipCode,
  ip: request.customerIp,
  seller_id: request.userId,
  card_bin: request.cardBin,
  page_seconds: request.pageSeconds,
});

export const fromScore = ({ id, score, reason }: WireScore): ScoreResult => ({
  scoreId: id,
  score,
  reason: reason ?? undefined,
});
