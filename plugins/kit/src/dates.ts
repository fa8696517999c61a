/** Brazilian calendar dates. Providers speak of days in São Paulo; everything else here is UTC. */

let saoPauloDay: Intl.DateTimeFormat | undefined;

/** The day it is in São Paulo at that moment, YYYY-MM-DD. */
export function toSaoPauloDate(date: Date): string {
  // Made at the first use: it takes longer than most modules take to load.
  saoPauloDay ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Sao_Paulo',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return saoPauloDay.format(date);
}

/**
 * A wall-clock time of São Paulo ("2026-11-20 10:00:00", "2026-11-20T10:00:00" or only the day) as UTC in ISO 8601.
 * A day alone means its last second, because a charge is payable until the day it falls due is over.
 */
export function fromSaoPaulo(wallClock: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(wallClock.trim());
  // Brazil has kept UTC-3 all year round since it abolished summer time in 2019.
  const date = match ? new Date(`${match[1]}T${match[2] ?? '23:59:59'}-03:00`) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime())) {
    throw new RangeError('A São Paulo time must look like 2026-11-20 or 2026-11-20 10:00:00.');
  }
  return date.toISOString();
}

/**
 * A provider's time as UTC in ISO 8601. One without a zone ("2026-11-20T23:59:59.123", or only the day) is a time of São Paulo;
 * one that cannot be read is undefined.
 */
export function readDate(text: string): string | undefined {
  try {
    const isZoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text);
    return isZoned ? new Date(text).toISOString() : fromSaoPaulo(text.replace(/\.\d+$/, ''));
  } catch {
    return undefined;
  }
}

/** That moment on the clocks of São Paulo, with the zone: 2026-11-20T10:00:00-03:00. */
export function toSaoPaulo(date: Date): string {
  return `${new Date(date.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;
}

/** The calendar day that many days later (or earlier, when negative). */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
