/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { fullYear, ProviderError } from '@feira/plugin-kit'; // [CREDIT_CARD]
// [!CREDIT_CARD] import { ProviderError } from '@feira/plugin-kit';
import type { TransactionRequest, TransactionResult, WebhookResult } from '@feira/schemas/provider';
// [reais] import { fromReais, toReais } from '@feira/schemas/rules/money';
import type { WireCharge, WireChargeRequest, WireEvent } from './client.ts';

const toMethod = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;
const fromMethod = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BILLET' } as const;

export function toCharge(request: TransactionRequest): WireChargeRequest {
  const { customer } = request;
  return {
    reference: request.reference,
    method: toMethod[request.paymentMethod],
    amount: request.amount, // [cents]
    // [reais] amount: toReais(request.amount),
    description: request.description,
    payer: { name: customer.name, email: customer.email, document: customer.document },
    // [CREDIT_CARD]
    card: request.paymentMethod === 'CREDIT_CARD' ? toCard(request) : undefined,
    installments: request.installments,
    // [/CREDIT_CARD]
    // FILL IN: send request.expiresAt as expires_at, so that a charge ends when the checkout says so. // [!CARD_ONLY]
    webhook_url: request.webhookUrl,
  };
}
// [CREDIT_CARD]

function toCard({ card }: TransactionRequest): WireChargeRequest['card'] {
  if (!card) throw new ProviderError('INVALID_REQUEST', 'NOT_SENT', 'A card is required for card payments.');
  const { cardNumber, holderName, expMonth, expYear, cvv } = card;
  return { number: cardNumber, holder: holderName, exp_month: expMonth, exp_year: fullYear(expYear), cvv };
}
// [/CREDIT_CARD]

/** What is missing stays missing: the host refuses a result without an id or status, and asks again later. */
export function fromCharge(charge: WireCharge): TransactionResult {
  return {
    transactionId: charge.id,
    reference: charge.reference,
    paymentMethod: fromMethod[charge.method],
    providerStatus: charge.status,
    amount: charge.amount, // [cents]
    paidAmount: charge.paid_amount, // [cents]
    // [reais] amount: fromReais(charge.amount),
    // [reais] paidAmount: fromReais(charge.paid_amount),
    reason: charge.reason ?? undefined,
    pixCode: charge.pix?.code, // [PIX]
    billetCode: charge.boleto?.line, // [BILLET]
    billetUrl: charge.boleto?.url, // [BILLET]
    cardBrand: charge.card?.brand, // [CREDIT_CARD]
    cardLastDigits: charge.card?.last_digits, // [CREDIT_CARD]
    expiresAt: charge.expires_at ?? undefined,
  };
}

/** Anybody may have written the body: what makes no sense becomes a ProviderError. */
export function fromEvent(body: unknown): WebhookResult {
  const { id, type, charge } = (body ?? {}) as Partial<WireEvent>;
  if (typeof id !== 'string' || typeof type !== 'string') throw unreadable('The event lacks id or type.');
  if (!type.startsWith('charge.')) return { subject: 'ignored', eventId: id, event: type };
  try {
    const { transactionId, reference, providerStatus, amount, paidAmount, reason } = fromCharge(charge as WireCharge);
    return {
      subject: 'payment',
      eventId: id,
      event: type,
      transactionId,
      reference,
      providerStatus,
      amount,
      paidAmount,
      reason,
    };
  } catch (cause) {
    throw unreadable('The event has no charge, or one with values of the wrong kind.', cause);
  }
}

const unreadable = (message: string, cause?: unknown) =>
  new ProviderError('INVALID_ANSWER', 'REJECTED', message, { cause });
