/** Cuts a pasted address down to its host name. The server decides which names are allowed. */
export function cleanHost(text: string): string {
  return text
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .toLowerCase();
}

/** Checks only the shape: a name of more than one part, or a name of this machine. */
export const isHostLike = (host: string): boolean => /^[^\s.]+(\.[^\s.]+)+$|^localhost$/.test(host);
