const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');

/** Writes seconds as hh:mm:ss. */
export const formatClock = (seconds: number): string =>
  `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
