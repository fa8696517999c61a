/** Says where a database server was looked for and why it was not reached, without the password of the address. */

/** The server is down, starts, has no connection left, or cannot be found just now. */
const OUTAGE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|57P0[1-3]$|08|53)/;

/** Returns whether waiting may help. A wrong password or name of a database stays wrong. */
export const isOutage = (error: unknown): boolean => {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return OUTAGE.test(code) || /^(Connection terminated|timeout expired)/.test(message);
};

/** A server of the database, and how it is reached. */
export interface DatabaseServer {
  url: string;
  /** True if a pooler lends its sessions for a transaction each, so that nothing may be set for longer. */
  isPooled?: boolean;
  /** Returns the password that the file of the address has now; null where the address is in no file. */
  findPassword?: ((url: string) => string | null) | undefined;
}

/** Returns the address to connect to now: its password may have changed since the last connection. */
export function toAddress({ url, findPassword }: DatabaseServer): string {
  const password = findPassword?.(url) ?? null;
  if (password === null) return url;
  const address = new URL(url);
  address.password = encodeURIComponent(password);
  return address.href;
}

/** Names the setting that holds the address. */
export function describeUnreachable(url: string, error: Error, setting = 'DATABASE_URL'): string {
  const { hostname, port } = new URL(url);
  return `The database server at ${hostname}:${port || 5432} cannot be used (${error.message || (error as NodeJS.ErrnoException).code}): start it, or correct ${setting}.`;
}
