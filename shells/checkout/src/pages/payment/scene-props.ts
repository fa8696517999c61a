import type { PaymentView } from '@feira/schemas/checkout';
import type { Locale } from '@feira/schemas/common';
import type { Translate } from '../../texts.ts';

export interface SceneProps {
  t: Translate;
  locale: Locale;
  payment: PaymentView;
  money: (cents: number) => string;
  /** Milliseconds since 1970 at the server. */
  now: number;
}

/** In the zone of the sale, so that server and browser write the same. */
export function formatMoment(iso: string, locale: Locale, withTime = true): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'America/Sao_Paulo',
    // 11/12/26 is two different days to two English readers.
    dateStyle: locale === 'en' ? 'medium' : 'short',
    ...(withTime && { timeStyle: 'short' }),
  }).format(new Date(iso));
}
