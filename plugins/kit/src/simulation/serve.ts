/** Serves a simulator behind a port of its own, over real HTTP, with real broken connections. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimulatorAnswer, SimulatorRequest, SimulatorResponse } from '../simulator.ts';
import { readSimulatorBody } from './body.ts';
import { splitBase } from './marked-base.ts';

export interface ServeOptions {
  /** Called once for each request, as SimulatorHost.handleHttp. */
  handleHttp(request: SimulatorRequest): Promise<SimulatorAnswer>;
  hostname?: string;
  /** A free one unless told. */
  port?: number;
}

export interface ServedSimulator {
  /** Without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** A file of five MiB and the rest of its form. */
export const LARGEST_REQUEST_BYTES = 6 * 1024 * 1024;

export async function serveSimulator(options: ServeOptions): Promise<ServedSimulator> {
  const { handleHttp, hostname = '127.0.0.1', port = 0 } = options;
  const server = createServer((incoming, outgoing) => {
    answerRequest(incoming, outgoing, handleHttp).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, resolve);
  });
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handleHttp: ServeOptions['handleHttp'],
): Promise<void> {
  const bytes = await readBody(incoming);
  if (bytes === undefined) {
    sendResponse(outgoing, { status: 413, body: { error: 'The body is too large.' } });
    return;
  }
  const answer = await handleHttp(await toSimulatorRequest(incoming, bytes));
  if (!('drop' in answer)) sendResponse(outgoing, answer);
  else if (answer.partial) sendHalf(outgoing, answer.partial);
  else outgoing.destroy();
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    byteCount += chunk.length;
    if (byteCount > LARGEST_REQUEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function toSimulatorRequest(incoming: IncomingMessage, bytes: Buffer<ArrayBuffer>): Promise<SimulatorRequest> {
  const url = incoming.url ?? '/';
  const queryAt = url.indexOf('?');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return {
    method: incoming.method ?? 'GET',
    ...splitBase(queryAt < 0 ? url : url.slice(0, queryAt)),
    query: queryAt < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(queryAt + 1))),
    headers,
    ...(await readSimulatorBody(bytes, headers['content-type'] ?? '')),
  };
}

function toBytes({ headers, body }: SimulatorResponse): { headers: Record<string, string>; bytes: Buffer } {
  if (body === undefined) return { headers: { ...headers }, bytes: Buffer.alloc(0) };
  if (typeof body === 'string') return { headers: { ...headers }, bytes: Buffer.from(body) };
  return { headers: { 'content-type': 'application/json', ...headers }, bytes: Buffer.from(JSON.stringify(body)) };
}

function sendResponse(outgoing: ServerResponse, response: SimulatorResponse): void {
  const { headers, bytes } = toBytes(response);
  outgoing.writeHead(response.status, headers);
  outgoing.end(bytes);
}

/** Announces the whole body, sends half of it and breaks the connection. */
function sendHalf(outgoing: ServerResponse, response: SimulatorResponse): void {
  const { headers, bytes } = toBytes(response);
  outgoing.writeHead(response.status, { ...headers, 'content-length': String(bytes.length + 1) });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.destroy());
}
