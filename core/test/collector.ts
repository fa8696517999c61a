/** Runs a collector of OpenTelemetry in this process: it takes traces by OTLP as protobuf, and keeps them. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  id: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  name: string;
  attributes: Record<string, string>;
  isFailed: boolean;
}

/** Reads one message of protobuf: the values of each field by its number. Numbers of fixed and variable length come as texts. */
function readMessage(bytes: Buffer): Map<number, (Buffer | string)[]> {
  const fields = new Map<number, (Buffer | string)[]>();
  let at = 0;
  const readVarint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] as number;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const readValue = (kind: number): Buffer | string => {
    if (kind === 0) return String(readVarint());
    if (kind === 1) return String(take(8).readBigUInt64LE());
    if (kind === 5) return String(take(4).readUInt32LE());
    return take(Number(readVarint()));
  };
  while (at < bytes.length) {
    const tag = Number(readVarint());
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), readValue(tag & 7)]);
  }
  return fields;
}

const messages = (message: Map<number, (Buffer | string)[]>, field: number) =>
  (message.get(field) ?? []).map((bytes) => readMessage(bytes as Buffer));
const hex = (message: Map<number, (Buffer | string)[]>, field: number) =>
  (message.get(field)?.[0] as Buffer | undefined)?.toString('hex') ?? '';

/** Reads the pairs of a field, with every value as a text. */
const pairs = (message: Map<number, (Buffer | string)[]>, field: number): Record<string, string> =>
  Object.fromEntries(
    messages(message, field).map((pair) => {
      const [value] = [...(messages(pair, 2)[0]?.values() ?? [])];
      return [String(pair.get(1)?.[0]), String(value?.[0])];
    }),
  );

const readSpans = (body: Buffer): CollectedSpan[] =>
  messages(readMessage(body), 1)
    .flatMap((resource) => messages(resource, 2))
    .flatMap((scope) => messages(scope, 2))
    .map((span) => ({
      traceId: hex(span, 1),
      id: hex(span, 2),
      parentId: hex(span, 4),
      name: String(span.get(5)?.[0]),
      attributes: pairs(span, 9),
      isFailed: messages(span, 15)[0]?.get(3)?.[0] === '2',
    }));

export async function openCollector() {
  const requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: (): CollectedSpan[] => requests.flatMap(({ body }) => readSpans(body)),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
