/**
 * The seam between the core and the built checkout: the core fetches data and sets headers, the build's server module
 * (`dist/checkout/server/documents.mjs`) renders whole HTML documents. Neither imports the other's source.
 */
import type { Checkout, PaymentView } from './checkout.ts';
import type { Locale, PaymentMethod } from './common.ts';
import type { CardData } from './provider.ts';

/** Values typed or pre-filled in the buyer form; every one as text, exactly as typed. */
export interface BuyerFormValues {
  name?: string;
  email?: string;
  phone?: string;
  cpf?: string;
  cep?: string;
  street?: string;
  number?: string;
  complement?: string;
  district?: string;
  city?: string;
  state?: string;
  paymentMethod?: PaymentMethod;
  deliveryOptionId?: string;
  orderBumpsIds?: string[];
}

interface DocumentInput {
  locale: Locale;
  /** CSP nonce for every script, style and preload of the document. */
  nonce: string;
}

export interface CheckoutDocumentInput extends DocumentInput {
  /** Who takes the money for the seller. */
  platformName: string;
  checkout: Checkout;
  /** From the query (nome, email, telefone, cpf), or what was posted when the form is shown again. */
  values: BuyerFormValues;
  /** utm_* and the like, forwarded with the purchase. */
  utmQuery: Record<string, string>;
  affiliateId?: string;
  referer?: string;
  /** Client-made id of this purchase, also the hidden field of the form that works without JavaScript. */
  idempotencyKey: string;
  isAbandonedCartEnabled: boolean;
  /** Set when a post without JavaScript failed: shown at the top and under the fields. */
  error?: { message: string; fields: Record<string, string> };
  /** Address of the page in the other language. */
  languageUrls: Record<Locale, string>;
}

export interface PaymentDocumentInput extends DocumentInput {
  platformName: string;
  payment: PaymentView;
  languageUrls: Record<Locale, string>;
}

export interface CardFrameDocumentInput extends DocumentInput {
  config: CardFrameConfig;
}

/** What the card frame is told by the server; inlined into its document as JSON. */
export interface CardFrameConfig {
  /** The only origin whose messages the frame obeys. */
  parentOrigin: string;
  tokenization: 'browser' | 'server';
  publicKey: string;
  /** Named before a token that no other connection can read; browser tokenization only. */
  connectionId?: string;
  /** Provider's base URL for the tokenizer; empty for server tokenization. */
  baseUrl: string;
  /** Allow-listed address of the provider's federated tokenizer container. */
  tokenizerUrl?: string;
  /** Public key (JWK, ECDH-ES on P-256) that seals the card for the core; server tokenization only. */
  sealKey?: JsonWebKey & { kid: string };
  /** Bound into the sealed card, so that it opens for this offer only. */
  offerId: string;
  colorPrimary?: string;
}

/** Claims inside the sealed card (compact JWE, ECDH-ES + A256GCM, `kid` in the header). Valid for ten minutes. */
export interface SealedCard extends CardData {
  offerId: string;
  /** Seconds since 1970. */
  iat: number;
}

/** Messages over the MessageChannel between the checkout document and the card frame. */
export type ToCardFrame =
  | { type: 'configure'; locale: Locale; holderDocument?: string; isDisabled: boolean }
  | { type: 'tokenize'; requestId: string; holderDocument?: string };
export type FromCardFrame =
  | { type: 'ready' }
  | { type: 'resize'; heightPx: number }
  | { type: 'change'; brand: string | null; isComplete: boolean }
  | { type: 'tokenized'; requestId: string; token: string; cardBrand?: string; cardLastDigits?: string }
  /** `invalid`: fields are marked inside the frame. `failed`: message is the provider's first error. */
  | { type: 'error'; requestId: string; reason: 'invalid' | 'failed'; message?: string };

export interface MessageDocumentInput extends DocumentInput {
  /** Missing where no platform answers. */
  platformName?: string;
  kind: 'not-found' | 'unavailable' | 'error';
}

/** Exports of the built server module. Each answers a whole HTML document. */
export interface DocumentRenderer {
  renderCheckout(input: CheckoutDocumentInput): string;
  renderPayment(input: PaymentDocumentInput): string;
  renderCardFrame(input: CardFrameDocumentInput): string;
  renderMessage(input: MessageDocumentInput): string;
}
