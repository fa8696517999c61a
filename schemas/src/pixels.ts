/** Describes what a page tells the pixels of advertising networks: typed events, with nothing about the buyer. */
import type { Currency, Locale } from './common.ts';
import { optional } from './parts.ts';

/** The networks whose pixels run beside a checkout. */
export type PixelNetwork = 'facebook' | 'tiktok' | 'kwai' | 'googleAnalytics' | 'googleAds';

/** The ids in use, by network. Those of Google Ads name a conversion as well where one is set: "AW-1/label". */
export type PixelIds = Partial<Record<PixelNetwork, string[]>>;

export interface PixelEvent {
  name: 'InitiateCheckout' | 'AddPaymentInfo' | 'Purchase';
  /** The server's event has the same id, so that a network counts both once. */
  eventId: string;
  /** Cents. */
  value: number;
  currency: Currency;
  /** The product's id. */
  contentId: string;
}

/** The configuration that the server writes into the document of the pixel frame, as JSON. */
export interface PixelFrameConfig {
  /** The only origin from which the frame accepts messages. */
  parentOrigin: string;
  ids: PixelIds;
  /** The ids whose purchases the server alone reports, because their network does not tell two reports of one purchase from two purchases. */
  purchasesByServer: string[];
}

/** The messages that a page sends to the pixel frame over a MessageChannel. */
export type ToPixelFrame = { type: 'event'; event: PixelEvent };

/** The pixels of a page; missing where the product and the platform have none. */
export interface PagePixels {
  frameUrl: string;
  networks: PixelNetwork[];
  /** Names the choice in the browser's storage. Each seller asks for a consent of their own. */
  consentKey: string;
  contentId: string;
}

/** The event that the payment page reports as a purchase. */
export interface PagePurchase {
  eventId: string;
  /** Cents, without interest. */
  value: number;
  /** The seller counts a PIX when its code is made; otherwise when it is paid. */
  isOnPixCreated: boolean;
}

export interface PixelFrameDocumentInput {
  locale: Locale;
  nonce: string;
  config: PixelFrameConfig;
}

/** The events of the checkout before its purchase. */
export const PAGE_EVENTS = ['InitiateCheckout', 'AddPaymentInfo'] as const;
const pageEventId = { type: 'string', pattern: '^[0-9a-f]{32}$' } as const;

/** The buyer's consent to advertising measurement, as the page sends it with the purchase. */
export const adConsentSchema = optional({
  /** The random id under which Google Analytics knows this browser on this checkout. */
  clientId: { type: 'string', pattern: '^[0-9]{1,12}\\.[0-9]{1,12}$' },
  /** The ids under which the page has reported its events: the server reports them under the same ones. */
  eventIds: optional({ InitiateCheckout: pageEventId, AddPaymentInfo: pageEventId }),
});

export type PageEventIds = Partial<Record<(typeof PAGE_EVENTS)[number], string>>;

/** The events that the server reports. A test is a purchase that no network counts. */
export const CONVERSION_EVENTS = [...PAGE_EVENTS, 'Purchase', 'Refund', 'Test'] as const;
export type ConversionEvent = (typeof CONVERSION_EVENTS)[number];

/** The networks to which the server reports, with a token made for it; with the key of a service account at Google Ads. */
export const TOKEN_NETWORKS = ['facebook', 'tiktok', 'kwai', 'googleAnalytics', 'googleAds'] as const;
export type TokenNetwork = (typeof TOKEN_NETWORKS)[number];

/** WAITING: will be sent. SENT: the network has it. FAILED: given up, can be repeated. DROPPED: need not or may not be sent. */
export const CONVERSION_STATES = ['WAITING', 'SENT', 'FAILED', 'DROPPED'] as const;
export type ConversionState = (typeof CONVERSION_STATES)[number];

/**
 * REFUSED: the network said no. UNREACHABLE: it gave no answer, or was busy. TOO_OLD: more than the seven days that networks take.
 * CONSENT_WITHDRAWN: the buyer changed their mind. TOKEN_REMOVED: the pixel has no token any more. NO_CLICK: Kwai counts purchases after a
 * click on an ad only. NO_CLIENT: Google Analytics does not know the browser.
 */
export const CONVERSION_PROBLEMS = [
  'REFUSED',
  'UNREACHABLE',
  'TOO_OLD',
  'CONSENT_WITHDRAWN',
  'TOKEN_REMOVED',
  'NO_CLICK',
  'NO_CLIENT',
] as const;
export type ConversionProblem = (typeof CONVERSION_PROBLEMS)[number];
