/** The parts of a mail's words, and what makes words of strangers harmless. */
import type { MailParameters, MailTemplate } from './model.ts';

export interface MailText {
  /** Also the heading. */
  subject: string;
  paragraphs: string[];
  details?: [label: string, value: string][];
  action?: { label: string; link: string };
  /** Small print under the button: how long it works, what to do if it was somebody else. */
  notes: string[];
}

export type Texts = {
  [T in MailTemplate]: (parameters: MailParameters[T], platformName: string) => MailText;
};

/** One line without anything invisible: what people typed must neither add lines to a mail nor turn its text around. */
export const toLine = (text: string, maxLength: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();

/**
 * The first name, to be greeted with. Registering takes any name for anybody's e-mail: one that mail programs would turn
 * into a link is left out, so that nobody sends advertisements in our name.
 */
export function firstName(name: string): string {
  const [first = ''] = name.split(' ');
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? first : '';
}

/** Tokens travel in the fragment. */
export const hasToken = (link: string): boolean => new URL(link).hash !== '';
