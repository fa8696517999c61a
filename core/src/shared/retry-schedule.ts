/** The waits after attempts to reach another system that failed. After the last one its owner can have it sent again. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const RETRY_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
