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
  /** Goes with an order by another method. */
  pageView?: string | undefined;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Writes a moment in the time zone of the sale. The browser gives the numbers alone: its words and spaces may differ from the server's, and React
 * would draw the page anew.
 */
export function formatMoment(iso: string, locale: Locale, withTime = true): string {
  const numbers = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Sao_Paulo',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(iso));
  const { year, month, day, hour, minute } = Object.fromEntries(
    numbers.map(({ type, value }) => [type, value]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>;
  // English readers read 11/12/26 as two different days.
  if (locale === 'en') {
    const date = `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
    return withTime ? `${date}, ${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}` : date;
  }
  return `${day}/${month}/${year}${withTime ? `, ${hour}:${minute}` : ''}`;
}

/** Returns the address of the form that reaches the seller. */
export const contactPath = ({ id }: Pick<PaymentView, 'id'>, locale: Locale): string =>
  `/checkout/payment/${id}/contact${locale === 'en' ? '?lang=en' : ''}`;
