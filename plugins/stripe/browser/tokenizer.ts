import type { CardTokenizer } from '@feira/schemas/tokenizer';

interface WireAnswer {
  id?: string;
  card?: { brand?: string; last4?: string };
  error?: { message?: string };
}

const FAILED = 'Erro salvando cartão';

/** Exchanges the card for a PaymentMethod, by the publishable key: the number goes from this frame to Stripe alone. */
export const tokenize: CardTokenizer['tokenize'] = async (card, { publicKey, baseUrl }) => {
  if (!publicKey) throw new Error('Public key is required');
  const response = await fetch(`${baseUrl}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publicKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    credentials: 'omit',
    // A redirect must not carry the card elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    body: new URLSearchParams({
      type: 'card',
      'card[number]': card.cardNumber,
      'card[exp_month]': String(card.expMonth),
      'card[exp_year]': String(card.expYear),
      'card[cvc]': card.cvv,
      'billing_details[name]': card.holderName,
    }).toString(),
  });
  const answer = (await response.json().catch(() => ({}))) as WireAnswer;
  if (!response.ok || !answer.id) throw new Error(answer.error?.message ?? FAILED);
  return { token: answer.id, cardBrand: answer.card?.brand, cardLastDigits: answer.card?.last4 };
};
