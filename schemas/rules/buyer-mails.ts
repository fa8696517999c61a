/** The mails to buyers whose subject and introduction a platform may write itself, and the placeholders that stand for values in them. */
import type { Locale } from '../src/common.ts';

export const BUYER_MAILS = [
  'pix-created',
  'billet-created',
  'pix-expiring',
  'billet-expiring',
  'pix-expired',
  'billet-expired',
  'payment-approved',
  'payment-refused',
  'order-shipped',
  'order-delivered',
  'refund-requested',
  'refund-granted',
  'refund-declined',
  'refund-done',
] as const;
export type BuyerMail = (typeof BUYER_MAILS)[number];

/** The texts that a platform may write. The introduction is plain text; each of its lines becomes a paragraph. */
export interface Wording {
  subject: string;
  intro: string;
}

export const SUBJECT_LENGTH = 120;
export const INTRO_LENGTH = 1_000;

export const MAIL_VALUES = ['name', 'product', 'orderCode', 'amount', 'seller'] as const;
export type MailValue = (typeof MAIL_VALUES)[number];

/** Their names between braces, in the language of the mail. `name` is the buyer's first name. */
export const PLACEHOLDERS: Record<Locale, Record<MailValue, string>> = {
  'pt-BR': { name: 'nome', product: 'produto', orderCode: 'pedido', amount: 'valor', seller: 'vendedor' },
  en: { name: 'name', product: 'product', orderCode: 'order', amount: 'amount', seller: 'seller' },
};

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** Returns the first text between braces that is none of the names; null where there is none. */
export function findUnknownName(text: string, names: readonly string[]): string | null {
  for (const [placeholder, name = ''] of text.matchAll(PLACEHOLDER)) if (!names.includes(name)) return placeholder;
  return null;
}

/** Returns the first text between braces that is no placeholder of the language; null where there is none. */
export const findUnknownPlaceholder = (text: string, locale: Locale): string | null =>
  findUnknownName(text, Object.values(PLACEHOLDERS[locale]));

/**
 * Puts values in the place of their names between braces, each once. An empty value takes the comma before it along, so that no greeting
 * ends in ", !".
 */
export const fillNamed = (text: string, values: readonly (readonly [name: string, value: string])[]): string =>
  text.replace(/,?[^\S\n]*\{([^{}\n]*)\}/g, (found, name: string) => {
    const value = values.find(([known]) => known === name)?.[1];
    if (value === undefined) return found;
    return value === '' ? '' : found.slice(0, found.indexOf('{')) + value;
  });

export const fillPlaceholders = (text: string, locale: Locale, values: Record<MailValue, string>): string =>
  fillNamed(
    text,
    MAIL_VALUES.map((value) => [PLACEHOLDERS[locale][value], values[value]]),
  );
