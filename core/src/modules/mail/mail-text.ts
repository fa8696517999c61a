/** Declares the parts of a mail's text, and makes values typed by people harmless. */
import type { DeclineWords } from '@feira/schemas/rules/declines';
import type { MailParameters, MailTemplate } from './model.ts';

export interface MailText {
  /** Also the heading. */
  subject: string;
  paragraphs: string[];
  details?: [label: string, value: string][];
  /** To copy as a whole. */
  code?: { label: string; value: string };
  action?: { label: string; link: string };
  /** A second address, under the button. */
  document?: { label: string; link: string };
  /** Small print under the button: how long the link works, and advice if the recipient did not request it. */
  notes: string[];
  /** The reason for the mail, for its last line; by default an account. */
  reason?: 'account' | 'purchase' | 'cart' | 'notice';
  /** Ends mails of this kind with one click. */
  unsubscribeLink?: string;
}

/** The text of a template. One whose opening a platform may word has no subject, and its paragraphs follow the introduction. */
export type WrittenText = Omit<MailText, 'subject'> & { subject?: string };

export type Texts = {
  [T in MailTemplate]: (parameters: MailParameters[T], platformName: string) => WrittenText;
};

/** Returns one line without invisible characters, so that typed values neither add lines to a mail nor reverse its text. */
export const toLine = (text: string, maxLength: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();

/**
 * Returns the first name for the greeting. People can register with any name for any e-mail, so a name that mail programs would turn into a
 * link is left out; otherwise mails could carry advertisements.
 */
export function firstName(name: string): string {
  const [first = ''] = name.split(' ');
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? first : '';
}

/** Tokens are in the fragment. */
export const hasToken = (link: string): boolean => new URL(link).hash !== '';

/** Returns the advice on a refused card as one paragraph. */
export const toSentences = ({ title, text }: DeclineWords): string[] => [`${title}. ${text}`];
