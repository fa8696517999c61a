/** What a provider's federated module exposes as `./tokenizer`. It runs inside the card frame, never in the checkout document. */
import type { CardData } from './provider.ts';

export interface TokenizerContext {
  /** The provider's public key of this connection (gatewayPublicKey); empty where it has none. */
  publicKey: string;
  /** Base URL of the provider for this connection's environment. */
  baseUrl: string;
  receiver?: { receiverId: string; receiverProvider: string };
}

export interface TokenizedCard {
  token: string;
  cardBrand?: string;
  cardLastDigits?: string;
}

/** Rejects with an Error whose message is the provider's first error text when the card cannot be tokenised. */
export interface CardTokenizer {
  tokenize(card: CardData, context: TokenizerContext): Promise<TokenizedCard>;
}
