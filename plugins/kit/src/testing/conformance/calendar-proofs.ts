/** Proves that a charge ends on the day that São Paulo calls it, late in the evening and on 29 February, however the provider is told. */
import type { PaymentMethod } from '@feira/schemas/common';
import { fromSaoPaulo, readDate, toSaoPauloDate } from '../../dates.ts';
import { listMethods, type Market, readCharge, type Subject, toPurchase } from './market.ts';
import type { Check } from './recorder.ts';
import { type Run, withMarket } from './run.ts';
import type { WireCall } from './wire.ts';

/** In UTC it is the first of March already. */
const END = fromSaoPaulo('2028-02-29 23:30:00');
const DAY_S = 86_400;
/** A purchase late in the evening, and one just after midnight: both are further from the end in days than in hours, or nearer. */
const BOUGHT = [fromSaoPaulo('2028-02-27 23:30:00'), fromSaoPaulo('2028-02-28 00:10:00')];

export async function proveCalendar(run: Run): Promise<void> {
  for (const method of listMethods(run.subject)) {
    const { expiry = 'set' } = run.subject.manifest.capabilities.methods?.[method] ?? {};
    if (method === 'CREDIT_CARD' || (expiry !== 'set' && expiry !== 'days')) continue;
    for (const now of listTimes(run.subject, method))
      await run.recorder.prove(method, 'works', (check) =>
        withMarket(run, (market) => proveEnd(market, { method, now, isDay: expiry === 'days' }, check), { now }),
      );
  }
}

/** The times from which the method may end then. */
function listTimes({ manifest }: Subject, method: PaymentMethod): string[] {
  const { minExpiresInSeconds = 0, maxExpiresInSeconds = Number.POSITIVE_INFINITY } =
    manifest.capabilities.methods?.[method] ?? {};
  const fitting = BOUGHT.filter((now) => {
    const seconds = (Date.parse(END) - Date.parse(now)) / 1_000;
    return seconds >= minExpiresInSeconds && seconds <= maxExpiresInSeconds;
  });
  if (fitting.length > 0) return fitting;
  const seconds = Math.min(Math.max(DAY_S, minExpiresInSeconds), maxExpiresInSeconds);
  return [new Date(Date.parse(END) - seconds * 1_000).toISOString()];
}

interface Bought {
  method: PaymentMethod;
  now: string;
  isDay: boolean;
}

async function proveEnd(market: Market, { method, now, isDay }: Bought, check: Check): Promise<void> {
  const request = await toPurchase(market, method, { expiresAt: END });
  const before = market.wire.calls.length;
  const result = await market.provider.createTransaction(request);
  const days = new Set([END, now].map((time) => toSaoPauloDate(new Date(time))));
  for (const [place, value] of listDates(market.wire.calls.slice(before))) {
    const note = `A charge that ends on 29 February 2028 at 23:30 in São Paulo, made at ${now}: ${place} says ${value}`;
    if (typeof value === 'number') {
      const [told] = toCounts(now).filter((count) => Math.abs(count - value) <= count / 500);
      check(told !== undefined, `${note}, which is no number of days, minutes or seconds until then.`);
      continue;
    }
    const read = readTime(value);
    if (read === undefined) continue;
    const isRightDay = days.has(toSaoPauloDate(new Date(read)));
    const isRightTime = isDay || !/\d[T ]\d/.test(value) || [END, now].some((time) => isNear(read, time));
    check(isRightDay && isRightTime, `${note}.`);
  }
  const told = [result, await readCharge(market, request, result)];
  for (const expiresAt of told.flatMap((one) => one?.expiresAt ?? []))
    check(
      Math.abs(daysFromEnd(expiresAt)) !== 1,
      `A charge that ends on 29 February 2028 at 23:30 in São Paulo, made at ${now}, is told to end at ${expiresAt}.`,
    );
}

/** Providers may keep a charge longer than asked; a day more or less is a slip of the calendar. */
const daysFromEnd = (time: string): number => {
  const [day, end] = [time, END].map((one) => Date.parse(toSaoPauloDate(new Date(one))));
  return Math.round((day! - end!) / (DAY_S * 1_000));
};

/** Some providers are told the last second of the day. */
const isNear = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= 60_000 || one === fromSaoPaulo(toSaoPauloDate(new Date(other)));

/** The ways to count from now to the end: days of the calendar, hours, minutes, seconds, and the time itself. */
function toCounts(now: string): number[] {
  const [end, from] = [Date.parse(END), Date.parse(now)];
  const [endDay, fromDay] = [END, now].map((time) => Date.parse(toSaoPauloDate(new Date(time))));
  const leftMs = end - from;
  const calendarDays = Math.max(1, (endDay! - fromDay!) / (DAY_S * 1_000));
  return [calendarDays, Math.ceil(leftMs / 3_600_000), leftMs / 60_000, leftMs / 1_000, leftMs, end / 1_000, end];
}

/** A day as Brazil writes it is one, too. */
function readTime(text: string): string | undefined {
  const [, day, month, year, time = ''] = /^(\d{2})\/(\d{2})\/(\d{4})(.*)$/.exec(text) ?? [];
  const isDate = day !== undefined || /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text);
  return isDate ? readDate(day === undefined ? text : `${year}-${month}-${day}${time}`) : undefined;
}

/** Words that requests have for the end of a charge. */
const END_NAME = /expir|due|venc|valid|payday|dead_?line/i;
/** The fields of writes that may say when a charge ends, by their places. */
const listDates = (calls: readonly WireCall[]): [string, string | number][] => {
  const dates: [string, string | number][] = [];
  const add = (value: unknown, place: string): void => {
    const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
    const name = place.split('.').at(-1) ?? '';
    if (isNumber && END_NAME.test(name) && !/after/i.test(name)) dates.push([place, Number(value)]);
    else if (typeof value === 'string') dates.push([place, value]);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) add(inner, place ? `${place}.${name}` : name);
  };
  for (const { body, method } of calls) if (method !== 'GET') add(body, '');
  return dates;
};
