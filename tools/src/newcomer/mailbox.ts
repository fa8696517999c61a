/** Reads mails where a person of the demo does: on the page /mailbox of a server with MAILBOX=on. */
import { setTimeout as wait } from 'node:timers/promises';

const MAIL = /href="(\/mailbox\/[0-9a-f-]{36})/g;
const LINK = /<pre>[\s\S]*?<a href="([^"]+)"/;
const PATIENCE_MS = 30_000;

/** A platform's address. Requests go over the network unless `fetch` is given. */
export interface Site {
  url: string;
  fetch?: typeof fetch;
}

async function read({ url, fetch: send = fetch }: Site, path: string): Promise<string> {
  const response = await send(url + path);
  if (!response.ok) throw new Error(`${path} was answered ${response.status}.`);
  return response.text();
}

/** Returns the addresses of the mails, the newest first. The page shows no more than its newest hundred, so that counting them would not tell a new one. */
export const listMails = async (site: Site): Promise<string[]> =>
  [...(await read(site, '/mailbox')).matchAll(MAIL)].map(([, address]) => address!);

/** Returns the first link of the newest mail to `to` that is none of the `former` mails. Throws after half a minute. */
export async function waitForLink(site: Site, to: string, former: readonly string[] = []): Promise<string> {
  for (const started = Date.now(); Date.now() - started < PATIENCE_MS; await wait(50)) {
    const mails = await listMails(site);
    for (const address of mails.filter((one) => !former.includes(one))) {
      const page = await read(site, address);
      // A mail to somebody else may name the person as well.
      const link = page.includes(`<dd>${to}</dd>`) ? LINK.exec(page)?.[1] : undefined;
      if (link) return link.replaceAll('&amp;', '&');
    }
  }
  throw new Error(`No mail with a link reached ${to} within ${PATIENCE_MS / 1000} seconds.`);
}
