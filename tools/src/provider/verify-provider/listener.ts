/** Listens for the provider's events on a port of this machine, behind an address that the owner makes public. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookRequest } from '@feira/schemas/provider';

export interface Listener {
  /** The address that the provider is told, with a secret in its path. */
  webhookUrl: string;
  port: number;
  /** Oldest first. */
  received: WebhookRequest[];
  close(): Promise<void>;
}

export interface ListenerOptions {
  port: number;
  /** The public address that leads to the port; the port itself unless told. */
  publicUrl?: string;
  /** Returns the answer to a question of the provider about a withdrawal. */
  answer(question: WebhookRequest): Promise<Record<string, unknown>>;
}

const LARGEST_BYTES = 1024 * 1024;
export const QUESTION_PATH = '/authorize-withdraw';

export async function listen({ port, publicUrl, answer }: ListenerOptions): Promise<Listener> {
  const place = `/webhooks/${randomBytes(16).toString('hex')}`;
  const received: WebhookRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://listener');
    // Anything else on a public address is a stranger's.
    if (!url.pathname.startsWith(place)) {
      outgoing.writeHead(404).end();
      return;
    }
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of incoming as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > LARGEST_BYTES) throw new Error('too large');
        chunks.push(chunk);
      }
      const request = toRequest(incoming.method, url, incoming.headers, Buffer.concat(chunks).toString('utf8'), place);
      if (request.path === QUESTION_PATH) {
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await answer(request)));
        return;
      }
      received.push(request);
      outgoing.writeHead(200).end();
    } catch {
      outgoing.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const own = (server.address() as AddressInfo).port;
  return {
    webhookUrl: `${(publicUrl ?? `http://127.0.0.1:${own}`).replace(/\/+$/, '')}${place}`,
    port: own,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toRequest(
  method: string | undefined,
  url: URL,
  sent: NodeJS.Dict<string | string[]>,
  rawBody: string,
  place: string,
): WebhookRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  const query = Object.fromEntries(url.searchParams);
  const path = url.pathname.slice(place.length);
  return {
    ...((method === 'GET' || method === 'HEAD') && { method }),
    ...(path !== '' && { path }),
    headers,
    query,
    body: rawBody === '' ? query : parse(rawBody, headers['content-type'] ?? ''),
    rawBody,
  };
}

function parse(text: string, type: string): unknown {
  if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
