/**
 * The contract between the core and the built checkout. The core fetches the data and sets the headers; the server module of the
 * build (`dist/checkout/server/documents.mjs`) renders whole HTML documents. Neither imports the other's source.
 */

import type { InstallmentOption } from '../rules/installments.ts';
import type { UsedCoupon } from '../rules/order-price.ts';
import type { Checkout, CheckoutBuilderConfig, PaymentView } from './checkout.ts';
import type { Currency, Locale, PaymentMethod } from './common.ts';
import type { OFFER_TYPES, ProductCategory, RecurrencePeriod } from './options.ts';
import type { PagePixels, PagePurchase, PixelFrameDocumentInput } from './pixels.ts';
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
  quantity?: number;
  /** By the keys of the offer's own fields. */
  customFields?: Record<string, string>;
  orderBumpsIds?: string[];
  coupon?: string;
}

/** The page around a document that a frame shows. */
export interface EmbedConfig {
  /** The origin of the page around, which is told of events. */
  origin: string;
  /** The sale of a payment's page, which the page around is told once it is paid. */
  paid?: { saleId: string; amount: number; currency: Currency };
}

interface DocumentInput {
  locale: Locale;
  /** The CSP nonce of every script, style and preload of the document. */
  nonce: string;
  /** Set where a page of the seller's shows the document in a frame. */
  embed?: EmbedConfig;
}

export interface CheckoutDocumentInput extends DocumentInput {
  /** The name of the platform, which takes the money for the seller. */
  platformName: string;
  /** The address of the page on the internet, for the picture and the title of a shared link. */
  pageUrl: string;
  checkout: Checkout;
  /** The values of the query (nome, email, telefone, cpf), or the posted ones when the form is shown again. */
  values: BuyerFormValues;
  /** The campaign parameters (utm_* and others), which the purchase sends on. */
  utmQuery: Record<string, string>;
  affiliateId?: string;
  referer?: string;
  /** The id that the page made for this purchase; the form that works without JavaScript carries it in a hidden field. */
  idempotencyKey: string;
  /** The signed time at which the page was first shown, which the purchase brings back. */
  pageView: string;
  /** The days for which an unfinished form is kept; null where the offer keeps none. */
  cartKeptDays: number | null;
  pixels?: PagePixels;
  /** The coupon of the address or of the posted form, where it is valid. */
  coupon?: { code: string } & UsedCoupon;
  /** Set when a post without JavaScript failed. The page shows the message at the top and the others at their fields. */
  error?: { message: string; fields: Record<string, string> };
  /** The address of this page in each language. */
  languageUrls: Record<Locale, string>;
}

export interface PaymentDocumentInput extends DocumentInput {
  platformName: string;
  payment: PaymentView;
  /** The signed time at which the page of a card payment was shown: it offers to order by PIX instead. */
  pageView?: string;
  /** The funnel follows once the payment is approved: the page is loaded again then. */
  isAwaited?: boolean;
  /** The address where the buyer of an upsell goes on without waiting for the payment. */
  onwardsUrl?: string;
  /** The orders of the visit, this one among them, where a funnel has sold more. */
  orders?: VisitOrder[];
  pixels?: PagePixels & { purchase: PagePurchase };
  languageUrls: Record<Locale, string>;
}

/** An order of the visit, as the pages after a purchase list it. */
export type VisitOrder = Pick<
  PaymentView,
  | 'id'
  | 'orderCode'
  | 'title'
  | 'status'
  | 'method'
  | 'amount'
  | 'currency'
  | 'isConfirming'
  | 'cardBrand'
  | 'cardLastDigits'
  | 'cards'
  | 'accessUrl'
>;

/** The ways in which an upsell is paid. STORED_CARD is the card of the first purchase, which its provider keeps. */
export const UPSELL_METHODS = ['STORED_CARD', 'CREDIT_CARD', 'PIX', 'BILLET'] as const;
export type UpsellMethod = (typeof UPSELL_METHODS)[number];

/** A step of a funnel as its page shows it. */
export interface UpsellStepView {
  id: string;
  title: string;
  text: string;
  picture: string | null;
  /** Empty for the texts of the page. */
  acceptText: string;
  declineText: string;
  productName: string;
  sellerName: string;
  coin: Currency;
  /** Cents. */
  price: number;
  /** The price that is crossed out. */
  fakePrice: number | null;
  freight: number;
  total: number;
  methods: UpsellMethod[];
  /** The method that is chosen at first: the one of the first purchase, where it is offered. */
  method: UpsellMethod;
  cardLastDigits: string | null;
  /** The address of the card form; null where no card can be typed. */
  frameUrl: string | null;
  installments: InstallmentOption[];
  /** The number of charges of the step that were refused. */
  attempt: number;
  /** The signed time at which the step was shown. */
  pageView: string;
}

export interface UpsellDocumentInput extends DocumentInput {
  platformName: string;
  /** The public id of the payment of the first purchase. */
  paymentId: string;
  step: UpsellStepView;
  /** The first purchase, and what the funnel has sold since. */
  orders: VisitOrder[];
  /** The seller's logo and colour at the first purchase. */
  logoUrl: string | null;
  colorPrimary: string | null;
  /** Why the step was not ordered. */
  error?: string;
  languageUrls: Record<Locale, string>;
}

