import type { CardTokenizer } from '@feira/schemas/tokenizer';

interface WireAnswer {
  id?: string;
  extra_info?: { brand?: string; display_number?: string };
  errors?: string | Record<string, string[]>;
}

const FAILED = 'Erro salvando cartão';
/** Before the id of the account: its cards become tokens of the test mode. */
const TEST_MODE = 'test:';

/** Exchanges the card for a token that works once. It needs no key: the account stands in the body. */
export const tokenize: CardTokenizer['tokenize'] = async (card, { publicKey, baseUrl }) => {
  if (!publicKey) throw new Error('Public key is required');
  const [first = '', ...rest] = card.holderName.trim().split(/\s+/);
  const response = await fetch(`${baseUrl}/payment_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    // A redirect must not carry the card elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify({
      account_id: publicKey.replace(TEST_MODE, ''),
      method: 'credit_card',
      test: publicKey.startsWith(TEST_MODE),
      data: {
        number: card.cardNumber,
        verification_value: card.cvv,
        first_name: first,
        last_name: rest.join(' '),
        month: String(card.expMonth).padStart(2, '0'),
        year: String(card.expYear).padStart(4, '20'),
      },
    }),
  });
  const { id, errors, extra_info } = (await response.json().catch(() => ({}))) as WireAnswer;
  if (!response.ok || !id)
    throw new Error(typeof errors === 'string' ? errors : (Object.values(errors ?? {})[0]?.[0] ?? FAILED));
  return { token: id, cardBrand: extra_info?.brand, cardLastDigits: extra_info?.display_number?.slice(-4) };
};
