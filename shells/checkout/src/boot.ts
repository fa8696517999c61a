import type { Locale } from '@feira/schemas/common';
import type { CheckoutDocumentInput, PaymentDocumentInput } from '@feira/schemas/documents';
import type { Texts } from './texts.ts';

/** The server's values in the document: the page hydrates without a request. */
interface PageBoot {
  locale: Locale;
  texts: Texts;
  /** The server's time in milliseconds since 1970: countdowns follow it, not the visitor's clock. */
  now: number;
  /** The address of the remote container that holds the page, and its name in there. */
  remote: string;
  expose: string;
}

export type CheckoutBoot = PageBoot &
  Omit<CheckoutDocumentInput, 'nonce' | 'locale'> & {
    formAction: string;
    whatsappUrl: string | undefined;
    /** The day of a subscription's next charge, as the reader writes it. */
    nextCharge: string;
    /** The preview of the seller who designs the page: nothing counts down, is sent or announced. */
    isBuilder?: boolean;
  };
export type PaymentBoot = PageBoot & Omit<PaymentDocumentInput, 'nonce' | 'locale'>;
