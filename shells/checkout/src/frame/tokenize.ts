import type { CardFrameConfig, FingerPrint } from '@feira/schemas/documents';
import type { CardData } from '@feira/schemas/provider';
import { cardBrand } from '@feira/schemas/rules/card';
import type { CardTokenizer, TokenizedCard } from '@feira/schemas/tokenizer';
import { loadFromContainer } from '../container.ts';
import { type CardText, readExpiry } from './card-fields.ts';
import { sealCard } from './seal.ts';

type TokenizerModule = Partial<CardTokenizer> & { default?: CardTokenizer };

/** A tokenizer that has not loaded in this time is taken for away: buyers do not wait for a server that is silent. */
const LOAD_TIMEOUT_MS = 15_000;

/** Loads the provider's federated container; it shares nothing with us, so its scope is empty. */
export async function loadTokenizer(url: string): Promise<CardTokenizer> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The tokenizer did not load in time.')), LOAD_TIMEOUT_MS);
  });
  const module = await Promise.race([loadFromContainer<TokenizerModule>(url, './tokenizer', {}), tooLate]);
  const tokenizer = module.default ?? module;
  if (!tokenizer.tokenize) throw new Error('The tokenizer container exposes no tokenize function.');
  return tokenizer as CardTokenizer;
}

/** The facts about a card that the frame reports to the page. */
type FrameCard = Omit<TokenizedCard, 'fingerPrint'> & { receiverId?: string; fingerPrints?: FingerPrint[] };

export async function tokenizeCard(
  text: CardText,
  holderDocument: string | undefined,
  config: CardFrameConfig,
  tokenizer: Promise<CardTokenizer> | undefined,
): Promise<FrameCard> {
  const cardNumber = text.number.replace(/\D/g, '');
  const card: CardData = {
    cardNumber,
    holderName: text.holder.trim().replace(/\s+/g, ' '),
    ...(holderDocument && { holderDocument }),
    ...readExpiry(text.expiry),
    cvv: text.cvv,
  };
  const shown = { cardBrand: cardBrand(cardNumber) ?? undefined, cardLastDigits: cardNumber.slice(-4) };
  if (config.tokenization === 'browser') {
    const { publicKey, baseUrl, connectionId, providerId, receiver } = config;
    const { fingerPrint, ...made } = await (await tokenizer!).tokenize(card, { publicKey, baseUrl, receiver });
    return {
      ...shown,
      ...made,
      // Another connection may be first by the time the buyer pays: the token says whose it is.
      token: `${connectionId}~${made.token}`,
      ...(receiver && { receiverId: receiver.receiverId }),
      ...(fingerPrint && { fingerPrints: [{ provider: providerId!, value: fingerPrint }] }),
    };
  }
  const sealed = { offerId: config.offerId, iat: Math.floor(Date.now() / 1000), ...card };
  return { ...shown, token: await sealCard(sealed, config.sealKey!) };
}
