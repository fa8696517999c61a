/**
 * Defines what a provider's federated module exposes as `./tokenizer`. The module runs inside the card frame, never in the
 * checkout document.
 */
import type { CardData } from './provider.ts';

export interface TokenizerContext {
  /** The provider's public key for this connection (gatewayPublicKey); empty when the provider has none. */
  publicKey: string;
  /** The provider's base URL for this connection's environment. */
  baseUrl: string;
  /** The seller's account at the provider: for tokens that only it can charge. */
  receiver?: { receiverId: string; receiverProvider: string };
}

export interface TokenizedCard {
  token: string;
  cardBrand?: string;
  cardLastDigits?: string;
  /**
   * The provider's fraud prevention id of the buyer's device or session, at most 256 characters. createTransaction gets it in
   * `fingerPrints`, under the provider's id.
   */
  fingerPrint?: string;
}

/** Rejects with an Error whose message is the provider's first error text when the card cannot be tokenised. */
export interface CardTokenizer {
  tokenize(card: CardData, context: TokenizerContext): Promise<TokenizedCard>;
}
