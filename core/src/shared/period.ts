/** Counts, lists and writes as SQL periods of days in São Paulo time, both ends included, as lists and reports use them. */
import type { Bind, Condition } from './statement.ts';

const DAY_MS = 86_400_000;
export const ZONE = "'America/Sao_Paulo'";

/** Returns the number of days; 0 or less when the period ends before it begins. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  );

/** The start and the end of a day, as SQL. `day` is a placeholder such as $3. */
export const startOf = (day: string): string => `${day}::date::timestamp AT TIME ZONE ${ZONE}`;
export const endOf = (day: string): string => `(${day}::date + 1)::timestamp AT TIME ZONE ${ZONE}`;

/** Returns the conditions of a period whose ends may be open. */
export const isWithin = (
  time: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  bind: Bind,
): Condition[] => [from && `${time} >= ${startOf(bind(from))}`, to && `${time} < ${endOf(bind(to))}`];

const idOf = (time: string, margin: string) =>
  `rpad(lpad(to_hex((extract(epoch FROM ${time} ${margin} interval '1 hour') * 1000)::bigint), 12, '0'), 32, '0')::uuid`;

/**
 * Returns the first id that rows of these days may have, because ids begin with their milliseconds. One hour is left for clocks that
 * differ.
 */
export const firstIdOf = (day: string): string => idOf(startOf(day), '-');
export const endIdOf = (day: string): string => idOf(endOf(day), '+');
