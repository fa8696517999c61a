import type { CardFrameConfig } from '@feira/schemas/documents';
import type { CardData } from '@feira/schemas/provider';
import { cardBrand } from '@feira/schemas/rules/card';
import type { CardTokenizer, TokenizedCard } from '@feira/schemas/tokenizer';
import { type CardText, readExpiry } from './card-fields.ts';
import { sealCard } from './seal.ts';

interface TokenizerContainer {
  init(shareScope: object): unknown;
  get(name: './tokenizer'): Promise<() => Partial<CardTokenizer> & { default?: CardTokenizer }>;
}

/** Loads the provider's federated container; it shares nothing with us, so its scope is empty. */
export async function loadTokenizer(url: string): Promise<CardTokenizer> {
  const container: TokenizerContainer = await import(/* rspackIgnore: true */ url);
  await container.init({});
  const module = (await container.get('./tokenizer'))();
  const tokenizer = module.default ?? module;
  if (!tokenizer.tokenize) throw new Error('The tokenizer container exposes no tokenize function.');
  return tokenizer as CardTokenizer;
}

export async function tokenizeCard(
  text: CardText,
  holderDocument: string | undefined,
  config: CardFrameConfig,
  tokenizer: Promise<CardTokenizer> | undefined,
): Promise<TokenizedCard> {
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
    const { publicKey, baseUrl, connectionId, receiver } = config;
    const made = await (await tokenizer!).tokenize(card, { publicKey, baseUrl, receiver });
    // Another connection may be first by the time the buyer pays: the token says whose it is.
    return { ...shown, ...made, token: `${connectionId}~${made.token}` };
  }
  const sealed = { offerId: config.offerId, iat: Math.floor(Date.now() / 1000), ...card };
  return { ...shown, token: await sealCard(sealed, config.sealKey!) };
}
