import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFindTexts, type FindTexts } from './dns.ts';

/** The text records by name. The server answers that every other name does not exist. */
const RECORDS: Record<string, string[][]> = {
  '_feira.shop.example': [['first'], ['a long text ', 'in two parts']],
  '_feira.empty.example': [],
};
const NO_SUCH_NAME = 3;

let server: Socket;
let findTexts: FindTexts;
const asked: string[] = [];

beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    const { name, end } = readName(question);
    asked.push(name);
    server.send(answerTo(question.subarray(0, end + 4), RECORDS[name]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  findTexts = createFindTexts([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
});
afterAll(() => server.close());

/** Reads the only name of a question, which follows the header of twelve bytes. */
function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** Builds an answer as RFC 1035 defines it: the question repeated, and each record with a pointer to its name. */
function answerTo(question: Buffer, records: string[][] | undefined): Buffer {
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180 | (records ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(records?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  const answers = (records ?? []).map((parts) => {
    const texts = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, texts.length]);
    return Buffer.concat([head, texts]);
  });
  return Buffer.concat([header, ...answers]);
}

describe('createFindTexts', () => {
  it('answers every text, parts put together', async () => {
    expect(await findTexts('_feira.shop.example')).toEqual(['first', 'a long text in two parts']);
  });

  it('answers nothing for a name without texts, and for one that does not exist', async () => {
    expect(await findTexts('_feira.empty.example')).toEqual([]);
    expect(await findTexts('_feira.unknown.example')).toEqual([]);
    expect(asked).toContain('_feira.unknown.example');
  });

  it('answers nothing where nobody answers', async () => {
    const closed = createSocket('udp4');
    closed.bind(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();

    expect(await createFindTexts([`127.0.0.1:${port}`])('_feira.shop.example')).toEqual([]);
  });
});
