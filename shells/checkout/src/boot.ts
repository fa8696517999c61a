import type { Locale } from '@feira/schemas/common';
import type { CheckoutDocumentInput, PaymentDocumentInput, UpsellDocumentInput } from '@feira/schemas/documents';
import type { FormPart } from '@feira/schemas/rules/checkout-sections';
import type { Texts } from './texts.ts';

declare global {
  /** The document's inline script sets these (server/guard.ts). */
  interface Window {
    /** The page is alive. Returns the button of the submit that was held back until then. */
    feiraRelease?: () => HTMLElement | undefined;
    /** The page cannot come alive: it is shown, and works, as without JavaScript. */
    feiraPlain?: () => void;
  }
}

/** The server's values in the document: the page hydrates without a request. */
interface PageBoot {
  locale: Locale;
  texts: Texts;
  /** The server's time in milliseconds since 1970: countdowns follow it, not the visitor's clock. */
  now: number;
  /** The address of the remote container that holds the page. */
  remote: string;
}

export type CheckoutBoot = PageBoot &
  Omit<CheckoutDocumentInput, 'nonce' | 'locale'> & {
    formAction: string;
    whatsappUrl: string | undefined;
    /** The parts of the form in the seller's order. */
    parts: FormPart[];
    /** The day of a subscription's next charge, as the reader writes it. */
    nextCharge: string;
    /** The months between the charges of a subscription; null where they are counted in days. */
    months: number | null;
    /** The agreement of the buyer of a PIX; undefined where no charges follow. */
    pixAgreement?: string | undefined;
    /** The preview of the seller who designs the page: nothing counts down, is sent or announced. */
    isBuilder?: boolean;
  };
export type UpsellBoot = PageBoot & Omit<UpsellDocumentInput, 'nonce' | 'locale'>;
export type PaymentBoot = PageBoot & Omit<PaymentDocumentInput, 'nonce' | 'locale'>;