/** The page on which the buyer of a payment link types the amount. Its form leads to the checkout. */
export interface AmountDocumentInput extends DocumentInput {
  platformName: string;
  sellerName: string;
  title: string;
  description: string;
  coin: Currency;
  /** Cents. */
  least: number;
  most: number;
  logoUrl: string | null;
  colorPrimary: string | null;
  /** The other parameters of the address, which the form sends on. */
  query: Record<string, string>;
  /** The text of the field. */
  typed: string;
  error?: string;
  languageUrls: Record<Locale, string>;
}

/** A product on a page of a store, with the offer that sells it. */
export interface StoreProduct {
  id: string;
  name: string;
  description: string;
  image: string | null;
  /** The store that shows it. */
  storeAddress: string;
  storeName: string;
  offerId: string;
  /** Cents, as the former price and that of each later charge. */
  price: number;
  fakePrice: number | null;
  recurrencePrice: number | null;
  coin: Currency;
  type: (typeof OFFER_TYPES)[number];
  frequencyInDays: number | null;
  period: RecurrencePeriod;
  isTrialFree: boolean;
  /** The number of offers of the product; the shown one is the cheapest. */
  offers: number;
}

/** The page of a seller's store, or of the products of all stores of a platform. It needs no script. */
export interface StoreDocumentInput extends DocumentInput {
  platformName: string;
  /** Null on the page of all stores. */
  store: { name: string; about: string; sellerName: string } | null;
  colorPrimary: string | null;
  products: StoreProduct[];
  /** The categories of the products of all pages. */
  categories: ProductCategory[];
  category?: ProductCategory;
  search: string;
  /** From 1 on. */
  page: number;
  hasNext: boolean;
  /** The address of the page for search engines, with nothing but the store in it. */
  pageUrl: string;
  /** The parameters of the visit, which links and the form carry on. */
  carried: Record<string, string>;
  languageUrls: Record<Locale, string>;
}

/** The form by which a buyer writes to a seller. */
export interface ContactDocumentInput extends DocumentInput {
  platformName: string;
  sellerName: string;
  /** The name of the product that the question is about. */
  title: string;
  logoUrl: string | null;
  colorPrimary: string | null;
  /** The page that led here. */
  backUrl: string;
  formAction: string;
  /** False where a purchase tells name and e-mail. */
  asksBuyer: boolean;
  values: Record<string, string>;
  error?: { message: string; fields: Record<string, string> };
  isSent: boolean;
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
  /** The provider whose tokenizer it is; browser tokenization only. */
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

export interface CaptchaFrameDocumentInput extends DocumentInput {
  config: CaptchaFrameConfig;
}

/** The configuration that the server writes into the document of the CAPTCHA frame, as JSON. */
export interface CaptchaFrameConfig {
  /** The only origin that the frame tells of what happens. */
  parentOrigin: string;
  service: 'turnstile' | 'hcaptcha';
  siteKey: string;
  action: string;
  /** The challenge that the response solves. */
  challengeId: string;
}

/**
 * The messages of the CAPTCHA frame to the checkout. ready: the widget is drawn. open: it shows a task, which needs room. failed: the service's script did
 * not load, or cannot work in this browser.
 */
export type FromCaptchaFrame =
  | { type: 'ready' }
  | { type: 'open' }
  | { type: 'failed' }
  | { type: 'solved'; response: string };

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
      /** The seller's account that the token was made for; a card that is stored for a subscription is stored there. */
      receiverId?: string;
      fingerPrints?: FingerPrint[];
    }
  /** `invalid`: the frame marks the fields. `failed`: the message is the provider's first error. */
  | { type: 'error'; requestId: string; reason: 'invalid' | 'failed'; message?: string };

export interface MessageDocumentInput extends DocumentInput {
  /** Missing where no platform is served at the address. */
  platformName?: string;
  /** `trial`: a free trial has begun, for visitors without JavaScript. `link`: a payment link that cannot be paid now. */
  kind: 'not-found' | 'unavailable' | 'error' | 'trial' | 'link';
  /** The page that the message leads to. */
  url?: string;
  /** Says more than the text of the kind. */
  text?: string;
  /** A line below the text, such as the name of the seller. */
  note?: string;
}

/** The exports of the built server module. Each `render…` returns a whole HTML document. */
export interface DocumentRenderer {
  /** Returns the address of the script that other sites load to show a checkout. */
  embedScript(): string;
  renderCheckout(input: CheckoutDocumentInput): string;
  /** The checkout as its seller designs it: nothing counts down, is sent or announced. */
  renderPreview(input: CheckoutDocumentInput): string;
  renderUpsell(input: UpsellDocumentInput): string;
  renderPayment(input: PaymentDocumentInput): string;
  renderCardFrame(input: CardFrameDocumentInput): string;
  renderPixelFrame(input: PixelFrameDocumentInput): string;
  renderCaptchaFrame(input: CaptchaFrameDocumentInput): string;
  renderContact(input: ContactDocumentInput): string;
  renderAmount(input: AmountDocumentInput): string;
  renderStore(input: StoreDocumentInput): string;
  renderMessage(input: MessageDocumentInput): string;
}

/** The messages between the builder and the preview of the checkout in its frame. */
export type ToPreview = { type: 'show'; config: CheckoutBuilderConfig };
export type FromPreview = { type: 'ready' } | { type: 'removeFeedback'; id: string };
