import type { CardTokenizer } from '@feira/schemas/tokenizer';

interface WireAnswer {
  id?: string;
  card?: { brand?: string; last_four_digits?: string };
  message?: string;
  errors?: Record<string, string[]>;
}

const FAILED = 'Erro salvando cartão';

/** Exchanges the card for a token that lives 60 seconds and works once. No secret key: the public key is in the query. */
export const tokenize: CardTokenizer['tokenize'] = async (card, { publicKey, baseUrl }) => {
  if (!publicKey) throw new Error('Public key is required');
  const response = await fetch(`${baseUrl}/tokens?appId=${encodeURIComponent(publicKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    // A redirect must not carry the card elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify({
      type: 'card',
      card: {
        number: card.cardNumber,
        holder_name: card.holderName,
        holder_document: card.holderDocument,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        cvv: card.cvv,
      },
    }),
  });
  const answer = (await response.json().catch(() => ({}))) as WireAnswer;
  if (!response.ok || !answer.id) {
    throw new Error(Object.values(answer.errors ?? {})[0]?.[0] ?? answer.message ?? FAILED);
  }
  return { token: answer.id, cardBrand: answer.card?.brand, cardLastDigits: answer.card?.last_four_digits };
};
