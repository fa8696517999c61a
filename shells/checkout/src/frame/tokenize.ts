import type { CardFrameConfig } from '@feira/schemas/documents';
import { cardBrand } from '@feira/schemas/rules/card';
import { type CardText, readExpiry } from './card-fields.ts';
import { sealCard } from './seal.ts';

interface BrowserCard {
  cardNumber: string;
  holderName: string;
  holderDocument?: string;
  expMonth: number;
  expYear: number;
  cvv: string;
}

export interface TokenizedCard {
  token: string;
  cardBrand?: string;
  cardLastDigits?: string;
}

/** The contract of a provider's module, as its package declares it. */
interface CardTokenizer {
  tokenize(card: BrowserCard, context: { publicKey: string; baseUrl: string }): Promise<TokenizedCard>;
}

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
  const card: BrowserCard = {
    cardNumber,
    holderName: text.holder.trim().replace(/\s+/g, ' '),
    ...(holderDocument && { holderDocument }),
    ...readExpiry(text.expiry),
    cvv: text.cvv,
  };
  const shown = { cardBrand: cardBrand(cardNumber) ?? undefined, cardLastDigits: cardNumber.slice(-4) };
  if (config.tokenization === 'browser') {
    const { publicKey, baseUrl } = config;
    return { ...shown, ...(await (await tokenizer!).tokenize(card, { publicKey, baseUrl })) };
  }
  const sealed = { offerId: config.offerId, iat: Math.floor(Date.now() / 1000), ...card };
  return { ...shown, token: await sealCard(sealed, config.sealKey!) };
}
