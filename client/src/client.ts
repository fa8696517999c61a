import { CALLS, type Client } from './calls.ts';
import { type Cursor, openList, type Page } from './list.ts';
import { type ClientOptions, createSend, type RequestOptions, type Send } from './request.ts';

type Method = (input?: Record<string, unknown>, options?: RequestOptions) => unknown;
interface Folder {
  [name: string]: Folder | Method;
}

function toMethod(send: Send, place: string, isPaged: boolean): Method {
  const [method, path] = place.split(' ') as [string, string];
  const call = { method, path };
  if (!isPaged) return (input = {}, options) => send(call, input, options);
  return (input = {}, options) => {
    const { after, ...filter } = input as { after?: Cursor };
    return openList(
      (cursor) => send(call, { ...filter, ...(cursor && { after: cursor }) }, options) as Promise<Page<unknown>>,
      after,
    );
  };
}

/** Returns the calls of the API by their names, such as `client.products.list()`. */
export function createClient(options: ClientOptions): Client {
  if (!URL.canParse(options.url)) throw new TypeError(`url is no address: ${options.url}`);
  if (!options.key) throw new TypeError('key is missing: create an API key in the dashboard, under Integrations.');
  const send = createSend(options);
  const client: Folder = {};
  for (const [name, [place, isPaged]] of Object.entries(CALLS)) {
    const parts = name.split('.');
    const last = parts.pop() as string;
    let folder = client;
    for (const part of parts) {
      folder[part] ??= {};
      folder = folder[part] as Folder;
    }
    folder[last] = toMethod(send, place, isPaged);
  }
  return client as unknown as Client;
}
