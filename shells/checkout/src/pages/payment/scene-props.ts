import type { PaymentView } from '@feira/schemas/checkout';
import type { Locale } from '@feira/schemas/common';
import type { Translate } from '../../texts.ts';

export interface SceneProps {
  t: Translate;
  locale: Locale;
  payment: PaymentView;
  money: (cents: number) => string;
  /** The server's time in milliseconds since 1970. */
  now: number;
}

/** The time zone of the sale, so that server and browser write the same. */
export function formatMoment(iso: string, locale: Locale, withTime = true): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'America/Sao_Paulo',
    // English readers read 11/12/26 as two different days.
    dateStyle: locale === 'en' ? 'medium' : 'short',
    ...(withTime && { timeStyle: 'short' }),
  }).format(new Date(iso));
}
