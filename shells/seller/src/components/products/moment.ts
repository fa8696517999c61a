import { field, problem } from '@feira/shell-kit/fields';
import { isDay } from '@feira/shell-kit/period';

/** The distance of São Paulo from UTC. Brazil keeps no summer time, so that it is always the same. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * 3_600_000;

const SEPARATOR = 'T';
const TIME = /^(\d{1,2})(?:[:h. ]?(\d{2}))?h?$/i;

/** Returns the typed time of day as 18:30, or null: people may type digits alone, and leave out the minutes of a full hour. */
export function readTime(typed: string): string | null {
  const [, hours = '', minutes = '00'] = TIME.exec(typed.trim()) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : null;
}

/** Takes the content of the two fields apart: a day and a time, or what was typed instead of them. */
export function splitMoment(shown: string): [day: string, time: string] {
  const [day = '', time = ''] = shown.split(SEPARATOR);
  return [day, time];
}

export const joinMoment = (day: string, time: string): string => (day || time ? `${day}${SEPARATOR}${time}` : '');

/** A moment as a day and a time of the platform's time zone. */
export const MOMENT = field({
  show: (stored: string | null | undefined): string =>
    stored ? new Date(Date.parse(stored) - OFFSET_MS).toISOString().slice(0, 16) : '',
  read: (shown: string) => {
    if (shown === '') return null;
    const [day, typed] = splitMoment(shown);
    const time = readTime(typed);
    if (!isDay(day)) return problem('problems.moment');
    return time ? new Date(`${day}T${time}:00${OFFSET}`).toISOString() : problem('problems.time');
  },
});
