/** Tells the time zone of a buyer by their state, else by the area code of their phone, and keeps messages out of quiet hours there. */
import type { STATES } from '../src/common.ts';

type State = (typeof STATES)[number];

const DEFAULT_ZONE = 'America/Sao_Paulo';

/** States whose clocks may differ from those of São Paulo, by the zone that most of their people live in. */
const ZONES: Partial<Record<State, string>> = {
  AC: 'America/Rio_Branco',
  AL: 'America/Maceio',
  AM: 'America/Manaus',
  AP: 'America/Belem',
  BA: 'America/Bahia',
  CE: 'America/Fortaleza',
  MA: 'America/Fortaleza',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  PA: 'America/Belem',
  PB: 'America/Fortaleza',
  PE: 'America/Recife',
  PI: 'America/Fortaleza',
  RN: 'America/Fortaleza',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
  SE: 'America/Maceio',
  TO: 'America/Araguaina',
};

/** The area codes (DDD) of those states. */
const AREA_CODES: Record<string, readonly number[]> = {
  AC: [68],
  AL: [82],
  AM: [92, 97],
  AP: [96],
  BA: [71, 73, 74, 75, 77],
  CE: [85, 88],
  MA: [98, 99],
  MS: [67],
  MT: [65, 66],
  PA: [91, 93, 94],
  PB: [83],
  PE: [81, 87],
  PI: [86, 89],
  RN: [84],
  RO: [69],
  RR: [95],
  SE: [79],
  TO: [63],
} satisfies Partial<Record<State, readonly number[]>>;

const stateOfPhone = (digits: string): string | undefined =>
  Object.keys(AREA_CODES).find((state) => AREA_CODES[state]?.includes(Number(digits.slice(0, 2))));

/** Returns the IANA zone; America/Sao_Paulo where neither a state nor a phone with its area code is known. */
export function zoneOfBuyer({ state, phone }: { state?: string | null; phone?: string | null }): string {
  const digits = phone?.replace(/\D/g, '') ?? '';
  const known = state || (digits.length >= 10 ? stateOfPhone(digits) : undefined);
  return ZONES[known as State] ?? DEFAULT_ZONE;
}

/** Whole hours of the day in which nothing is sent, the first included and the last not. The same hour twice means that none is quiet. */
export interface QuietHours {
  from: number;
  until: number;
}

const isQuiet = (hour: number, { from, until }: QuietHours): boolean =>
  from <= until ? hour >= from && hour < until : hour >= from || hour < until;

function clockOf(at: Date, zone: string): { hour: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const read = (type: string) => Number(parts.formatToParts(at).find((part) => part.type === type)?.value);
  return { hour: read('hour'), minute: read('minute') };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns the moment itself, or the end of the quiet hours that it lies in. A day of quiet hours alone is none. */
export function leaveQuietHours(at: Date, zone: string, quiet: QuietHours): Date {
  let later = at;
  // Hour by hour, so that a clock that is put forward or back in the night does not lead past the end.
  for (let hours = 0; hours < 24; hours++) {
    const { hour, minute } = clockOf(later, zone);
    if (!isQuiet(hour, quiet)) return later;
    const startOfMinute = Math.floor(later.getTime() / MINUTE_MS) * MINUTE_MS;
    later = new Date(startOfMinute - minute * MINUTE_MS + HOUR_MS);
  }
  return at;
}
