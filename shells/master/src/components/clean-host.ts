/** A name as people paste it, often out of the address bar, cut down to the name itself. What it may be, the server knows. */
export function cleanHost(text: string): string {
  return text
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .toLowerCase();
}

/** Only what can be told without asking: something of more than one part, or a name of this machine. */
export const isHostLike = (host: string): boolean => /^[^\s.]+(\.[^\s.]+)+$|^localhost$/.test(host);
