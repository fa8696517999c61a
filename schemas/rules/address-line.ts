/** Joins the parts of an address into one line, in which a comma stands between parts alone: readers of it split it there. */
export const joinAddressLine = (...parts: (string | null | undefined)[]): string =>
  parts
    .map((part) => (part ?? '').replace(/\s*[,，、]\s*/g, ' ').trim())
    .filter((part) => part !== '')
    .join(', ');
