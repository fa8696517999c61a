/** Says where a database server was looked for and why it was not reached, without the password of the address. */

/** The server is down, starts, has no connection left, or cannot be found just now. */
const OUTAGE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|57P0[1-3]$|08|53)/;

/** Returns whether waiting may help. A wrong password or name of a database stays wrong. */
export const isOutage = (error: unknown): boolean => {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return OUTAGE.test(code) || /^(Connection terminated|timeout expired)/.test(message);
};

/** Names the setting that holds the address. */
export function describeUnreachable(url: string, error: Error, setting = 'DATABASE_URL'): string {
  const { hostname, port } = new URL(url);
  return `The database server at ${hostname}:${port || 5432} cannot be used (${error.message || (error as NodeJS.ErrnoException).code}): start it, or correct ${setting}.`;
}
