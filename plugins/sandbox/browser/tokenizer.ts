/** Runs inside the card frame: the number goes from there straight to the acquirer and never touches the checkout. */
import type { CardData } from '@feira/schemas/provider';
import type { CardTokenizer, TokenizedCard, TokenizerContext } from '@feira/schemas/tokenizer';

interface TokenAnswer {
  id?: string;
  brand?: string | null;
  last_digits?: string;
  device_session?: string;
  error?: { message?: string };
}

const TIMEOUT_MS = 15_000;

export async function tokenize(
  card: CardData,
  { baseUrl, publicKey, receiver }: TokenizerContext,
): Promise<TokenizedCard> {
  const response = await fetch(`${baseUrl}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publicKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      card: {
        number: card.cardNumber,
        holder_name: card.holderName,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        cvv: card.cvv,
      },
      receiver_id: receiver?.receiverId,
    }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json().catch(() => ({}))) as TokenAnswer;
  if (!response.ok || !answer.id) throw new Error(answer.error?.message ?? 'Erro salvando cartão');
  return {
    token: answer.id,
    cardBrand: answer.brand ?? undefined,
    cardLastDigits: answer.last_digits,
    fingerPrint: answer.device_session,
  };
}

const tokenizer: CardTokenizer = { tokenize };
export default tokenizer;
