/** Runs an HTTP server for a bank in the test's own process, which outlives the killed server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BankServer {
  url: string;
  close(): Promise<void>;
}

export interface Asked {
  method: string;
  path: string;
  body: unknown;
}

/** An error in `serve` breaks the connection, as does a response that it destroys. */
export async function openBankServer(
  serve: (asked: Asked, response: ServerResponse) => Promise<void>,
): Promise<BankServer> {
  const server = createServer((request, response) => {
    read(request)
      .then((asked) => serve(asked, response))
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { method: request.method ?? 'GET', path: request.url ?? '/', body: text ? JSON.parse(text) : undefined };
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
