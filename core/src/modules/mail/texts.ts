/** Writes the texts of mails in each language, as plain text, which the layout escapes. */
import type { Locale } from '@feira/schemas/common';
import type { Wording } from '@feira/schemas/rules/buyer-mails';
import { type MailText, type Texts, toLine } from './mail-text.ts';
import type { MailParameters, MailTemplate } from './model.ts';
import { findBuyerMail, OPENINGS, type Order, writeOpening } from './openings.ts';
import { ENGLISH } from './texts-en.ts';
import { PORTUGUESE } from './texts-pt-br.ts';

/** The texts around the content of every mail. */
export interface Frame {
  copyLink: string;
  support: (email: string) => string;
  automatic: Record<NonNullable<MailText['reason']>, string>;
  unsubscribe: string;
  /** Marks the subject of a mail that a platform sends to itself. */
  trial: (subject: string) => string;
}

const TEXTS: Record<Locale, Texts> = { 'pt-BR': PORTUGUESE, en: ENGLISH };

export const FRAMES: Record<Locale, Frame> = {
  'pt-BR': {
    copyLink: 'Se o botão não abrir, copie este endereço no navegador:',
    support: (email) => `Precisa de ajuda? Escreva para ${email}.`,
    automatic: {
      account: 'Esta é uma mensagem automática sobre a sua conta.',
      purchase: 'Esta é uma mensagem automática sobre a sua compra.',
      cart: 'Você recebe este e-mail porque começou uma compra e deixou seu endereço na página.',
      notice: 'Você escolhe em Minha conta quais avisos chegam por e-mail.',
    },
    unsubscribe: 'Parar de receber estes e-mails',
    trial: (subject) => `Teste: ${subject}`,
  },
  en: {
    copyLink: 'If the button does not open, copy this address into your browser:',
    support: (email) => `Need help? Write to ${email}.`,
    automatic: {
      account: 'This is an automatic message about your account.',
      purchase: 'This is an automatic message about your purchase.',
      cart: 'You get this email because you began a purchase and left your address on the page.',
      notice: 'Under My account you choose which notices come by email.',
    },
    unsubscribe: 'Stop these emails',
    trial: (subject) => `Test: ${subject}`,
  },
};

/** Writes a mail; where `wording` leaves a part out, it is the standard one. */
export function writeMailText<T extends MailTemplate>(
  template: T,
  locale: Locale,
  parameters: MailParameters[T],
  platformName: string,
  wording: Partial<Wording> = {},
): MailText {
  const clean = cleanParameters(parameters);
  const written = TEXTS[locale][template](clean, toLine(platformName, 80));
  const mail = findBuyerMail(template, clean);
  if (!mail) return { subject: '', ...written };
  const opening = writeOpening({ ...OPENINGS[locale][mail], ...wording }, locale, clean as unknown as Order);
  return { ...written, subject: opening.subject, paragraphs: [...opening.paragraphs, ...written.paragraphs] };
}

const MAX_VALUE = 120;
/** Longer than any code that banks read, and a paragraph of what a buyer writes. */
const MAX_VALUES: Record<string, number> = { code: 600, paragraphs: 2_000 };

function cleanParameters<P extends object>(parameters: P): P {
  const entries = Object.entries(parameters).map(([name, value]) => [name, cleanValue(name, value)]);
  return Object.fromEntries(entries) as P;
}

const LINKS = ['link', 'billetLink', 'accessLink', 'unsubscribeLink'];

function cleanValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => cleanValue(name, item));
  if (typeof value !== 'string') return value;
  if (!LINKS.includes(name)) return toLine(value, MAX_VALUES[name] ?? MAX_VALUE);
  if (name === 'link' || value !== '') assertLink(value);
  return value;
}

function assertLink(link: string): void {
  const isSafe = URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) && !/[\s"<>]/.test(link);
  if (!isSafe) throw new Error('The link of a mail must be an http or https address.');
}
