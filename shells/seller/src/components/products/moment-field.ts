import { field, problem } from '@feira/shell-kit/fields';

/** The distance of São Paulo from UTC. Brazil keeps no summer time, so that it is always the same. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * 3_600_000;

/** A moment as a date and a time of the platform's time zone. */
export const MOMENT = field({
  control: { type: 'datetime-local' },
  show: (stored: string | null | undefined): string =>
    stored ? new Date(Date.parse(stored) - OFFSET_MS).toISOString().slice(0, 16) : '',
  read: (shown: string) => {
    if (shown === '') return null;
    const at = Date.parse(`${shown}:00${OFFSET}`);
    return Number.isNaN(at) ? problem('problems.moment') : new Date(at).toISOString();
  },
});
