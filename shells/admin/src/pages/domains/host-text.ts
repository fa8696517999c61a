/** A host out of whatever was typed or pasted: an address of a page means its host. */
export function readHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.$/, '');
}

/** Whether it can be a domain at all; the server decides what is taken. */
export const isHost = (host: string): boolean =>
  host.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(host);
