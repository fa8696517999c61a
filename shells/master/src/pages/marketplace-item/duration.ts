const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the largest unit that divides a duration evenly, as the key of a text and its count. */
export function splitDuration(seconds: number): { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number } {
  if (seconds % DAY === 0 && seconds > 0) return { unit: 'days', count: seconds / DAY };
  if (seconds % HOUR === 0 && seconds > 0) return { unit: 'hours', count: seconds / HOUR };
  if (seconds % MINUTE === 0 && seconds > 0) return { unit: 'minutes', count: seconds / MINUTE };
  return { unit: 'seconds', count: seconds };
}
