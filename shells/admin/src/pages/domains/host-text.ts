/** Returns the host of the typed or pasted text, which may be the address of a page. */
export function readHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.$/, '');
}

/** Returns whether the text can be a domain; the server decides whether it is free. */
export const isHost = (host: string): boolean =>
  host.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(host);
