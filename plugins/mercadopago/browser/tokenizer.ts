import type { CardTokenizer } from '@feira/schemas/tokenizer';

interface WireToken {
  id?: string;
  last_four_digits?: string;
  message?: string;
  cause?: { description?: string }[];
}
interface WireMethods {
  results?: { id?: string; issuer?: { id?: number | string } }[];
}

const FAILED = 'Erro salvando cartão';

/**
 * Exchanges the card for a token that works once. No secret key: the public key is in the query. The token does not say the brand, which
 * the payment has to name, so it is looked up by the first digits and put behind the token.
 */
export const tokenize: CardTokenizer['tokenize'] = async (card, { publicKey, baseUrl }) => {
  if (!publicKey) throw new Error('Public key is required');
  const call = async <T>(path: string, query: Record<string, string>, json?: object): Promise<[boolean, T]> => {
    const response = await fetch(`${baseUrl}${path}?${new URLSearchParams({ public_key: publicKey, ...query })}`, {
      credentials: 'omit',
      // A redirect must not carry the card elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
      ...(json && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
    });
    return [response.ok, (await response.json().catch(() => ({}))) as T];
  };
  const [, { results }] = await call<WireMethods>('/v1/payment_methods/search', { bins: card.cardNumber.slice(0, 6) });
  const document = card.holderDocument;
  const [isTaken, token] = await call<WireToken>(
    '/v1/card_tokens',
    {},
    {
      card_number: card.cardNumber,
      expiration_month: card.expMonth,
      expiration_year: card.expYear,
      security_code: card.cvv,
      cardholder: {
        name: card.holderName,
        ...(document && { identification: { type: document.length === 11 ? 'CPF' : 'CNPJ', number: document } }),
      },
    },
  );
  if (!isTaken || !token.id) throw new Error(token.cause?.[0]?.description ?? token.message ?? FAILED);
  const method = results?.[0];
  return {
    token: [token.id, method?.id, method?.issuer?.id].filter(Boolean).join(':'),
    cardBrand: method?.id,
    cardLastDigits: token.last_four_digits,
  };
};
