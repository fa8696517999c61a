/**
 * The contract between the core and the built checkout. The core fetches the data and sets the headers; the server module of the
 * build (`dist/checkout/server/documents.mjs`) renders whole HTML documents. Neither imports the other's source.
 */

import type { PriceCut } from '../rules/order-price.ts';
import type { Checkout, PaymentView } from './checkout.ts';
import type { Locale, PaymentMethod } from './common.ts';
import type { CardData } from './provider.ts';

/** The values that the buyer typed or that a link pre-filled in the form, as text, exactly as typed. */
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
  coupon?: string;
}

interface DocumentInput {
  locale: Locale;
  /** The CSP nonce of every script, style and preload of the document. */
  nonce: string;
}

export interface CheckoutDocumentInput extends DocumentInput {
  /** The name of the platform, which takes the money for the seller. */
  platformName: string;
  checkout: Checkout;
  /** The values of the query (nome, email, telefone, cpf), or the posted ones when the form is shown again. */
  values: BuyerFormValues;
  /** The campaign parameters (utm_* and others), which the purchase sends on. */
  utmQuery: Record<string, string>;
  affiliateId?: string;
  referer?: string;
  /** The id that the page made for this purchase; the form that works without JavaScript carries it in a hidden field. */
  idempotencyKey: string;
  isAbandonedCartEnabled: boolean;
  /** The coupon of the address or of the posted form, where it is valid. */
  coupon?: { code: string; discount: PriceCut };
  /** Set when a post without JavaScript failed. The page shows the message at the top and the others at their fields. */
  error?: { message: string; fields: Record<string, string> };
  /** The address of this page in each language. */
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

/** The configuration that the server writes into the document of the card frame, as JSON. */
export interface CardFrameConfig {
  /** The only origin from which the frame accepts messages. */
  parentOrigin: string;
  tokenization: 'browser' | 'server';
  publicKey: string;
  /**
   * The connection that the browser's token was made for, which the frame puts before the token. No other connection can read the
   * token.
   */
  connectionId?: string;
  /** Whose tokenizer it is; browser tokenization only. */
  providerId?: string;
  /** The provider's base URL for the tokenizer; empty for server tokenization. */
  baseUrl: string;
  /** The allow-listed address of the provider's federated tokenizer container. */
  tokenizerUrl?: string;
  /** The seller's open account at the provider, where there is one; browser tokenization only. */
  receiver?: { receiverId: string; receiverProvider: string };
  /** The public key (JWK, ECDH-ES on P-256) that seals the card for the core; only for server tokenization. */
  sealKey?: JsonWebKey & { kid: string };
  /** The sealed card carries this offer id, so that no other offer can use it. */
  offerId: string;
  colorPrimary?: string;
}

/** The claims inside a sealed card (compact JWE, ECDH-ES + A256GCM, `kid` in the header). A sealed card is valid for ten minutes. */
export interface SealedCard extends CardData {
  offerId: string;
  /** The time of issue, in seconds since 1970. */
  iat: number;
}

/** The buyer's device as the fraud prevention of one provider knows it. */
export interface FingerPrint {
  provider: string;
  value: string;
}

/** The messages that the checkout document and the card frame exchange over a MessageChannel. */
export type ToCardFrame =
  | { type: 'configure'; locale: Locale; holderDocument?: string; isDisabled: boolean }
  | { type: 'tokenize'; requestId: string; holderDocument?: string };
export type FromCardFrame =
  | { type: 'ready' }
  | { type: 'resize'; heightPx: number }
  | { type: 'change'; brand: string | null; isComplete: boolean }
  | {
      type: 'tokenized';
      requestId: string;
      token: string;
      cardBrand?: string;
      cardLastDigits?: string;
      fingerPrints?: FingerPrint[];
    }
  /** `invalid`: the frame marks the fields. `failed`: the message is the provider's first error. */
  | { type: 'error'; requestId: string; reason: 'invalid' | 'failed'; message?: string };

export interface MessageDocumentInput extends DocumentInput {
  /** Missing where no platform is served at the address. */
  platformName?: string;
  kind: 'not-found' | 'unavailable' | 'error';
  /** Says more than the text of the kind. */
  text?: string;
}

/** The exports of the built server module. Each returns a whole HTML document. */
export interface DocumentRenderer {
  renderCheckout(input: CheckoutDocumentInput): string;
  renderPayment(input: PaymentDocumentInput): string;
  renderCardFrame(input: CardFrameDocumentInput): string;
  renderMessage(input: MessageDocumentInput): string;
}
