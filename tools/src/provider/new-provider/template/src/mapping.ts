/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { Fields, fullYear, invalidEvent } from '@feira/plugin-kit'; // [CREDIT_CARD]
// [!CREDIT_CARD] import { Fields, invalidEvent } from '@feira/plugin-kit';
import type { TransactionRequest, TransactionResult, WebhookResult } from '@feira/schemas/provider';

// [reais] import { toReais } from '@feira/schemas/rules/money';

const METHODS = { PIX: 'pix', CREDIT_CARD: 'card', BILLET: 'boleto' } as const;

export function toCharge(request: TransactionRequest): object {
  const { customer } = request;
  return {
    reference: request.reference,
    method: METHODS[request.paymentMethod],
    amount: request.amount, // [cents]
    // [reais] amount: toReais(request.amount),
    description: request.description,
    payer: { name: customer.name, email: customer.email, document: customer.document },
    // [CREDIT_CARD]
    card: toCard(request),
    installments: request.installments,
    // [/CREDIT_CARD]
    // FILL IN: send request.expiresAt as expires_at, so that a charge ends when the checkout says so. // [!CARD_ONLY]
    webhook_url: request.webhookUrl,
  };
}
// [CREDIT_CARD]

/** The host makes sure that a card payment has a card. */
function toCard({ card }: TransactionRequest): object | undefined {
  if (!card) return undefined;
  const { cardNumber, holderName, expMonth, expYear, cvv } = card;
  return { number: cardNumber, holder: holderName, exp_month: expMonth, exp_year: fullYear(expYear), cvv };
}
// [/CREDIT_CARD]

/** A missing field stays missing: the host refuses a result without an id or status, and asks again later. */
export const fromCharge = (charge: Fields): TransactionResult => ({
  transactionId: charge.requireText('id'),
  reference: charge.text('reference'),
  providerStatus: charge.requireText('status'),
  amount: charge.cents('amount'), // [cents]
  paidAmount: charge.cents('paid_amount'), // [cents]
  // [reais] amount: charge.reais('amount'),
  // [reais] paidAmount: charge.reais('paid_amount'),
  reason: charge.reason('reason'),
  pixCode: charge.text('pix.code'), // [PIX]
  billetCode: charge.text('boleto.line'), // [BILLET]
  billetUrl: charge.text('boleto.url'), // [BILLET]
  cardBrand: charge.text('card.brand'), // [CREDIT_CARD]
  cardLastDigits: charge.text('card.last_digits'), // [CREDIT_CARD]
  expiresAt: charge.date('expires_at'),
});

/** Anybody may have written the body: what makes no sense becomes a ProviderError. */
export function fromEvent(input: unknown): WebhookResult {
  const body = new Fields(input);
  const [eventId, event] = [body.text('id'), body.text('type')];
  if (!eventId || !event) throw invalidEvent('The event lacks id or type.');
  if (!event.startsWith('charge.')) return { subject: 'ignored', eventId, event };
  const { transactionId, reference, providerStatus, amount, paidAmount, reason } = fromCharge(body.fields('charge'));
  return { subject: 'payment', eventId, event, transactionId, reference, providerStatus, amount, paidAmount, reason };
}
