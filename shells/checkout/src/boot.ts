import type { Locale } from '@feira/schemas/common';
import type { CheckoutDocumentInput, PaymentDocumentInput } from '@feira/schemas/documents';
import type { Texts } from './texts.ts';

/** What the server writes into the document, so that the page hydrates without asking for anything. */
interface PageBoot {
  locale: Locale;
  texts: Texts;
  /** Milliseconds since 1970 at the server: countdowns follow it, not the visitor's clock. */
  now: number;
  /** Address of the remote container that holds the page, and its name in there. */
  remote: string;
  expose: string;
}

export type CheckoutBoot = PageBoot &
  Omit<CheckoutDocumentInput, 'nonce' | 'locale'> & {
    /** Shown to the seller who designs it: nothing counts down, is sent or announced. */
    isBuilder?: boolean;
  };
export type PaymentBoot = PageBoot & Omit<PaymentDocumentInput, 'nonce' | 'locale'>;
