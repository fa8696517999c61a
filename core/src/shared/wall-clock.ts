/** Tells what the clocks of a time zone show, and when they show it. */
import { addDays } from '@feira/plugin-kit';

const MINUTE_MS = 60_000;

export interface WallClock {
  /** YYYY-MM-DD. */
  day: string;
  /** The minutes since midnight. */
  minutes: number;
}

/** There are fewer than 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/** Whether this machine knows the zone by this name. Offsets such as "+03:00" are no zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export function readClock(at: Date, timeZone: string): WallClock {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute } = parts;
  return { day: `${year}-${month}-${day}`, minutes: Number(hour) * 60 + Number(minute) };
}

/** Returns the moment at which the clocks of the zone show this. A time that clocks skip in spring is taken as one around the change. */
export function momentOf({ day, minutes }: WallClock, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const offsetAt = (moment: number) => {
    const shown = readClock(new Date(moment), timeZone);
    return Date.parse(`${shown.day}T00:00:00Z`) + shown.minutes * MINUTE_MS - moment;
  };
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first));
}

/** Hours of the clock in which somebody wants no noise, as "22:00". They may lie over midnight. */
export interface QuietHours {
  timeZone: string;
  quietFrom: string | null;
  quietUntil: string | null;
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Returns when the quiet hours end that hold at this moment; null outside of them. */
export function findQuietEnd(now: Date, { timeZone, quietFrom, quietUntil }: QuietHours): Date | null {
  if (quietFrom === null || quietUntil === null) return null;
  const { day, minutes } = readClock(now, timeZone);
  const [from, until] = [toMinutes(quietFrom), toMinutes(quietUntil)];
  const isOverMidnight = from > until;
  const isQuiet = isOverMidnight ? minutes >= from || minutes < until : minutes >= from && minutes < until;
  if (!isQuiet) return null;
  const lastDay = isOverMidnight && minutes >= from ? addDays(day, 1) : day;
  const end = momentOf({ day: lastDay, minutes: until }, timeZone);
  return end > now ? end : null;
}

/** Returns the next time at which the clocks show this many minutes since midnight: of any day, or of a Monday. */
export function findNext(now: Date, timeZone: string, minutes: number, isMonday: boolean): Date {
  const clock = readClock(now, timeZone);
  let day = clock.minutes < minutes ? clock.day : addDays(clock.day, 1);
  while (isMonday && new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) day = addDays(day, 1);
  return momentOf({ day, minutes }, timeZone);
}
